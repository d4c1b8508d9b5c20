// The class ForwardStages of the WebAssembly module: single stages of a forward pass, which JavaScript times. The constructor copies the
// input, so that a timed call converts no tensors.

#include "ffn/analysis/forward_stages.h"

#include <emscripten/bind.h>

#include <memory>
#include <string>

#include "feed_forward.h"
#include "numbers.h"
#include "result.h"
#include "values.h"

namespace ffn::bindings {

namespace {

val make_forward_stages(const FeedForwardHandle& handle, const val& tensor) {
  return as_result([&] {
    const Tensor x = read_tensor("x", tensor);
    const FeedForward& network = handle.network();
    return val(std::make_shared<ForwardStages>(network, x.rows("x", network.d_model())));
  });
}

val run_stage(ForwardStages& stages, const std::string& stage, double passes) {
  return as_result([&] {
    stages.run(forward_stage_named(stage), checked_integer("passes", passes, 1, kMaxStagePasses));
    return val::undefined();
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_forward_stages) {
  using namespace emscripten;
  class_<ForwardStages>("ForwardStages").smart_ptr<std::shared_ptr<ForwardStages>>("ForwardStages").function("run", &run_stage);
  function("make_forward_stages", &make_forward_stages);
}

}  // namespace ffn::bindings
