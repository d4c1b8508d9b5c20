// Passes use the new weights, whichever way the weights of a float network are written, never a
// stale packed copy.

#include <doctest/doctest.h>

#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "ffn/nn/feed_forward.h"
#include "ffn/nn/parameters.h"
#include "ffn/nn/transformer_block.h"
#include "ffn/train/trainable_network.h"
#include "ffn/train/training_run.h"
#include "nn/checked_tensor.h"
#include "nn/small_packed_network.h"

using namespace ffn;
using ffn::test::check_write;
using ffn::test::random_matrix;
using ffn::test::small_network;
using ffn::test::small_options;
using ffn::test::traced;
using ffn::test::untraced;

namespace {

template <class Network>
concept HasWritableLayers = requires(Network& network) {
  network.layers() = network.layers();
};

}  // namespace

TEST_CASE("packing: a pass after change_layers uses the written weights and biases") {
  FeedForward ffn = small_network();
  check_write(ffn, [&] {
    ffn.change_layers([](FeedForwardLayers& layers) { layers.linear1.weight(1, 2) += 1.0F; });
  });
  check_write(ffn, [&] {
    ffn.change_layers([](FeedForwardLayers& layers) { layers.linear1.bias(3) += 1.0F; });
  });
  check_write(ffn, [&] {
    ffn.change_layers([](FeedForwardLayers& layers) { layers.gate.weight *= 2.0F; });
  });
  check_write(ffn, [&] {
    ffn.change_layers([](FeedForwardLayers& layers) { layers.gate.bias(0) -= 1.0F; });
  });
  check_write(ffn, [&] {
    ffn.change_layers([](FeedForwardLayers& layers) { layers.linear2.weight.setConstant(0.5F); });
  });
  check_write(ffn, [&] {
    ffn.change_layers([](FeedForwardLayers& layers) { layers.linear2.bias(4) = 9.0F; });
  });
}

TEST_CASE("packing: passes within change_layers use the values of that moment") {
  FeedForward ffn = small_network();
  const Matrix first = untraced(ffn);
  ffn.change_layers([&](FeedForwardLayers& layers) {
    layers.linear2.bias(0) += 1.0F;
    const Matrix second = untraced(ffn);
    CHECK(second != first);
    CHECK(second == traced(ffn));
    ffn.change_layers([](FeedForwardLayers& same) { same.linear1.weight *= 0.5F; });
    CHECK(untraced(ffn) == traced(ffn));
    const FeedForward copy = ffn;
    layers.linear1.weight *= 3.0F;
    CHECK(untraced(ffn) == traced(ffn));
    CHECK(untraced(copy) == traced(copy));
    CHECK(untraced(copy) != untraced(ffn));
  });
  CHECK(untraced(ffn) == traced(ffn));
}

TEST_CASE("packing: an exception in change_layers leaves the written weights in use") {
  FeedForward ffn = small_network();
  check_write(ffn, [&] {
    CHECK_THROWS_AS(ffn.change_layers([](FeedForwardLayers& layers) {
      layers.linear1.weight *= 2.0F;
      throw ArgumentError("x", "y", "z");
    }),
                    ArgumentError);
  });
}

TEST_CASE("packing: change_layers may change sizes and rejects layers that do not match") {
  FeedForward ffn = small_network(1, false);
  untraced(ffn);
  ffn.change_layers([](FeedForwardLayers& layers) { layers = small_network(2, true).layers(); });
  CHECK(ffn.gated());
  CHECK(untraced(ffn) == traced(ffn));
  CHECK(untraced(ffn) == untraced(small_network(2, true)));
  CHECK_THROWS_WITH_AS(
      ffn.change_layers([](FeedForwardLayers& layers) { layers.linear2.weight.resize(5, 7); }),
      "w2 is (5, 7); expected shape (5, 19) to fit w1", ArgumentError);
  CHECK(ffn.d_model() == 0);
  CHECK_THROWS_AS(untraced(ffn), ArgumentError);
  CHECK_THROWS_AS(traced(ffn), ArgumentError);
  ffn = small_network(4);
  CHECK(untraced(ffn) == traced(ffn));
}

TEST_CASE(
    "packing: a pass after change_parameters uses the written weights, also in blocks and stacks") {
  FeedForward ffn = small_network();
  for (std::size_t i = 0; i < parameters_of<const float>(ffn).size(); ++i) {
    check_write(ffn, [&] {
      change_parameters<float>(
          ffn, [i](const ParametersOf<float>& list) { list[i].values[0] += 0.75F; });
    });
  }
  check_write(ffn, [&] {
    const FeedForward other = small_network(9);
    change_parameters<float>(ffn, [&](const ParametersOf<float>& list) {
      assign_parameters<float>(list, parameters_of<const float>(std::as_const(other)));
    });
  });
  TransformerBlockOptions options;
  options.attention = {5, 1};
  options.feed_forward = small_options();
  RandomState rng(6);
  TransformerBlock block = make_transformer_block(options, Initialization::kPytorch, rng);
  check_write(block.feed_forward(), [&] {
    change_parameters<float>(block,
                             [](const ParametersOf<float>& list) { list.back().values[1] = 3.0F; });
  });
  check_write(block.feed_forward(), [&] {
    change_parameters<float>(block, [&](const ParametersOf<float>& list) {
      list.back().values[1] = 4.0F;
      untraced(block.feed_forward());
      list.back().values[1] = 5.0F;
    });
  });
}

TEST_CASE("packing: a pass after a training step uses the trained weights") {
  Dataset data;
  RandomState rng(5);
  data.inputs = random_matrix<float>(rng, 9, 5);
  data.targets = random_matrix<float>(rng, 9, 1);
  TrainingOptions options;
  options.network.ffn = small_options();
  options.batch_size = 4;
  TrainingRun run(data, options);
  const FeedForward& ffn = run.network().ffn();
  const Matrix first = untraced(ffn);
  run.step(3);
  const Matrix third = untraced(ffn);
  CHECK(third != first);
  CHECK(third == traced(ffn));
  run.rewind(0);
  CHECK(untraced(ffn) == first);
  run.rewind(3);
  CHECK(untraced(ffn) == third);
  TrainableLayers layers = run.network().layers();
  layers.ffn.linear2.weight *= 2.0F;
  run.set_weights(layers);
  CHECK(untraced(ffn) == traced(ffn));
  CHECK(untraced(ffn) != third);
}

TEST_CASE(
    "packing: a pass after change_parameters of a trainable network uses the written weights") {
  RandomState rng(2);
  TrainableNetworkOptions options;
  options.d_in = options.d_out = 2;
  options.ffn = small_options();
  TrainableNetwork network = make_trainable_network(options, Initialization::kPytorch, rng);
  const Matrix before = untraced(network.ffn());
  network.change_parameters([](const ParametersOf<float>& list) { list[2].values[0] += 2.0F; });
  CHECK(untraced(network.ffn()) != before);
  CHECK(untraced(network.ffn()) == traced(network.ffn()));
}

TEST_CASE("packing: views that could write without notice do not exist for float") {
  CHECK_FALSE(HasWritableLayers<FeedForward>);
  CHECK(HasWritableLayers<FeedForwardOf<double>>);  // the reference packs nothing
}

TEST_CASE("packing: the activation is not part of the packed weights") {
  FeedForward ffn = small_network();
  const PackedLayers* const packed = ffn.packed().get();
  check_write(ffn, [&] { ffn.set_activation(Activation::kRelu); });
  CHECK(ffn.packed().get() == packed);
}
