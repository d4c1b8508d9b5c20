#include "ffn/core/activation_kind.h"

#include "ffn/core/check.h"

namespace ffn {

void reject_activation(Activation kind) {
  reject("activation", static_cast<int>(kind), "a member of ffn::Activation");
}

}  // namespace ffn
