#include "ffn/train/trainable_network.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"
#include "ffn/train/gradient_check.h"
#include "golden.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::random_linear;
using ffn::test::random_matrix;

namespace {

TrainableNetworkOptions options(Activation kind, bool gated, bool bias, bool shortcut,
                                double dropout = 0.0) {
  return {2, 3, {4, 6, kind, bias, gated, dropout}, shortcut};
}

template <class Scalar>
TrainableNetworkOf<Scalar> random_network(RandomState& rng, const TrainableNetworkOptions& o) {
  const auto linear = [&](Index out, Index in) {
    return random_linear<Scalar>(rng, out, in, o.ffn.bias);
  };
  TrainableLayersOf<Scalar> layers;
  layers.input = linear(4, 2);
  layers.ffn.linear1 = linear(6, 4);
  if (o.ffn.gated) layers.ffn.gate = linear(6, 4);
  layers.ffn.linear2 = linear(4, 6);
  layers.output = linear(3, 4);
  return {std::move(layers), o};
}

TrainableLayers golden_layers(const test::Golden& golden) {
  const auto linear = [&](const std::string& i) {
    return Linear{golden.at("w" + i).matrix(), golden.at("b" + i).matrix().row(0)};
  };
  return {linear("_in"), {linear("1"), {}, linear("2")}, linear("_out")};
}

Matrix matrix_of(const ParameterOf<float>& tensor) {
  return ConstMatrixView(tensor.values.data(), tensor.shape.front(),
                         static_cast<Index>(tensor.values.size()) / tensor.shape.front());
}

}  // namespace

TEST_CASE("trainable_network: every gradient agrees with central differences in double") {
  for (const Activation kind : kActivations) {
    for (const bool gated : {false, true}) {
      for (const bool shortcut : {false, true}) {
        CAPTURE(name_of(kind));
        CAPTURE(gated);
        CAPTURE(shortcut);
        RandomState rng(6);
        const double dropout = shortcut ? 0.3 : 0.0;
        auto network = random_network<double>(
            rng, options(kind, gated, !gated || shortcut, shortcut, dropout));
        const auto x = random_matrix<double>(rng, 5, 2);
        const auto weighting = random_matrix<double>(rng, 5, 3);
        TrainableTraceOf<double> trace;
        const auto loss = [&] {
          RandomState masks(2);
          network.forward(view(x), trace, &masks);
          return trace.output.cwiseProduct(weighting).sum();
        };
        loss();
        auto grads = zeros_like(network.layers());
        network.backward(view(x), trace, view(weighting), grads);
        const auto gradients = named_tensors(grads);
        network.change_parameters([&](const ParametersOf<double>& values) {
          REQUIRE(values.size() == gradients.size());
          std::vector<CheckedTensor> tensors;
          for (std::size_t i = 0; i < values.size(); ++i)
            tensors.push_back({values[i].name, values[i].values, gradients[i].values});
          for (const GradientCheck& result : check_gradients(loss, tensors)) {
            CAPTURE(result.name);
            CHECK(result.largest_error < 1e-8);
          }
        });
      }
    }
  }
}

TEST_CASE(
    "trainable_network: output and gradients agree with PyTorch with and without the shortcut") {
  const auto golden = test::read_golden("training");
  const Matrix x = golden.at("x").matrix();
  const Matrix target = golden.at("target").matrix();
  for (const bool shortcut : {true, false}) {
    const std::string suffix = shortcut ? "_shortcut" : "_bare";
    TrainableNetworkOptions o;
    o.shortcut = shortcut;
    const TrainableNetwork network(golden_layers(golden), o);
    TrainableTrace trace;
    network.forward(view(x), trace);
    CHECK(test::relative_error(trace.output, golden.at("output" + suffix)) < 1e-6);
    const Matrix grad_output = (trace.output - target) * (2.0F / static_cast<float>(target.size()));
    auto grads = zeros_like(network.layers());
    network.backward(view(x), trace, view(grad_output), grads);
    for (const auto& gradient : named_tensors(grads)) {
      CAPTURE(gradient.name);
      CHECK(test::relative_error(matrix_of(gradient), golden.at("grad_" + gradient.name + suffix)) <
            2e-6);
    }
  }
}

TEST_CASE("trainable_network: predict gives the bits of forward for any number of tokens") {
  RandomState rng(7);
  const auto network =
      random_network<float>(rng, options(Activation::kGelu, true, true, true, 0.5));
  for (const Index tokens : {0, 1, 63, 64, 65, 150}) {
    const Matrix x = random_matrix<float>(rng, tokens, 2);
    TrainableTrace trace;
    network.forward(view(x), trace);
    Matrix output(tokens, 3);
    network.predict(view(x), view(output));
    CHECK(output == trace.output);
  }
}

TEST_CASE("trainable_network: parameters have names and shapes and are views into the network") {
  RandomState rng(8);
  auto network = make_trainable_network(options(Activation::kSilu, true, true, true),
                                        Initialization::kPytorch, rng);
  std::string names;
  std::int64_t count = 0;
  network.change_parameters([&](const ParametersOf<float>& tensors) {
    for (const auto& tensor : tensors) {
      names.append(tensor.name).append(to_string(tensor.shape)).append(" ");
      count += static_cast<std::int64_t>(tensor.values.size());
    }
    tensors[2].values[0] = 42.0F;
  });
  CHECK(names ==
        "w_in(4, 2) b_in(4,) w1(6, 4) b1(6,) w_gate(6, 4) b_gate(6,) w2(4, 6) b2(4,) w_out(3, 4) "
        "b_out(3,) ");
  CHECK(count == network.parameter_count());
  CHECK(network.ffn().layers().linear1.weight(0, 0) == 42.0F);
  auto bare = make_trainable_network(options(Activation::kRelu, false, false, true),
                                     Initialization::kPytorch, rng);
  bare.change_parameters([](const ParametersOf<float>& tensors) { CHECK(tensors.size() == 4); });
}

TEST_CASE("trainable_network: layers whose shapes do not match are rejected by name") {
  RandomState rng(9);
  const auto layers =
      random_network<float>(rng, options(Activation::kGelu, false, true, true)).layers();
  const auto check_error = [&](const char* message,
                               const std::function<void(TrainableLayers&)>& change) {
    TrainableLayers wrong = layers;
    change(wrong);
    CHECK_THROWS_WITH_AS(TrainableNetwork(wrong, {}), message, ArgumentError);
  };
  check_error("w_in is (5, 2); expected shape (4, 2)",
              [](auto& l) { l.input.weight.resize(5, 2); });
  check_error("w_in is (4, 0); expected dimensions of 1 or more",
              [](auto& l) { l.input.weight.resize(4, 0); });
  check_error("w_out is (3, 5); expected shape (3, 4)",
              [](auto& l) { l.output.weight.resize(3, 5); });
  check_error("b_in is (3,); expected shape (4,)", [](auto& l) { l.input.bias.resize(3); });
  check_error("b_out is (2,); expected shape (3,)", [](auto& l) { l.output.bias.resize(2); });
  check_error("w2 is (4, 7); expected shape (4, 6) to fit w1",
              [](auto& l) { l.ffn.linear2.weight.resize(4, 7); });
  TrainableNetworkOptions o = options(Activation::kGelu, false, true, true);
  o.ffn.d_model = 0;
  CHECK_THROWS_WITH_AS(make_trainable_network(o, Initialization::kPytorch, rng),
                       "d_model is 0; expected 1 or more", ArgumentError);
  o.d_in = 0;
  CHECK_THROWS_WITH_AS(make_trainable_network(o, Initialization::kPytorch, rng),
                       "d_in is 0; expected 1 or more", ArgumentError);
}
