#include "ffn/core/binary_interface.h"

#if !defined(__wasm__)
namespace ffn::built_with {

extern const char FFN_BINARY_INTERFACE = 1;

}  // namespace ffn::built_with
#endif
