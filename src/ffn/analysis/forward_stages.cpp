#include "ffn/analysis/forward_stages.h"

#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

void check_input(const FeedForward& network, const ConstMatrixView& x) {
  check(x.rows() >= 1, "tokens", x.rows(), "1 or more");
  check_shape("x", shape_of(x), {x.rows(), network.d_model()});
}

}  // namespace

ForwardStages::ForwardStages(const FeedForward& network, const ConstMatrixView& x)
    : layers_((check_input(network, x), network.packed())),
      activation_(network.activation()),
      x_(x),
      output_(Matrix::Zero(x.rows(), x.cols())),
      buffers_(layers_->buffers(pass(), true)) {
  // Fills the input buffers of all stages, so that each runs on values that occur in a forward
  // pass.
  run(ForwardStage::kLinear1, 1);
  run(ForwardStage::kActivation, 1);
}

PackedPass ForwardStages::pass() {
  return {view(std::as_const(x_)), view(output_), activation_, {0, layers_->d_ff()}};
}

void ForwardStages::run(ForwardStage stage, std::int64_t passes) {
  check(passes >= 1 && passes <= kMaxStagePasses, "passes", passes,
        {"an integer from 1 to ", kMaxStagePasses});
  for (std::int64_t i = 0; i < passes; ++i) layers_->forward(pass(), buffers_, stage);
}

}  // namespace ffn
