// The gradients of intermediate tensors that the backward pass of ffn/nn/feed_forward.h stores on
// request.

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "ffn/nn/feed_forward.h"
#include "ffn/train/gradient_check.h"
#include "golden.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::checked;
using ffn::test::random_linear;
using ffn::test::random_matrix;

namespace {

using Matrix64 = MatrixOf<double>;

// A traced pass in double. Eigen can repeat the rest of the pass from any of its tensors.
struct Pass {
  FeedForwardOf<double> ffn;
  Matrix64 x;
  Matrix64 weighting;  // the loss is sum(output * weighting)
  FeedForwardTraceOf<double> trace;

  static Pass make(Activation kind, bool gated, double dropout, DropoutPlacement placement) {
    RandomState rng(11);
    FeedForwardLayersOf<double> layers{
        random_linear<double>(rng, 7, 5, true), {}, random_linear<double>(rng, 5, 7, true)};
    if (gated) layers.gate = random_linear<double>(rng, 7, 5, true);
    const FeedForwardOptions options{5, 7, kind, true, gated, dropout, placement};
    Pass pass{{std::move(layers), options},
              random_matrix<double>(rng, 3, 5),
              random_matrix<double>(rng, 3, 5),
              {}};
    Matrix64 output(3, 5);
    pass.ffn.forward(view(std::as_const(pass.x)), view(output), &pass.trace, &rng);
    return pass;
  }

  bool masks(DropoutPlacement placement) const {
    return trace.mask.size() > 0 && ffn.dropout_placement() == placement;
  }

  double loss_of_linear2_output(const Matrix64& y) const {
    return ((masks(DropoutPlacement::kOutput) ? Matrix64(y.cwiseProduct(trace.mask)) : y).array() *
            weighting.array())
        .sum();
  }
  double loss_of_hidden_dropped(const Matrix64& h) const {
    const auto& layer = ffn.layers().linear2;
    return loss_of_linear2_output((h * layer.weight.transpose()).rowwise() + layer.bias);
  }
  double loss_of_hidden(const Matrix64& h) const {
    return loss_of_hidden_dropped(
        masks(DropoutPlacement::kHidden) ? Matrix64(h.cwiseProduct(trace.mask)) : h);
  }
  double loss_of_units(const Matrix64& z, const Matrix64& gate) const {
    const Matrix64 activated =
        z.unaryExpr([&](double value) { return activation_value(ffn.activation(), value); });
    return loss_of_hidden(ffn.gated() ? Matrix64(activated.cwiseProduct(gate)) : activated);
  }
};

FeedForwardTraceGradientsOf<double> gradients_of(const Pass& pass) {
  FeedForwardTraceGradientsOf<double> found;
  auto grads = zeros_like(pass.ffn.layers());
  Matrix64 grad_x(3, 5);
  pass.ffn.backward(view(pass.x), pass.trace, view(pass.weighting), grads, view(grad_x), &found);
  return found;
}

template <class Loss>
void check_against_differences(const char* name, const Matrix64& at, const Matrix64& gradient,
                               Loss&& loss_of) {
  CAPTURE(name);
  REQUIRE(gradient.rows() == at.rows());
  REQUIRE(gradient.cols() == at.cols());
  Matrix64 moved = at;
  CHECK((gradient.array() != 0.0).any());
  const std::vector<CheckedTensor> tensors{checked(name, moved, gradient)};
  CHECK(check_gradients([&] { return loss_of(moved); }, tensors).front().largest_error < 1e-8);
}

void check_all(const Pass& pass) {
  const FeedForwardTraceGradientsOf<double> found = gradients_of(pass);
  const FeedForwardTraceOf<double>& trace = pass.trace;
  const auto& layer = pass.ffn.layers().linear2;
  const Matrix64 linear2_output =
      (trace.linear2_input() * layer.weight.transpose()).rowwise() + layer.bias;
  check_against_differences("linear2_output", linear2_output, found.linear2_output,
                            [&](const Matrix64& y) { return pass.loss_of_linear2_output(y); });
  check_against_differences("linear2_input", trace.linear2_input(), found.linear2_input(),
                            [&](const Matrix64& h) { return pass.loss_of_hidden_dropped(h); });
  check_against_differences("hidden", trace.hidden, found.hidden,
                            [&](const Matrix64& h) { return pass.loss_of_hidden(h); });
  check_against_differences("pre_activation", trace.pre_activation, found.pre_activation,
                            [&](const Matrix64& z) { return pass.loss_of_units(z, trace.gate); });
  CHECK((found.hidden_dropped.size() > 0) == pass.masks(DropoutPlacement::kHidden));
  CHECK((found.gate.size() > 0) == pass.ffn.gated());
  if (!pass.ffn.gated()) return;
  check_against_differences("gate", trace.gate, found.gate, [&](const Matrix64& gate) {
    return pass.loss_of_units(trace.pre_activation, gate);
  });
}

// The network of the golden data "gradients".
FeedForward golden_network(const test::Golden& golden, const FeedForwardOptions& options,
                           bool gated) {
  const auto linear = [&](const std::string& i) {
    return Linear{golden.at("w" + i).matrix(), golden.at("b" + i).matrix().row(0)};
  };
  return {{linear("1"), gated ? linear("_gate") : Linear{}, linear("2")}, options};
}

struct GoldenPass {
  Matrix output;
  FeedForwardTraceGradients gradients;
};

GoldenPass run(const test::Golden& golden, const FeedForward& ffn, RandomState* rng) {
  const Matrix x = golden.at("x").matrix();
  const Matrix grad_output = golden.at("grad_output").matrix();
  GoldenPass pass{Matrix(x.rows(), x.cols()), {}};
  FeedForwardTrace trace;
  Matrix grad_x(x.rows(), x.cols());
  auto grads = zeros_like(ffn.layers());
  ffn.forward(view(x), view(pass.output), &trace, rng);
  ffn.backward(view(x), trace, view(grad_output), grads, view(grad_x), &pass.gradients);
  return pass;
}

}  // namespace

TEST_CASE(
    "feed_forward: gradients of intermediate tensors agree with central differences in double") {
  for (const Activation kind : kActivations) {
    for (const bool gated : {false, true}) {
      CAPTURE(name_of(kind));
      CAPTURE(gated);
      check_all(Pass::make(kind, gated, 0.0, DropoutPlacement::kHidden));
      check_all(Pass::make(kind, gated, 0.4, DropoutPlacement::kHidden));
      check_all(Pass::make(kind, gated, 0.4, DropoutPlacement::kOutput));
    }
  }
}

TEST_CASE("feed_forward: float32 gradients of intermediate tensors agree with PyTorch") {
  const test::Golden golden = test::read_golden("gradients");
  const test::Golden expected = test::read_golden("trace_gradients");
  const auto agrees = [&](const std::string& key, const Matrix& actual) {
    CAPTURE(key);
    CHECK(test::relative_error(actual, expected.at(key)) < 5e-6);
  };
  for (const Activation kind : kActivations) {
    for (const bool gated : {false, true}) {
      FeedForwardOptions options;
      options.activation = kind;
      const FeedForwardTraceGradients found =
          run(golden, golden_network(golden, options, gated), nullptr).gradients;
      const std::string suffix =
          std::string("_").append(name_of(kind)).append(gated ? "_gated" : "");
      agrees("grad_hidden" + suffix, found.hidden);
      agrees("grad_pre_activation" + suffix, found.pre_activation);
      if (gated) agrees("grad_gate" + suffix, found.gate);
    }
  }
  for (const DropoutPlacement placement : {DropoutPlacement::kHidden, DropoutPlacement::kOutput}) {
    FeedForwardOptions options;
    options.dropout = 0.5;
    options.dropout_placement = placement;
    RandomState rng(9);
    const auto [output, found] = run(golden, golden_network(golden, options, true), &rng);
    const std::string suffix = placement == DropoutPlacement::kHidden ? "_hidden" : "_output";
    agrees("output" + suffix, output);
    agrees("grad_linear2_output" + suffix, found.linear2_output);
    agrees("grad_hidden_dropped" + suffix, found.linear2_input());
    agrees("grad_hidden" + suffix, found.hidden);
    agrees("grad_gate" + suffix, found.gate);
    agrees("grad_pre_activation" + suffix, found.pre_activation);
  }
}

TEST_CASE(
    "feed_forward: a request for the gradients of intermediate tensors does not change the other "
    "gradients") {
  for (const DropoutPlacement placement : {DropoutPlacement::kHidden, DropoutPlacement::kOutput}) {
    const Pass pass = Pass::make(Activation::kSilu, true, 0.4, placement);
    auto without = zeros_like(pass.ffn.layers());
    auto with = without;
    Matrix64 grad_x(3, 5);
    Matrix64 same_x(3, 5);
    pass.ffn.backward(view(pass.x), pass.trace, view(pass.weighting), without, view(grad_x));
    FeedForwardTraceGradientsOf<double> found;
    found.hidden_dropped = found.gate = Matrix64::Ones(9, 9);  // left over from another pass
    pass.ffn.backward(view(pass.x), pass.trace, view(pass.weighting), with, view(same_x), &found);
    CHECK(grad_x == same_x);
    CHECK(with.linear1.weight == without.linear1.weight);
    CHECK(with.gate.bias == without.gate.bias);
    CHECK(with.linear2.weight == without.linear2.weight);
    CHECK(found.gate.rows() == 3);
    CHECK(found.hidden_dropped.rows() == (placement == DropoutPlacement::kHidden ? 3 : 0));
    CHECK(with.linear1.bias.isApprox(found.pre_activation.colwise().sum(), 1e-12));
  }
}

TEST_CASE("feed_forward: gradients that are replaced are those that are added to zeros") {
  const Pass pass = Pass::make(Activation::kSilu, true, 0.4, DropoutPlacement::kHidden);
  auto added = zeros_like(pass.ffn.layers());
  auto replaced = pass.ffn.layers();  // any numbers
  Matrix64 grad_x(3, 5);
  pass.ffn.backward(view(pass.x), pass.trace, view(pass.weighting), added, view(grad_x));
  pass.ffn.backward(view(pass.x), pass.trace, view(pass.weighting), replaced, view(grad_x), nullptr,
                    Write::kReplace);
  for (const auto layer :
       {&FeedForwardLayersOf<double>::linear1, &FeedForwardLayersOf<double>::gate,
        &FeedForwardLayersOf<double>::linear2}) {
    CHECK((replaced.*layer).weight == (added.*layer).weight);
    CHECK((replaced.*layer).bias == (added.*layer).bias);
  }
}
