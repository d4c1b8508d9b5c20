// The module part `models` (parts.h): the other layers of a Transformer, and checkpoint files.

#include <emscripten/em_macros.h>

#include "parts.h"

extern "C" EMSCRIPTEN_KEEPALIVE void bind_models() {
  using namespace ffn::bindings;
  bind_attention();
  bind_block_stack();
  bind_checkpoint();
  bind_from_scratch();
  bind_functional();
  bind_layer_norm();
  bind_npy();
  bind_softmax();
  bind_transformer_block();
}
