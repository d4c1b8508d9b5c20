#include "ffn/analysis/forward_statistics.h"

#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

struct Pass {
  FeedForwardTrace trace;
  Matrix output;
};

Pass pass_of(const FeedForward& network, const ConstMatrixView& x) {
  check_shape("x", shape_of(x), {x.rows(), network.d_model()});
  check(x.rows() >= 1, "x", shape_of(x), "one token or more");
  Pass pass{{}, Matrix(x.rows(), x.cols())};
  network.forward(x, view(pass.output), &pass.trace);
  return pass;
}

ForwardStatistics statistics_of(const ConstMatrixView& x, const Pass& pass) {
  const FeedForwardTrace& trace = pass.trace;
  ForwardStatistics found{summarize(elements_of(x)), summarize(elements_of(trace.pre_activation)),
                          std::nullopt, summarize(elements_of(trace.hidden)),
                          summarize(elements_of(pass.output))};
  if (trace.gate.size() > 0) found.gate = summarize(elements_of(trace.gate));
  return found;
}

}  // namespace

ForwardStatistics forward_statistics(const FeedForward& network, const ConstMatrixView& x) {
  return statistics_of(x, pass_of(network, x));
}

ForwardComparison compare_forward(const FeedForward& network, const ConstMatrixView& x,
                                  Activation a, Activation b) {
  FeedForward same_weights = network;
  same_weights.set_activation(a);
  const Pass with_a = pass_of(same_weights, x);
  same_weights.set_activation(b);
  const Pass with_b = pass_of(same_weights, x);
  return {statistics_of(x, with_a), statistics_of(x, with_b),
          difference(elements_of(with_a.trace.hidden), elements_of(with_b.trace.hidden)),
          difference(elements_of(with_a.output), elements_of(with_b.output))};
}

}  // namespace ffn
