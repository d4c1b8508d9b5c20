#include "ffn/io/bert.h"

#include <doctest/doctest.h>

#include "ffn/io/feed_forward_table.h"
#include "ffn/io/gpt2.h"
#include "ffn/io/safetensors_writer.h"
#include "golden.h"
#include "io/golden_file.h"

using namespace ffn;

namespace {

// A BERT model of one layer with the weights of the golden data "biased", 6 -> 10 -> 6.
std::string bert_file(const test::Golden& golden, const std::string& prefix) {
  const auto values = [&](const char* name) {
    const Matrix matrix = golden.at(name).matrix();
    return std::vector<float>(matrix.data(), matrix.data() + matrix.size());
  };
  const std::vector<float> w1 = values("w1");
  const std::vector<float> b1 = values("b1");
  const std::vector<float> w2 = values("w2");
  const std::vector<float> b2 = values("b2");
  const std::vector<float> words(5 * 6);
  const std::string layer = prefix + "encoder.layer.0.";
  const auto bytes =
      write_safetensors({{layer + "intermediate.dense.weight", {10, 6}, w1},
                         {layer + "intermediate.dense.bias", {10}, b1},
                         {layer + "output.dense.weight", {6, 10}, w2},
                         {layer + "output.dense.bias", {6}, b2},
                         {layer + "attention.output.dense.bias", {6}, b2},
                         {prefix + "embeddings.word_embeddings.weight", {5, 6}, words}});
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

TEST_CASE("bert: a feed-forward network read from a file agrees with PyTorch") {
  const auto golden = test::read_golden("biased");
  const Matrix x = golden.at("x").matrix();
  for (const std::string prefix : {"", "bert."}) {
    const std::string file = bert_file(golden, prefix);
    const SafetensorsHeader header = test::open_file(file);
    const auto model = find_bert(header);
    REQUIRE(model.has_value());
    CHECK(model->n_layers == 1);
    CHECK(model->d_model == 6);
    CHECK(model->d_ff == 10);
    CHECK(model->n_vocab == 5);
    CHECK(model->n_positions == 0);
    CHECK_FALSE(find_gpt2(header).has_value());
    const FeedForwardTable table = find_feed_forwards(header).value();
    CHECK(table.family == ModelFamily::kBert);
    CHECK(table.d_ff(table.layout) == 10);
    const FeedForward network(
        decode_feed_forward(test::fetch(file, header, feed_forward_tensors(table, 0)),
                            table.layout),
        bert_feed_forward_options());
    Matrix output(x.rows(), x.cols());
    network.forward(view(x), view(output), nullptr);
    CHECK(test::relative_error(output, golden.at("output_gelu")) < 2e-6);
  }
}

TEST_CASE("bert: a GPT-2 is not taken for a BERT") {
  CHECK_FALSE(find_bert(test::open_file(test::read_golden_file("gpt2_f32"))).has_value());
}
