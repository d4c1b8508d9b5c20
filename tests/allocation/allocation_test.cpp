// Injected failure of every single allocation: the call throws std::bad_alloc, nothing leaks, and
// the objects involved remain usable.

#include "allocation/failing_allocator.h"

#include <utility>

#include "ffn/ffn.h"
#include "golden.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::fail_every_allocation;
using ffn::test::random_matrix;

namespace {

FeedForwardOptions gated_with_dropout() {
  FeedForwardOptions options;
  options.d_model = 6;
  options.d_ff = 8;
  options.gated = true;
  options.dropout = 0.5;
  return options;
}

TransformerBlockOptions block_options() {
  TransformerBlockOptions options;
  options.attention = {6, 2, true, true, 0.25};
  options.feed_forward = gated_with_dropout();
  options.dropout = 0.25;
  return options;
}

Dataset small_data() {
  Dataset data;
  RandomState rng(5);
  data.inputs = random_matrix<float>(rng, 9, 2);
  data.targets = random_matrix<float>(rng, 9, 1);
  return data;
}

TrainingOptions small_training() {
  TrainingOptions options;
  options.network.ffn.d_model = 4;
  options.network.ffn.d_ff = 8;
  options.batch_size = 4;
  options.snapshot_every = 2;
  return options;
}

std::uint64_t weight_bits(const TrainingRun& run) {
  return test::bits_of(run.network().ffn().layers().linear1.weight);
}

}  // namespace

TEST_CASE("allocation: constructing a network fails cleanly at every allocation") {
  const std::int64_t allocations = fail_every_allocation(
      [] { make_feed_forward(gated_with_dropout(), Initialization::kPytorch, 1); });
  CHECK(allocations >= 6);  // three weights, three biases
}

TEST_CASE(
    "allocation: forward and backward of a network fail cleanly and the network remains usable") {
  const FeedForward network = make_feed_forward(gated_with_dropout(), Initialization::kPytorch, 1);
  RandomState data(2);
  const Matrix x = random_matrix<float>(data, 5, 6);
  Matrix output(5, 6);
  Matrix grad_x(5, 6);
  const auto pass = [&] {
    RandomState mask(3);
    FeedForwardTrace trace;
    network.forward(view(x), view(output), &trace, &mask);
    FeedForwardLayers grads = zeros_like(network.layers());
    FeedForwardTraceGradients of_trace;
    network.backward(view(x), trace, view(std::as_const(output)), grads, view(grad_x), &of_trace);
  };
  pass();
  const std::uint64_t expected = test::bits_of(grad_x);
  CHECK(fail_every_allocation(pass) >= 12);
  CHECK(test::bits_of(grad_x) == expected);
  const auto first_pass = [&] {
    const FeedForward fresh(FeedForwardLayers(network.layers()), gated_with_dropout());
    fresh.forward(view(x), view(output), nullptr);
  };
  CHECK(fail_every_allocation(first_pass) >=
        14);  // six copied tensors, their packed copy, the hidden tensor with the gate
}

TEST_CASE("allocation: a second trace and backward pass of the same shape allocate nothing") {
  FeedForwardOptions options = gated_with_dropout();
  for (const bool gated : {false, true}) {
    for (const DropoutPlacement placement :
         {DropoutPlacement::kHidden, DropoutPlacement::kOutput}) {
      options.gated = gated;
      options.dropout_placement = placement;
      const FeedForward network = make_feed_forward(options, Initialization::kPytorch, 1);
      const Matrix x = Matrix::Ones(5, 6);
      Matrix output(5, 6);
      Matrix grad_x(5, 6);
      RandomState mask(3);
      FeedForwardTrace trace;
      FeedForwardTraceGradients of_trace;
      FeedForwardLayers grads = zeros_like(network.layers());
      const auto pass = [&] {
        network.forward(view(x), view(output), &trace, &mask);
        network.backward(view(x), trace, view(std::as_const(output)), grads, view(grad_x),
                         &of_trace, Write::kReplace);
      };
      pass();
      CHECK(fail_every_allocation(pass) == 0);
    }
  }
}

TEST_CASE("allocation: a pass with packed weights fails cleanly and the network remains usable") {
  const FeedForward network = make_feed_forward(gated_with_dropout(), Initialization::kPytorch, 1);
  RandomState data(2);
  const Matrix x = random_matrix<float>(data, 5, 6);
  Matrix output(5, 6);
  const auto pass = [&] { network.forward(view(x), view(output), nullptr); };
  pass();
  const std::uint64_t expected = test::bits_of(output);
  CHECK(fail_every_allocation(pass) ==
        1);  // the hidden tensor with the gate; checks that succeed allocate nothing
  CHECK(test::bits_of(output) == expected);
}

TEST_CASE("allocation: a gate adds no allocation to a pass with packed weights") {
  const Matrix x = Matrix::Ones(5, 6);
  Matrix output(5, 6);
  const auto allocations = [&](bool gated) {
    FeedForwardOptions options = gated_with_dropout();
    options.gated = gated;
    const FeedForward network = make_feed_forward(options, Initialization::kPytorch, 1);
    const auto pass = [&] { network.forward(view(x), view(output), nullptr); };
    pass();
    return fail_every_allocation(pass);
  };
  CHECK(allocations(true) == allocations(false));
}

TEST_CASE(
    "allocation: a change of shared packed weights fails without effect, and the pass after a "
    "change allocates no packed weights") {
  FeedForward network = make_feed_forward(gated_with_dropout(), Initialization::kPytorch, 1);
  const Matrix x = Matrix::Ones(5, 6);
  Matrix output(5, 6);
  const auto pass = [&] { network.forward(view(x), view(output), nullptr); };
  const auto change = [&] {
    network.change_layers([](FeedForwardLayers& layers) { layers.linear2.bias(0) += 1.0F; });
  };
  pass();
  const std::uint64_t before = test::bits_of(output);
  const std::int64_t of_a_pass = fail_every_allocation(pass);
  const auto shared = network.packed();
  test::fail_after(0);
  CHECK_THROWS_AS(change(), std::bad_alloc);
  test::stop_failing();
  pass();
  CHECK(test::bits_of(output) == before);
  change();
  CHECK(fail_every_allocation(pass) == of_a_pass);
  CHECK(test::bits_of(output) != before);
  CHECK(fail_every_allocation(change) == 0);  // nobody shares the packed weights any more
}

TEST_CASE("allocation: a trace that is resized survives every failure") {
  const FeedForward network = make_feed_forward(gated_with_dropout(), Initialization::kPytorch, 1);
  RandomState data(2);
  const Matrix x = random_matrix<float>(data, 9, 6);
  Matrix output(9, 6);
  const auto grow = [&] {
    RandomState mask(3);
    FeedForwardTrace trace;
    for (const Index tokens : {4, 9, 2}) {
      network.forward(row_slice(view(x), 0, tokens), MatrixView(output.data(), tokens, 6), &trace,
                      &mask);
    }
  };
  CHECK(fail_every_allocation(grow) >= 15);
}

TEST_CASE(
    "allocation: forward and backward of a Transformer block fail cleanly and the block remains "
    "usable") {
  RandomState rng(4);
  CHECK(fail_every_allocation(
            [&] { make_transformer_block(block_options(), Initialization::kPytorch, rng); }) >= 14);
  const TransformerBlock block =
      make_transformer_block(block_options(), Initialization::kPytorch, rng);
  const Matrix x = random_matrix<float>(rng, 6, 6);
  Matrix output(6, 6);
  Matrix grad_x(6, 6);
  const auto pass = [&] {
    RandomState mask(3);
    TransformerBlockTraceOf<float> trace;
    block.forward(view(x), 3, view(output), trace, &mask);
    auto grads = zeros_like(block);
    block.backward(3, trace, view(std::as_const(output)), grads, view(grad_x));
  };
  pass();
  const std::uint64_t expected = test::bits_of(grad_x);
  CHECK(fail_every_allocation(pass) >= 50);
  CHECK(test::bits_of(grad_x) == expected);
}

TEST_CASE(
    "allocation: a training run fails cleanly at every allocation and its state is unchanged") {
  const Dataset data = small_data();
  const TrainingOptions options = small_training();
  CHECK(fail_every_allocation([&] { TrainingRun run(data, options); }) >= 20);
  CHECK(fail_every_allocation([&] {
          TrainingRun run(data, options);
          run.step(5);
          run.rewind(3);
          run.trace_data();
          run.data_gradients();
          run.predict(view(std::as_const(data.inputs)));
        }) >= 100);

  TrainingRun run(data, options);
  TrainingRun undisturbed(data, options);
  for (std::int64_t succeeding = 0;; ++succeeding) {  // a failed step changes nothing
    test::fail_after(succeeding);
    try {
      run.step(1);
    } catch (const std::bad_alloc&) {
    }
    if (!test::stop_failing()) break;
    CHECK(run.steps() == 0);
    CHECK(weight_bits(run) == weight_bits(undisturbed));
  }
  undisturbed.step(1);
  CHECK(run.steps() == 1);
  CHECK(weight_bits(run) == weight_bits(undisturbed));
}

TEST_CASE(
    "allocation: a failed change of a training run has no effect and loses no recorded step") {
  const Dataset data = small_data();
  const TrainingOptions options = small_training();
  // The initial step, a step with a snapshot and a step without.
  for (const Index step : {0, 2, 3}) {
    for (const bool of_weights : {false, true}) {
      TrainingRun run(data, options);
      TrainableLayers other = run.network().layers();
      run.step(5);
      const std::uint64_t last = weight_bits(run);
      for (std::int64_t succeeding = 0;; ++succeeding) {
        TrainableLayers given = other;
        run.rewind(step);
        test::fail_after(succeeding);
        try {
          of_weights ? run.set_weights(std::move(given)) : run.set_lr(0.5);
        } catch (const std::bad_alloc&) {
        }
        if (!test::stop_failing()) break;
        CAPTURE(succeeding);
        run.rewind(0);
        run.rewind(5);
        CHECK(weight_bits(run) == last);
      }
    }
  }
}

TEST_CASE("allocation: writing and reading a checkpoint fail cleanly at every allocation") {
  const std::vector<float> values{1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F};
  const std::vector<TensorToWrite> tensors{
      {"h.0.mlp.c_fc.weight", {2, 3}, values},
      {"a name longer than a short string holds", {6}, values}};
  const SafetensorsMetadata metadata{{"format", "pt"},
                                     {"written by", "a test whose text is not short"}};
  CHECK(fail_every_allocation([&] { write_safetensors(tensors, metadata); }) >= 3);
  const std::vector<std::byte> file = write_safetensors(tensors, metadata);
  const auto size = static_cast<std::int64_t>(file.size());
  const auto read = [&] {
    const auto length = static_cast<std::size_t>(header_length(std::span(file).first(8), size));
    const SafetensorsHeader header = read_header(std::span(file).subspan(8, length), size);
    const TensorInfo& tensor = header.at("h.0.mlp.c_fc.weight");
    std::vector<float> out(6);
    decode<float>(tensor.dtype,
                  std::span(file).subspan(static_cast<std::size_t>(tensor.bytes.begin), 24), out);
    find_gpt2(header);
    return out == values;
  };
  CHECK(read());
  CHECK(fail_every_allocation([&] { read(); }) >= 10);
}
