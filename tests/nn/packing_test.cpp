// Passes use the new weights, whichever way the weights of a float network are written, never a
// stale packed copy; and several threads may run passes of one network.

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "ffn/nn/feed_forward.h"
#include "ffn/nn/parameters.h"
#include "ffn/nn/transformer_block.h"
#include "ffn/train/trainable_network.h"
#include "ffn/train/training_run.h"
#include "nn/checked_tensor.h"

#if !defined(__wasm__)
#include <thread>
#endif

using namespace ffn;
using ffn::test::random_matrix;

namespace {

FeedForwardOptions small_options(bool gated = false) {
  FeedForwardOptions options;
  options.d_model = 5;
  options.d_ff = 19;
  options.gated = gated;
  return options;
}

FeedForward small_network(std::uint32_t seed = 1, bool gated = true) {
  return make_feed_forward(small_options(gated), Initialization::kPytorch, seed);
}

Matrix input() {
  RandomState rng(3);
  return random_matrix<float>(rng, 4, 5);
}

Matrix untraced(const FeedForward& ffn) {
  const Matrix x = input();
  Matrix output(4, 5);
  ffn.forward(view(x), view(output), nullptr);
  return output;
}

// Returns the output of a pass with a trace, which uses no packed weights.
Matrix traced(const FeedForward& ffn) {
  const Matrix x = input();
  Matrix output(4, 5);
  FeedForwardTrace trace;
  ffn.forward(view(x), view(output), &trace);
  return output;
}

// Checks that `write` changes the output, and that the pass after it uses the new weights.
void check_write(FeedForward& ffn, const std::function<void()>& write) {
  const Matrix before = untraced(ffn);
  CHECK(before == traced(ffn));
  write();
  CHECK(untraced(ffn) != before);
  CHECK(untraced(ffn) == traced(ffn));
}

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

TEST_CASE("packing: copies share the packed weights until one changes") {
  FeedForward ffn = small_network();
  const Matrix before = untraced(ffn);
  FeedForward copy = ffn;
  CHECK(copy.packed() == ffn.packed());
  CHECK(untraced(copy) == before);
  check_write(copy, [&] {
    copy.change_layers([](FeedForwardLayers& layers) { layers.linear1.weight *= 2.0F; });
  });
  CHECK(copy.packed() != ffn.packed());
  CHECK(untraced(ffn) == before);
  check_write(copy, [&] { copy = ffn; });
  CHECK(copy.packed() == ffn.packed());
  check_write(copy, [&] { copy = small_network(8); });
  const FeedForward late = small_network();  // copied before it is packed
  const FeedForward later = late;
  CHECK(untraced(later) == untraced(late));
}

TEST_CASE("packing: a moved network keeps its packed weights and the other can be assigned again") {
  FeedForward ffn = small_network();
  const Matrix before = untraced(ffn);
  const auto packed = ffn.packed();
  FeedForward moved = std::move(ffn);
  CHECK(moved.packed() == packed);
  CHECK(untraced(moved) == before);
  ffn = small_network(2);
  CHECK(untraced(ffn) == traced(ffn));
  ffn = std::move(moved);
  CHECK(ffn.packed() == packed);
  CHECK(untraced(ffn) == before);
}

TEST_CASE("packing: the activation is not part of the packed weights") {
  FeedForward ffn = small_network();
  const PackedLayers* const packed = ffn.packed().get();
  check_write(ffn, [&] { ffn.set_activation(Activation::kRelu); });
  CHECK(ffn.packed().get() == packed);
}

TEST_CASE(
    "packing: packed layers outlive the network and its changes, and a change packs in the same "
    "memory") {
  FeedForward ffn = small_network();
  const PackedLayers* const address = ffn.packed().get();
  ffn.change_layers([](FeedForwardLayers& layers) { layers.linear1.weight *= 2.0F; });
  CHECK(ffn.packed().get() == address);
  const Matrix before = untraced(ffn);
  const std::shared_ptr<const PackedLayers> kept = ffn.packed();
  ffn.change_layers([](FeedForwardLayers& layers) { layers.linear1.weight *= 2.0F; });
  CHECK(ffn.packed() != kept);
  ffn = small_network(7);
  const Matrix x = input();
  Matrix output(4, 5);
  kept->forward({view(x), view(output), ffn.activation(), {0, 19}});
  CHECK(output == before);
}

#if !defined(__wasm__)
TEST_CASE("packing: several threads may run the first passes of one network and copy it") {
  for (int round = 0; round < 50; ++round) {
    const FeedForward ffn = small_network(static_cast<std::uint32_t>(round));
    const Matrix expected = traced(ffn);
    std::vector<int> wrong(4, 0);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < wrong.size(); ++i) {
      threads.emplace_back([&, i] {
        FeedForward copy = ffn;
        wrong[i] += untraced(ffn) == expected ? 0 : 1;
        copy.change_layers([](FeedForwardLayers& layers) { layers.linear2.bias(0) += 1.0F; });
        wrong[i] += untraced(copy) == expected ? 1 : 0;
        copy = ffn;
        wrong[i] += untraced(copy) == expected ? 0 : 1;
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == std::vector<int>(4, 0));
  }
}
#endif
