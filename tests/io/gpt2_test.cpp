#include "ffn/io/gpt2.h"

#include <doctest/doctest.h>

#include <cmath>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "golden.h"
#include "io/golden_file.h"

using namespace ffn;

namespace {

constexpr const char* kFiles[] = {"gpt2_f32", "gpt2_f16", "gpt2_bf16"};
constexpr Index kHeads = 2;

// Tolerance for attention and blocks: 5e-6 of each value plus 3e-6 of the largest. Returns the
// error as a fraction of the tolerance.
double share_of_gate(const Matrix& actual, const test::GoldenTensor& expected) {
  double largest = 0.0;
  for (const double value : expected.values) largest = std::max(largest, std::abs(value));
  double share = 0.0;
  for (Index i = 0; i < actual.size(); ++i) {
    const double wanted = expected.values[static_cast<std::size_t>(i)];
    const double gate = 5e-6 * std::abs(wanted) + 3e-6 * largest;
    const double now = std::abs(static_cast<double>(actual.data()[i]) - wanted) / gate;
    if (!(now <= share)) share = now;  // also for NaN
  }
  return share;
}

}  // namespace

TEST_CASE("gpt2: find_gpt2 returns the sizes of the model") {
  for (const std::string name : kFiles) {
    const auto model = find_gpt2(test::open_file(test::read_golden_file(name)));
    REQUIRE(model.has_value());
    CHECK(model->layers == (name == "gpt2_f32" ? "h." : "transformer.h."));
    CHECK(model->n_layers == 2);
    CHECK(model->d_model == 8);
    CHECK(model->d_ff == 32);
    CHECK(model->n_vocab == 11);
    CHECK(model->n_positions == 6);
  }
  CHECK_FALSE(find_gpt2(test::open_file(test::file_of("{}"))).has_value());
}

TEST_CASE("gpt2: a block read from a file agrees with PyTorch") {
  const auto golden = test::read_golden("checkpoint");
  const Matrix x = golden.at("x").matrix();
  double worst = 0.0;
  for (const std::string name : kFiles) {
    const std::string file = test::read_golden_file(name);
    const SafetensorsHeader header = test::open_file(file);
    for (std::int64_t layer = 0; layer < 2; ++layer) {
      const auto needed = gpt2_block_tensors(find_gpt2(header).value(), layer);
      const TransformerBlock block = make_gpt2_block(gpt2_block(test::fetch(file, header, needed)),
                                                     gpt2_block_options(8, kHeads));
      TransformerBlockTraceOf<float> trace;
      Matrix output(x.rows(), x.cols());
      block.forward(view(x), 5, view(output), trace);
      const double share =
          share_of_gate(output, golden.at(name + "_block_" + std::to_string(layer)));
      CHECK(share < 1.0);
      worst = std::max(worst, share);
    }
  }
  MESSAGE("largest error: " << worst << " of the gate");
}

TEST_CASE("gpt2: the causal mask is not read as a bias") {
  const SafetensorsHeader header = test::open_file(test::read_golden_file("gpt2_f32"));
  CHECK(header.at("h.0.attn.bias").shape == Shape{1, 1, 6, 6});
  for (const NeededTensor& tensor : gpt2_block_tensors(find_gpt2(header).value(), 0))
    CHECK(tensor.name != "h.0.attn.bias");
}

TEST_CASE("gpt2: query, key and value are the transposed thirds of c_attn") {
  const std::string file = test::read_golden_file("gpt2_f32");
  const SafetensorsHeader header = test::open_file(file);
  const auto needed = gpt2_block_tensors(find_gpt2(header).value(), 1);
  const auto block = gpt2_block(test::fetch(file, header, needed));
  const std::vector<float> c_attn =
      test::values_of<float>(file, header.at("h.1.attn.c_attn.weight"));  // (8, 24)
  const std::vector<float> bias = test::values_of<float>(file, header.at("h.1.attn.c_attn.bias"));
  const std::vector<float> c_proj =
      test::values_of<float>(file, header.at("h.1.attn.c_proj.weight"));  // (8, 8)
  const Linear* parts[] = {&block.attention.query, &block.attention.key, &block.attention.value};
  for (std::size_t part = 0; part < 3; ++part) {
    for (std::size_t out = 0; out < 8; ++out) {
      CHECK(parts[part]->bias[static_cast<Index>(out)] == bias[8 * part + out]);
      for (std::size_t in = 0; in < 8; ++in) {
        CHECK(parts[part]->weight(static_cast<Index>(out), static_cast<Index>(in)) ==
              c_attn[24 * in + 8 * part + out]);
        CHECK(block.attention.output.weight(static_cast<Index>(out), static_cast<Index>(in)) ==
              c_proj[8 * in + out]);
      }
    }
  }
}

TEST_CASE("gpt2: missing or transposed tensors are rejected by name") {
  std::vector<TensorInfo> tensors = test::open_file(test::read_golden_file("gpt2_f32")).tensors();
  for (TensorInfo& tensor : tensors) {
    if (tensor.name == "h.0.mlp.c_proj.weight") tensor.shape = {8, 32};
    if (tensor.name == "h.1.attn.c_proj.bias") tensor.name = "h.1.attn.c_proj.bia";
  }
  const SafetensorsHeader header(tensors, {});
  const ModelInFile model = find_gpt2(header).value();
  CHECK(model.n_layers == 2);
  CHECK_THROWS_WITH_AS(find_tensors(header, gpt2_block_tensors(model, 0)),
                       "tensor \"h.0.mlp.c_proj.weight\" shape is (8, 32); expected (32, 8)",
                       CheckpointError);
  CHECK_THROWS_WITH_AS(find_tensors(header, gpt2_block_tensors(model, 1)),
                       "tensor \"h.1.attn.c_proj.bias\" is missing; expected one of shape (8,)",
                       CheckpointError);
  CHECK_THROWS_WITH(gpt2_block_tensors(model, 2), "layer is 2; expected a layer from 0 to 1");
  CHECK_THROWS_WITH(gpt2_block({}), "tensors is 0 tensors; expected 12");
}

TEST_CASE("gpt2: blocks are pre-norm and causal, with dropout on the output") {
  const TransformerBlockOptions options = gpt2_block_options(8, 4);
  CHECK(options.attention.n_heads == 4);
  CHECK(options.attention.causal);
  CHECK(options.norm == NormPlacement::kPre);
  CHECK(options.feed_forward.activation == Activation::kGeluTanh);
  CHECK(options.feed_forward.dropout_placement == DropoutPlacement::kOutput);
}

TEST_CASE("gpt2: a model is found with any prefix, and only in GPT-2's layout") {
  const auto with = [](const std::string& prefix, bool out_in) {
    std::vector<TensorInfo> tensors;
    const auto add = [&](const std::string& name, Shape shape) {
      tensors.push_back({prefix + name, Dtype::kF32, std::move(shape), {}});
    };
    add("wte.weight", {5, 4});
    add("h.0.mlp.c_fc.weight", out_in ? Shape{12, 4} : Shape{4, 12});
    add("h.0.mlp.c_proj.weight", out_in ? Shape{4, 12} : Shape{12, 4});
    return find_gpt2(SafetensorsHeader(tensors, {}));
  };
  for (const char* prefix :
       {"", "transformer.", "_orig_mod.transformer.", "module.", "base_model.model.transformer."}) {
    CAPTURE(prefix);
    REQUIRE(with(prefix, false).has_value());
    CHECK(with(prefix, false)->layers == std::string(prefix) + "h.");
    CHECK(with(prefix, false)->n_vocab == 5);
    CHECK_FALSE(with(prefix, true).has_value());
  }
  CHECK_FALSE(with("x", false).has_value());
}
