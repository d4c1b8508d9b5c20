// Injected allocation failures in every analysis, in a stack of blocks and in reading data sets, as
// in allocation_test.cpp.

#include <functional>
#include <utility>

#include "allocation/failing_allocator.h"
#include "ffn/ffn.h"
#include "golden.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::fail_every_allocation;
using ffn::test::random_matrix;

namespace {

struct Question {
  const char* name;
  std::function<void()> ask;
};

FeedForwardOptions small_options() {
  FeedForwardOptions options;
  options.d_model = 4;
  options.d_ff = 6;
  options.gated = true;
  return options;
}

BlockStackOptions stack_options() {
  BlockStackOptions options;
  options.block.attention = {4, 2, true, true, 0.25};
  options.block.feed_forward = small_options();
  options.n_layers = 2;
  return options;
}

}  // namespace

TEST_CASE(
    "allocation: every analysis fails cleanly at every allocation, and the network remains "
    "usable") {
  const FeedForward network = make_feed_forward(small_options(), Initialization::kPytorch, 1);
  RandomState rng(2);
  const Matrix x = random_matrix<float>(rng, 5, 4);
  Matrix output(5, 4);
  FeedForwardTrace trace;
  network.forward(view(x), view(output), &trace);
  network.packed();  // which the network keeps
  const std::uint64_t expected = test::bits_of(output);
  const std::span<const float> values(x.data(), static_cast<std::size_t>(x.size()));
  const std::vector<double> percents{5, 50, 95};
  const std::vector<Activation> kinds{Activation::kGelu, Activation::kRelu};
  DropoutExperiment dropout;
  dropout.dropout = 0.5;
  dropout.passes = 3;
  AblationOptions ablation;
  ablation.neurons = {1, 3};
  DimensionConfiguration sizes;
  sizes.network = small_options();
  const Question questions[] = {
      {"histogram", [&] { histogram(values, 4); }},
      {"percentiles", [&] { percentiles(values, percents); }},
      {"sparsity", [&] { sparsity(view(x), 0.1); }},
      {"dead_units",
       [&] {
         dead_units(Activation::kRelu, view(std::as_const(trace.pre_activation)),
                    view(std::as_const(trace.hidden)), 0.1);
       }},
      {"rank_neurons", [&] { rank_neurons(network, view(std::as_const(trace.hidden))); }},
      {"neuron",
       [&] {
         neuron_at(network, view(std::as_const(trace.pre_activation)),
                   view(std::as_const(trace.hidden)), 1, 2);
       }},
      {"independence", [&] { independence(network, view(x)); }},
      {"ablation", [&] { ablate(network, view(x), ablation); }},
      {"dropout_statistics", [&] { dropout_statistics(network, view(x), dropout); }},
      {"forward_stages", [&] { ForwardStages(network, view(x)).run(ForwardStage::kLinear2, 1); }},
      {"forward_statistics",
       [&] { compare_forward(network, view(x), Activation::kGelu, Activation::kRelu); }},
      {"dimension_check", [&] { check_dimensions(sizes); }},
      {"activation_curves",
       [&] {
         compare_activations(kinds, {-3, 3, 9});
       }},
      {"activation_difference", [&] {
         activation_difference(Activation::kGelu, Activation::kRelu, {-3, 3, 9});
       }}};
  for (const Question& question : questions) {
    CAPTURE(question.name);
    CHECK(fail_every_allocation(question.ask) >= 1);
  }
  network.forward(view(x), view(output), nullptr);
  CHECK(test::bits_of(output) == expected);
}

TEST_CASE("allocation: a stack of blocks fails cleanly at every allocation and remains usable") {
  RandomState rng(3);
  const BlockStack stack = make_block_stack(stack_options(), Initialization::kPytorch, rng);
  const Matrix x = random_matrix<float>(rng, 6, 4);
  Matrix output(6, 4);
  const auto pass = [&] {
    RandomState mask(5);
    BlockStack::Trace trace;
    stack.forward(view(x), 3, view(output), &trace, &mask);
    auto grads = zeros_like(stack);
    stack.backward(3, trace, view(std::as_const(output)), grads);
  };
  pass();
  const std::uint64_t expected = test::bits_of(output);
  CHECK(fail_every_allocation(pass) >= 100);
  CHECK(test::bits_of(output) == expected);
  CHECK(fail_every_allocation([&] { gradient_by_depth(stack, view(x), 3, view(x)); }) >= 100);
}

TEST_CASE("allocation: data sets fail cleanly at every allocation") {
  const std::string csv = "a long name of the first column,y\n1.5,2\n-3,4\n0.25,1e3\n";
  CHECK(fail_every_allocation([&] { dataset_from_csv(csv); }) >= 5);
  for (const ToyData kind : {ToyData::kSine, ToyData::kSpiral, ToyData::kPolynomial}) {
    ToyDataOptions options;
    options.kind = kind;
    options.n = 6;
    CHECK(fail_every_allocation([&] { make_toy_data(options); }) >= 2);
  }
}
