// The class DropoutRun of the WebAssembly module: the dropout experiment in increments of some passes.

#include "ffn/analysis/dropout_statistics.h"

#include <emscripten/bind.h>

#include <memory>
#include <string>
#include <utility>

#include "feed_forward.h"
#include "options.h"
#include "result.h"
#include "values.h"

namespace ffn::bindings {

namespace {

// Omitted dropout options default to those of the network.
DropoutExperiment read_experiment(const FeedForward& network, const val& options) {
  DropoutExperiment read;
  read.dropout = network.dropout();
  read_option(options, "dropout", read.dropout);
  read.dropout_placement = network.dropout_placement();
  read_named<placement_named>(options, "dropout_placement", read.dropout_placement);
  read_option(options, "passes", read.passes);
  read_option(options, "seed", read.seed);
  read_index(options, "token", read.token);
  read_index(options, "feature", read.feature);
  return read;
}

// A run, and the shape of its tensors in JavaScript.
struct DropoutRunHandle {
  DropoutRun run;
  Shape shape;

  double passes() const { return static_cast<double>(run.passes()); }
};

val make_dropout_run(const FeedForwardHandle& handle, const val& tensor, const val& options) {
  return as_result([&] {
    Tensor x = read_tensor("x", tensor);
    const FeedForward& network = handle.network();
    DropoutRun run(network, x.rows("x", network.d_model()), read_experiment(network, options));
    return val(std::make_shared<DropoutRunHandle>(DropoutRunHandle{std::move(run), std::move(x.shape)}));
  });
}

val advance(DropoutRunHandle& handle, double count) {
  return as_result([&] { return val(static_cast<double>(handle.run.advance(checked_integer("count", count, 0, kMaxPasses)))); });
}

val statistics(const DropoutRunHandle& handle) {
  return as_result([&] {
    const DropoutStatistics found = handle.run.statistics();
    const Shape& shape = handle.shape;
    return Object()
        .set("evaluation", write_matrix(found.evaluation, shape))
        .set("mean", write_double_tensor(found.mean, shape))
        .set("variance", write_double_tensor(found.variance, shape))
        .set("theory_variance", write_double_tensor(found.theory_variance, shape))
        .set("mean_error", write_double_tensor(found.mean_error, shape))
        .set("variance_error", write_double_tensor(found.variance_error, shape))
        .set("average_variance", found.average_variance)
        .set("average_theory", found.average_theory)
        .set("average_error", found.average_error)
        .set("largest_mean_gap", found.largest_mean_gap)
        .set("samples", write_floats(found.samples));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_dropout_statistics) {
  using namespace emscripten;
  class_<DropoutRunHandle>("DropoutRun")
      .smart_ptr<std::shared_ptr<DropoutRunHandle>>("DropoutRun")
      .property("passes", &DropoutRunHandle::passes)
      .function("advance", &advance)
      .function("statistics", &statistics);
  function("make_dropout_run", &make_dropout_run);
}

}  // namespace ffn::bindings
