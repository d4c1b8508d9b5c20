#include "ffn/nn/sequential.h"

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <utility>

#include "ffn/core/check.h"

using namespace ffn;

namespace {

FeedForward network(DropoutPlacement placement, double dropout, std::uint32_t seed = 1,
                    Activation kind = Activation::kGelu) {
  FeedForwardOptions options;
  options.d_model = 8;
  options.d_ff = 32;
  options.activation = kind;
  options.dropout = dropout;
  options.dropout_placement = placement;
  return make_feed_forward(options, Initialization::kPytorch, seed);
}

Matrix run(const FeedForward& ffn) {
  RandomState rng(9);
  Matrix x(10, 8);
  fill_randn(rng, 1.0, view(x));
  Matrix output(10, 8);
  ffn.forward(view(std::as_const(x)), view(output), nullptr);
  return output;
}

}  // namespace

TEST_CASE("sequential: order and contents of the layers") {
  const FeedForward ffn = network(DropoutPlacement::kHidden, 0.1);
  const auto layers = layers_of(ffn);
  const LayerKind kinds[] = {LayerKind::kLinear, LayerKind::kActivation, LayerKind::kDropout,
                             LayerKind::kLinear};
  for (std::size_t i = 0; i < 4; ++i) CHECK(layers[i].kind == kinds[i]);
  CHECK(layers[0].linear == &ffn.layers().linear1);
  CHECK(layers[1].activation == Activation::kGelu);
  CHECK(layers[1].linear == nullptr);
  CHECK(layers[2].dropout == 0.1);
  CHECK(layers[3].linear->in_features() == 32);
  CHECK(layers[3].linear->out_features() == 8);
  CHECK(layers_of(network(DropoutPlacement::kOutput, 0.1))[2].kind == LayerKind::kLinear);
  CHECK(layers_of(network(DropoutPlacement::kOutput, 0.1))[3].dropout == 0.1);
  CHECK(name_of(LayerKind::kLinear) == "linear");
  CHECK(name_of(LayerKind::kActivation) == "activation");
  CHECK(name_of(LayerKind::kDropout) == "dropout");
}

TEST_CASE(
    "sequential: copying the weights of layers 0 and 3 makes two networks give the same bits") {
  FeedForward sequential = network(DropoutPlacement::kHidden, 0.0, 1);
  const FeedForward standard = network(DropoutPlacement::kHidden, 0.0, 2);
  CHECK(run(sequential) != run(standard));
  const auto layers = layers_of(standard);
  sequential.change_layers([&](FeedForwardLayers& own) {
    own.linear1 = *layers[0].linear;
    own.linear2 = *layers[3].linear;
  });
  const Matrix a = run(sequential);
  const Matrix b = run(standard);
  CHECK(std::memcmp(a.data(), b.data(), sizeof(float) * static_cast<std::size_t>(a.size())) == 0);
}

TEST_CASE("sequential: to_string prints as PyTorch 1.13") {
  CHECK(to_string(network(DropoutPlacement::kHidden, 0.1)) ==
        "Sequential(\n"
        "  (0): Linear(in_features=8, out_features=32, bias=True)\n"
        "  (1): GELU(approximate='none')\n"
        "  (2): Dropout(p=0.1, inplace=False)\n"
        "  (3): Linear(in_features=32, out_features=8, bias=True)\n"
        ")");
  const auto line = [](const FeedForward& ffn, int wanted) {
    std::string text = to_string(ffn);
    for (int i = 0; i < wanted; ++i) text = text.substr(text.find('\n') + 1);
    return text.substr(0, text.find('\n'));
  };
  CHECK(line(network(DropoutPlacement::kHidden, 0.0, 1, Activation::kRelu), 2) == "  (1): ReLU()");
  CHECK(line(network(DropoutPlacement::kHidden, 0.0, 1, Activation::kGeluTanh), 2) ==
        "  (1): GELU(approximate='tanh')");
  CHECK(line(network(DropoutPlacement::kHidden, 0.0, 1, Activation::kSilu), 2) == "  (1): SiLU()");
  CHECK(line(network(DropoutPlacement::kHidden, 0.0, 1, Activation::kGeluSigmoid), 2) ==
        "  (1): QuickGELU()");
  CHECK(line(network(DropoutPlacement::kHidden, 0.0, 1, Activation::kIdentity), 2) ==
        "  (1): Identity()");
  CHECK(line(network(DropoutPlacement::kHidden, 0.0), 3) == "  (2): Dropout(p=0.0, inplace=False)");
  CHECK(line(network(DropoutPlacement::kHidden, 1e-7), 3) ==
        "  (2): Dropout(p=1e-07, inplace=False)");
  CHECK(line(network(DropoutPlacement::kOutput, 1.0), 4) == "  (3): Dropout(p=1.0, inplace=False)");
}

TEST_CASE("sequential: a gated network has no list of layers and prints named layers") {
  FeedForwardOptions options;
  options.d_model = 4;
  options.d_ff = 6;
  options.gated = true;
  options.bias = false;
  options.activation = Activation::kSilu;
  FeedForward gated = make_feed_forward(options, Initialization::kPytorch, 1);
  CHECK_THROWS_WITH(layers_of(gated),
                    "network is gated; expected one without a gate, which is a list of layers");
  CHECK(to_string(gated) ==
        "FeedForward(\n"
        "  (linear1): Linear(in_features=4, out_features=6, bias=False)\n"
        "  (gate): Linear(in_features=4, out_features=6, bias=False)\n"
        "  (activation): SiLU()\n"
        "  (dropout): Dropout(p=0.0, inplace=False)\n"
        "  (linear2): Linear(in_features=6, out_features=4, bias=False)\n"
        ")");
  options.dropout_placement = DropoutPlacement::kOutput;
  const std::string text = to_string(make_feed_forward(options, Initialization::kPytorch, 1));
  CHECK(text.find("linear2") < text.find("dropout"));
}

TEST_CASE("sequential: to_string rejects a value that is not an activation") {
  FeedForward odd = network(DropoutPlacement::kHidden, 0.0);
  odd.set_activation(static_cast<Activation>(99));
  CHECK_THROWS_WITH(to_string(odd), "activation is 99; expected a member of ffn::Activation");
}
