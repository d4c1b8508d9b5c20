// Functions of the WebAssembly module as a whole: its version, and the kernels that it computes
// with.

#include <string_view>

#include "bind.h"
#include "ffn/kernels/backend.h"
#include "ffn/kernels/tile.h"

namespace ffn::bindings {

EMSCRIPTEN_BINDINGS(ffn_lab_module) {
  bind("version", [] { return std::string_view(FFN_VERSION); });
  bind("eigen_products", [] { return backend() == Backend::kEigen; });
  bind("set_eigen_products",
       [](bool chosen) { set_backend(chosen ? Backend::kEigen : Backend::kTiles); });
  bind("set_only_wide_tiles", [](bool chosen) { set_only_wide_tiles(chosen); });
}

}  // namespace ffn::bindings
