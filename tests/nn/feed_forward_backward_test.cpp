// The backward pass of ffn/nn/feed_forward.h, and gating and dropout in both directions.

#include <doctest/doctest.h>

#include <cmath>
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

namespace {

struct Variation {
  Activation activation;
  bool gated;
  bool bias;
  double dropout;
  DropoutPlacement placement;
};

std::vector<Variation> all_variations() {
  std::vector<Variation> all;
  for (const Activation kind : kActivations) {
    for (const bool gated : {false, true}) {
      all.push_back({kind, gated, true, 0.0, DropoutPlacement::kHidden});
      all.push_back({kind, gated, false, 0.4, DropoutPlacement::kHidden});
      all.push_back({kind, gated, true, 0.4, DropoutPlacement::kOutput});
    }
  }
  return all;
}

// A network in double with its input, the loss sum(output * weighting), and the gradients computed
// by backward.
struct Checked {
  FeedForwardOf<double> ffn;
  MatrixOf<double> x;
  MatrixOf<double> weighting;

  static Checked make(const Variation& v) {
    RandomState rng(11);
    FeedForwardLayersOf<double> layers{
        random_linear<double>(rng, 7, 5, v.bias), {}, random_linear<double>(rng, 5, 7, v.bias)};
    if (v.gated) layers.gate = random_linear<double>(rng, 7, 5, v.bias);
    const FeedForwardOptions options{5, 7, v.activation, v.bias, v.gated, v.dropout, v.placement};
    Checked made{{std::move(layers), options}, MatrixOf<double>(3, 5), MatrixOf<double>(3, 5)};
    for (MatrixOf<double>* m : {&made.x, &made.weighting}) {
      for (Index i = 0; i < m->size(); ++i) m->data()[i] = rng.randn();
    }
    return made;
  }

  MatrixOf<double> run(FeedForwardTraceOf<double>& trace) const {
    RandomState rng(5);  // the same mask in every pass
    MatrixOf<double> output(3, 5);
    ffn.forward(view(x), view(output), &trace, &rng);
    return output;
  }
};

}  // namespace

TEST_CASE("feed_forward: every gradient agrees with central differences in double") {
  for (const Variation& v : all_variations()) {
    CAPTURE(name_of(v.activation));
    CAPTURE(v.gated);
    CAPTURE(v.dropout);
    Checked c = Checked::make(v);
    FeedForwardTraceOf<double> trace;
    c.run(trace);
    auto grads = zeros_like(c.ffn.layers());
    MatrixOf<double> grad_x(3, 5);
    c.ffn.backward(view(std::as_const(c.x)), trace, view(std::as_const(c.weighting)), grads,
                   view(grad_x));
    auto& layers = c.ffn.layers();
    const std::vector<CheckedTensor> tensors{
        checked("x", c.x, grad_x),
        checked("w1", layers.linear1.weight, grads.linear1.weight),
        checked("b1", layers.linear1.bias, grads.linear1.bias),
        checked("w_gate", layers.gate.weight, grads.gate.weight),
        checked("b_gate", layers.gate.bias, grads.gate.bias),
        checked("w2", layers.linear2.weight, grads.linear2.weight),
        checked("b2", layers.linear2.bias, grads.linear2.bias),
    };
    const auto loss = [&] {
      FeedForwardTraceOf<double> unused;
      return (c.run(unused).array() * c.weighting.array()).sum();
    };
    for (const GradientCheck& result : check_gradients(loss, tensors)) {
      CAPTURE(result.name);
      CHECK(result.largest_error < 1e-8);
    }
  }
}

TEST_CASE("feed_forward: float32 gradients agree with PyTorch") {
  const auto golden = test::read_golden("gradients");
  const auto linear = [&](const std::string& i) {
    return Linear{golden.at("w" + i).matrix(), golden.at("b" + i).matrix().row(0)};
  };
  const Matrix x = golden.at("x").matrix();
  const Matrix grad_output = golden.at("grad_output").matrix();
  for (const Activation kind : kActivations) {
    for (const bool gated : {false, true}) {
      FeedForwardOptions options;
      options.activation = kind;
      const FeedForward ffn({linear("1"), gated ? linear("_gate") : Linear{}, linear("2")},
                            options);
      FeedForwardTrace trace;
      Matrix output(x.rows(), x.cols());
      Matrix grad_x(x.rows(), x.cols());
      auto grads = zeros_like(ffn.layers());
      ffn.forward(view(x), view(output), &trace);
      ffn.backward(view(x), trace, view(grad_output), grads, view(grad_x));
      const auto check = [&](const std::string& name, const Matrix& actual) {
        const std::string key = name + "_" + std::string(name_of(kind)) + (gated ? "_gated" : "");
        CAPTURE(key);
        CHECK(test::relative_error(actual, golden.at(key)) < 5e-6);
      };
      check("output", output);
      check("grad_x", grad_x);
      check("grad_w1", grads.linear1.weight);
      check("grad_b1", grads.linear1.bias);
      check("grad_w2", grads.linear2.weight);
      check("grad_b2", grads.linear2.bias);
      if (gated) check("grad_w_gate", grads.gate.weight);
      if (gated) check("grad_b_gate", grads.gate.bias);
    }
  }
}

TEST_CASE("feed_forward: backward accumulates gradients") {
  Checked c = Checked::make({Activation::kGelu, true, true, 0.0, DropoutPlacement::kHidden});
  FeedForwardTraceOf<double> trace;
  c.run(trace);
  auto once = zeros_like(c.ffn.layers());
  MatrixOf<double> grad_x(3, 5);
  const auto add = [&](auto& grads) {
    c.ffn.backward(view(std::as_const(c.x)), trace, view(std::as_const(c.weighting)), grads,
                   view(grad_x));
  };
  add(once);
  auto twice = once;
  add(twice);
  CHECK(twice.linear1.weight.isApprox(2.0 * once.linear1.weight, 1e-14));
  CHECK(twice.gate.bias.isApprox(2.0 * once.gate.bias, 1e-14));
  CHECK(twice.linear2.weight.isApprox(2.0 * once.linear2.weight, 1e-14));
}

TEST_CASE(
    "feed_forward: a dead ReLU unit has exactly zero gradients and the same unit with GELU has "
    "not") {
  RandomState rng(3);
  FeedForwardLayers layers{
      random_linear<float>(rng, 4, 3, true), {}, random_linear<float>(rng, 3, 4, true)};
  layers.linear1.bias[2] = -50.0F;
  layers.linear1.weight.row(2).setConstant(0.01F);
  Matrix x(5, 3);
  fill_randn(rng, 1.0, view(x));
  for (const float bias : {-50.0F, -2.0F}) {
    layers.linear1.bias[2] = bias;
    for (const Activation kind : {Activation::kRelu, Activation::kGelu}) {
      FeedForwardOptions options;
      options.activation = kind;
      const FeedForward ffn(layers, options);
      FeedForwardTrace trace;
      Matrix output(5, 3);
      Matrix grad_x(5, 3);
      auto grads = zeros_like(ffn.layers());
      ffn.forward(view(std::as_const(x)), view(output), &trace);
      ffn.backward(view(std::as_const(x)), trace, view(std::as_const(output)), grads, view(grad_x));
      const bool alive = kind == Activation::kGelu && bias == -2.0F;
      CHECK((grads.linear1.weight.row(2).array() != 0.0F).any() == alive);
    }
  }
}

TEST_CASE("feed_forward: dropout acts at its placement and only in training") {
  for (const DropoutPlacement placement : {DropoutPlacement::kHidden, DropoutPlacement::kOutput}) {
    FeedForwardOptions options{6, 24, Activation::kGelu, true, false, 0.5, placement};
    const FeedForward ffn = make_feed_forward(options, Initialization::kPytorch, 8);
    RandomState data(1);
    Matrix x(70, 6);
    fill_randn(data, 1.0, view(x));
    const auto run = [&](FeedForwardTrace* trace, RandomState* rng) {
      Matrix output(70, 6);
      ffn.forward(view(std::as_const(x)), view(output), trace, rng);
      return output;
    };
    FeedForwardTrace trace;
    RandomState one(9);
    RandomState same(9);
    const Matrix eval = run(nullptr, nullptr);
    const Matrix trained = run(&trace, &one);
    CHECK(trained == run(nullptr, &same));  // slices of tokens draw the same mask as a traced pass
    CHECK(trained != eval);
    const bool hidden = placement == DropoutPlacement::kHidden;
    CHECK(trace.mask.cols() == (hidden ? 24 : 6));
    CHECK((trace.hidden_dropped.size() > 0) == hidden);
    if (!hidden)
      CHECK((trained.array() == 0.0F).cast<double>().mean() == doctest::Approx(0.5).epsilon(0.25));
    run(&trace, nullptr);
    CHECK(trace.mask.size() == 0);
  }
}

TEST_CASE("feed_forward: backward rejects tensors that do not match the traced pass by name") {
  FeedForwardOptions wanted;
  wanted.d_model = 3;
  wanted.d_ff = 4;
  wanted.dropout = 0.5;
  const FeedForward network = make_feed_forward(wanted, Initialization::kPytorch, 1);
  RandomState rng(2);
  const Matrix x = test::random_matrix<float>(rng, 5, 3);
  const Matrix short_x = test::random_matrix<float>(rng, 4, 3);
  Matrix output(5, 3);
  Matrix short_output(4, 3);
  FeedForwardTrace trace;
  network.forward(view(x), view(output), &trace, &rng);
  FeedForwardLayers grads = zeros_like(network.layers());
  const auto backward = [&](const Matrix& from, const Matrix& grad_output, Matrix& grad_x) {
    network.backward(view(from), trace, view(grad_output), grads, view(grad_x));
  };
  CHECK_THROWS_WITH(backward(short_x, short_x, short_output), "x is (4, 3); expected shape (5, 3)");
  CHECK_THROWS_WITH(backward(x, short_x, output), "grad_output is (4, 3); expected shape (5, 3)");
  CHECK_THROWS_WITH(backward(x, x, short_output), "grad_x is (4, 3); expected shape (5, 3)");
  CHECK_THROWS_WITH(network.forward(view(x), view(short_output), nullptr),
                    "output is (4, 3); expected shape (5, 3)");
}
