#include "ffn/train/feed_forward_gradients.h"

#include <functional>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

using Network = FeedForwardOf<double>;
using Layers = FeedForwardLayersOf<double>;
using Layer = LinearOf<double>;
using Numbers = MatrixOf<double>;

Layer in_double(const Linear& layer) {
  return {layer.weight.cast<double>(), layer.bias.cast<double>()};
}

Network with_activation(Activation activation, Layers layers) {
  FeedForwardOptions options;
  options.activation = activation;
  return {std::move(layers), options};
}

Network in_double(const FeedForward& network) {
  const FeedForwardLayers& layers = network.layers();
  return with_activation(network.activation(), {in_double(layers.linear1), in_double(layers.gate),
                                                in_double(layers.linear2)});
}

void check_cost(const FeedForward& network, Index tokens) {
  const auto parameters = static_cast<double>(network.parameter_count());
  const auto [d_model, d_ff] =
      std::pair{static_cast<double>(network.d_model()), static_cast<double>(network.d_ff())};
  const double cost =
      2.0 * static_cast<double>(tokens) * parameters * (parameters / d_ff + 2.0 * d_model);
  check(cost <= kMaxGradientCheckCost, "gradient check", {cost, " multiply-adds"},
        {"at most ", kMaxGradientCheckCost, ": fewer tokens or a smaller network"});
}

// The loss sum(output * weighting). The caller changes elements of network and x between calls.
class WeightedSum {
 public:
  WeightedSum(const Network& network, const Numbers& x, const Numbers& weighting)
      : network_(network), x_(x), weighting_(weighting), output_(x.rows(), x.cols()) {}

  double operator()() {
    network_.forward(view(x_), view(output_), &trace_);
    return output_.cwiseProduct(weighting_).sum();
  }
  // Runs a forward and a backward pass; adds to grads and writes grad_x.
  void backward(Layers& grads, Numbers& grad_x) {
    (*this)();
    network_.backward(view(x_), trace_, view(weighting_), grads, view(grad_x));
  }

 private:
  const Network& network_;
  const Numbers& x_;
  const Numbers& weighting_;
  Numbers output_;
  FeedForwardTraceOf<double> trace_;
};

// The comparisons of a layer; those of a missing weight or bias stay unused.
struct LayerComparison {
  GradientComparison weight;
  GradientComparison bias;
};

class Check {
 public:
  Check(const FeedForward& network, const ConstMatrixView& x, const ConstMatrixView& weighting,
        double step)
      : network_(in_double(network)),
        x_(x.cast<double>()),
        weighting_(weighting.cast<double>()),
        step_(step),
        grads_(zeros_like(network_.layers())),
        grad_x_(x.rows(), x.cols()) {
    WeightedSum(network_, x_, weighting_).backward(grads_, grad_x_);
  }

  std::vector<GradientCheck> run() {
    for (Index token = 0; token < x_.rows(); ++token) check_token(token);
    for (Index unit = 0; unit < network_.d_ff(); ++unit) check_unit(unit);
    check_output_bias();
    std::vector<GradientCheck> results{in_.result()};
    add_results(network_.layers().linear1, linear1_, results);
    add_results(network_.layers().gate, gate_, results);
    add_results(network_.layers().linear2, linear2_, results);
    return results;
  }

 private:
  double difference(WeightedSum& loss, double& value) const {
    return central_difference(std::ref(loss), value, step_);
  }

  void check_token(Index token) {
    Numbers x = x_.row(token);
    const Numbers weighting = weighting_.row(token);
    WeightedSum loss(network_, x, weighting);
    for (Index i = 0; i < x.cols(); ++i)
      in_.add(token * x.cols() + i, grad_x_(token, i), difference(loss, x(0, i)));
  }

  // Checks one row of linear1 or of the gate.
  void check_row(WeightedSum& loss, Layer& row, const Layer& grads, Index unit,
                 LayerComparison& comparison) const {
    for (Index i = 0; i < row.weight.cols(); ++i)
      comparison.weight.add(unit * row.weight.cols() + i, grads.weight(unit, i),
                            difference(loss, row.weight(0, i)));
    if (row.bias.size() > 0)
      comparison.bias.add(unit, grads.bias[unit], difference(loss, row.bias[0]));
  }

  void check_unit(Index unit) {
    const Layers& all = network_.layers();
    const auto row_of = [unit](const Layer& layer) {
      if (layer.weight.size() == 0) return Layer{};
      return Layer{layer.weight.row(unit), layer.bias.segment(layer.bias.size() > 0 ? unit : 0,
                                                              layer.bias.size() > 0 ? 1 : 0)};
    };
    Network alone = with_activation(
        network_.activation(),
        {row_of(all.linear1), row_of(all.gate), {all.linear2.weight.col(unit), {}}});
    WeightedSum loss(alone, x_, weighting_);
    Layers& own = alone.layers();
    check_row(loss, own.linear1, grads_.linear1, unit, linear1_);
    if (alone.gated()) check_row(loss, own.gate, grads_.gate, unit, gate_);
    for (Index i = 0; i < x_.cols(); ++i)
      linear2_.weight.add(i * network_.d_ff() + unit, grads_.linear2.weight(i, unit),
                          difference(loss, own.linear2.weight(i, 0)));
  }

  void check_output_bias() {
    WeightedSum loss(network_, x_, weighting_);
    auto& bias = network_.layers().linear2.bias;
    for (Index i = 0; i < bias.size(); ++i)
      linear2_.bias.add(i, grads_.linear2.bias[i], difference(loss, bias[i]));
  }

  static void add_results(const Layer& layer, const LayerComparison& comparison,
                          std::vector<GradientCheck>& results) {
    if (layer.weight.size() > 0) results.push_back(comparison.weight.result());
    if (layer.bias.size() > 0) results.push_back(comparison.bias.result());
  }

  Network network_;
  Numbers x_;
  Numbers weighting_;
  double step_;
  Layers grads_;
  Numbers grad_x_;
  GradientComparison in_{"x"};
  LayerComparison linear1_{GradientComparison{"w1"}, GradientComparison{"b1"}};
  LayerComparison gate_{GradientComparison{"w_gate"}, GradientComparison{"b_gate"}};
  LayerComparison linear2_{GradientComparison{"w2"}, GradientComparison{"b2"}};
};

}  // namespace

std::vector<GradientCheck> check_feed_forward_gradients(const FeedForward& network,
                                                        const ConstMatrixView& x,
                                                        const ConstMatrixView& weighting,
                                                        double step) {
  check(x.rows() >= 1, "x", shape_of(x), "one token or more");
  check_shape("x", shape_of(x), {x.rows(), network.d_model()});
  check_shape("weighting", shape_of(weighting), shape_of(x));
  check_step(step);
  check_cost(network, x.rows());
  return Check(network, x, weighting, step).run();
}

}  // namespace ffn
