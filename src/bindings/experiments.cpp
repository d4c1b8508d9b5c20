// The module part `experiments` (parts.h): training, and analyses of networks and tensors.

#include <emscripten/em_macros.h>

#include "parts.h"

extern "C" EMSCRIPTEN_KEEPALIVE void bind_experiments() {
  using namespace ffn::bindings;
  bind_analysis();
  bind_dropout_statistics();
  bind_forward_stages();
  bind_gradient_check();
  bind_network_analysis();
  bind_training_data();
  bind_training_run();
}
