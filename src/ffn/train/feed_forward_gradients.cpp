#include "ffn/train/feed_forward_gradients.h"

#include <span>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

LinearOf<double> in_double(const Linear& layer) { return {layer.weight.cast<double>(), layer.bias.cast<double>()}; }

FeedForwardOf<double> in_double(const FeedForward& network) {
  FeedForwardOptions options;
  options.activation = network.activation();
  const FeedForwardLayers& layers = network.layers();
  return {{in_double(layers.linear1), in_double(layers.gate), in_double(layers.linear2)}, options};
}

void check_cost(const FeedForward& network, const ConstMatrixView& x) {
  const auto parameters = static_cast<double>(network.parameter_count());
  const double cost = 2.0 * (parameters + static_cast<double>(x.size())) * parameters * static_cast<double>(x.rows());
  check(cost <= kMaxGradientCheckCost, "gradient check", to_text(cost) + " multiply-adds",
        "at most " + to_text(kMaxGradientCheckCost) + ": fewer tokens or a smaller network");
}

// The tensors of the network that are there, each with its gradient.
class Tensors {
 public:
  template <class M>
  void add(const char* name, M& values, const M& gradient) {
    if (values.size() == 0) return;
    const auto size = static_cast<std::size_t>(values.size());
    tensors_.push_back({name, {values.data(), size}, {gradient.data(), size}});
  }
  void add(const char* weight, const char* bias, LinearOf<double>& layer, const LinearOf<double>& grads) {
    add(weight, layer.weight, grads.weight);
    add(bias, layer.bias, grads.bias);
  }
  std::span<const CheckedTensor> list() const { return tensors_; }

 private:
  std::vector<CheckedTensor> tensors_;
};

}  // namespace

std::vector<GradientCheck> check_feed_forward_gradients(const FeedForward& network, const ConstMatrixView& x,
                                                        const ConstMatrixView& weighting, double step) {
  check(x.rows() >= 1, "x", to_string(shape_of(x)), "one token or more");
  check_shape("x", shape_of(x), {x.rows(), network.d_model()});
  check_shape("weighting", shape_of(weighting), shape_of(x));
  check_cost(network, x);
  FeedForwardOf<double> checked = in_double(network);
  MatrixOf<double> input = x.cast<double>();
  const MatrixOf<double> weights = weighting.cast<double>();
  MatrixOf<double> output(x.rows(), x.cols());
  MatrixOf<double> grad_x(x.rows(), x.cols());
  FeedForwardLayersOf<double> grads = zeros_like(checked.layers());
  FeedForwardTraceOf<double> trace;
  const auto forward = [&] { checked.forward(view(std::as_const(input)), view(output), &trace); };
  forward();
  checked.backward(view(std::as_const(input)), trace, view(weights), grads, view(grad_x));
  Tensors tensors;
  tensors.add("x", input, grad_x);
  tensors.add("w1", "b1", checked.layers().linear1, grads.linear1);
  tensors.add("w_gate", "b_gate", checked.layers().gate, grads.gate);
  tensors.add("w2", "b2", checked.layers().linear2, grads.linear2);
  const auto loss = [&] {
    forward();
    return output.cwiseProduct(weights).sum();
  };
  return check_gradients(loss, tensors.list(), step);
}

}  // namespace ffn
