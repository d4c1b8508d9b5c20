#include "ffn/analysis/forward_stages.h"

#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

ConstMatrixView checked_input(const FeedForward& network, const ConstMatrixView& x) {
  check(x.rows() >= 1, "tokens", x.rows(), "1 or more");
  check_shape("x", shape_of(x), {x.rows(), network.d_model()});
  return x;
}

}  // namespace

ForwardStage forward_stage_named(std::string_view name) {
  if (name == "linear1") return ForwardStage::kLinear1;
  if (name == "activation") return ForwardStage::kActivation;
  if (name == "linear2") return ForwardStage::kLinear2;
  throw ArgumentError("stage", "\"" + std::string(name) + "\"", "\"linear1\", \"activation\" or \"linear2\"");
}

ForwardStages::ForwardStages(const FeedForward& network, const ConstMatrixView& x)
    : network_(network),
      x_(checked_input(network, x)),
      output_(x.rows(), x.cols()),
      pre_activation_(tokens_at_once(x.rows()) * units_at_once(x.rows(), network_.d_ff())),
      gate_(network_.gated() ? pre_activation_.size() : 0),
      hidden_(pre_activation_.size()) {
  // Fills the input buffers of all stages, so that each runs on values that occur in a forward pass.
  output_.setZero();
  run(ForwardStage::kLinear1, 1);
  run(ForwardStage::kActivation, 1);
}

void ForwardStages::run_block(ForwardStage stage, const ForwardBlock& at) {
  const MatrixView pre_activation(pre_activation_.data(), at.tokens, at.units);
  const MatrixView gate(gate_.data(), at.tokens, at.units);
  const MatrixView hidden(hidden_.data(), at.tokens, at.units);
  switch (stage) {
    case ForwardStage::kLinear1:
      return network_.linear1(row_slice(view(std::as_const(x_)), at.token, at.tokens), at.unit, pre_activation, gate);
    case ForwardStage::kActivation: return network_.activate(read_only(pre_activation), gate, hidden);
    case ForwardStage::kLinear2:
      return network_.linear2(read_only(hidden), at.unit, at.unit > 0, row_slice(view(output_), at.token, at.tokens));
  }
}

void ForwardStages::run(ForwardStage stage, std::int64_t passes) {
  check(passes >= 1 && passes <= kMaxStagePasses, "passes", passes, "an integer from 1 to " + std::to_string(kMaxStagePasses));
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    for_each_forward_block(x_.rows(), network_.d_ff(), [&](const ForwardBlock& at) { run_block(stage, at); });
  }
}

}  // namespace ffn
