// The gradient check of a feed-forward network.

#include <emscripten/bind.h>

#include <utility>

#include "feed_forward.h"
#include "ffn/train/feed_forward_gradients.h"
#include "numbers.h"
#include "result.h"

namespace ffn::bindings {

namespace {

// The weighting of the outputs is drawn from a generator with that seed.
val gradient_check(const FeedForwardHandle& handle, const val& x, double step, double seed) {
  return as_result([&] {
    const Tensor input = read_tensor("x", x);
    const ConstMatrixView rows = input.rows("x", handle.network().d_model());
    RandomState rng(checked_seed(seed));
    Matrix weighting(rows.rows(), rows.cols());
    fill_randn(rng, 1.0, view(weighting));
    val results = val::array();
    for (const GradientCheck& tensor : check_feed_forward_gradients(handle.network(), rows, view(std::as_const(weighting)), step)) {
      val result = val::object();
      result.set("name", tensor.name);
      result.set("largest_error", tensor.largest_error);
      result.set("at", static_cast<double>(tensor.at));
      result.set("claimed", tensor.claimed);
      result.set("central_difference", tensor.central_difference);
      results.push(result);
    }
    return results;
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_gradient_check) { emscripten::function("gradient_check", &gradient_check); }

}  // namespace ffn::bindings
