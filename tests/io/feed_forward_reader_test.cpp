#include "ffn/io/feed_forward_reader.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/safetensors_writer.h"
#include "ffn/io/shards.h"
#include "golden.h"
#include "io/golden_file.h"
#include "io/header_of.h"
#include "io/read_network.h"

using namespace ffn;
using test::kInOut;
using test::kOutIn;

namespace {

struct Named {
  std::string name;
  Matrix values;
};

std::string file_with(const std::vector<Named>& tensors, Dtype dtype = Dtype::kF32) {
  std::vector<TensorToWrite> list;
  for (const auto& [name, values] : tensors) {
    const Shape shape = name.ends_with(".bias") ? Shape{values.cols()} : shape_of(values);
    list.push_back({name, shape, elements_of(values), dtype});
  }
  const auto bytes = write_safetensors(list);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Returns a matrix with different numbers that BF16 represents.
Matrix numbered(Index rows, Index columns, float first) {
  Matrix matrix(rows, columns);
  for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = first + static_cast<float>(i % 128);
  return matrix;
}

FeedForwardTable table_of(const std::string& file) {
  return find_feed_forwards(test::open_file(file)).at(0);
}

}  // namespace

TEST_CASE("feed_forward_reader: networks read from files agree with PyTorch") {
  const auto golden = test::read_golden("checkpoint");
  const Matrix x = golden.at("x").matrix();
  for (const std::string name : {"gpt2_f32", "gpt2_f16", "gpt2_bf16"}) {
    const std::string file = test::read_golden_file(name);
    const SafetensorsHeader header = test::open_file(file);
    const FeedForwardTable table = find_feed_forwards(header).at(0);
    CHECK(table.layers == std::vector<std::int64_t>{0, 1});
    for (const std::int64_t layer : table.layers) {
      FeedForwardOptions options;
      options.activation = Activation::kGeluTanh;
      const FeedForward network(test::read_layers(file, header, table, layer), options);
      Matrix output(x.rows(), x.cols());
      network.forward(view(x), view(output), nullptr);
      CHECK(test::relative_error(
                output, golden.at(name + "_feed_forward_" + std::to_string(layer))) < 5e-6);
    }
  }
}

TEST_CASE("feed_forward_reader: weights, biases and gate go where they belong, in either layout") {
  const Matrix w1 = numbered(5, 3, 0);
  const Matrix gate = numbered(5, 3, 20);
  const Matrix w2 = numbered(3, 5, 40);
  const Matrix b1 = numbered(1, 5, 60);
  const Matrix b_gate = numbered(1, 5, 70);
  const Matrix b2 = numbered(1, 3, 80);
  for (const WeightLayout layout : {kOutIn, kInOut}) {
    const auto stored = [&](const Matrix& weight) {
      return layout == kOutIn ? weight : Matrix(weight.transpose());
    };
    const std::string file = file_with({{"0.gate_proj.weight", stored(w1)},
                                        {"0.gate_proj.bias", b1},
                                        {"0.up_proj.weight", stored(gate)},
                                        {"0.up_proj.bias", b_gate},
                                        {"0.down_proj.weight", stored(w2)},
                                        {"0.down_proj.bias", b2}},
                                       Dtype::kBF16);
    const FeedForwardTable table = table_of(file);
    CHECK(table.layout == layout);
    CHECK(weight_bytes(table) == 4 * (3 * 15 + 5 + 5 + 3));
    const FeedForwardLayers layers = test::read_layers(file, test::open_file(file), table, 0);
    CHECK(layers.linear1.weight == w1);
    CHECK(layers.linear1.bias == b1);
    CHECK(layers.gate.weight == gate);
    CHECK(layers.gate.bias == b_gate);
    CHECK(layers.linear2.weight == w2);
    CHECK(layers.linear2.bias == b2);
  }
}

TEST_CASE("feed_forward_reader: one matrix is divided in the order of its names") {
  const Matrix both = numbered(10, 3, 0);
  const Matrix bias = numbered(1, 10, 60);
  const Matrix w2 = numbered(3, 5, 40);
  for (const WeightLayout layout : {kOutIn, kInOut}) {
    const auto stored = [&](const Matrix& weight) {
      return layout == kOutIn ? weight : Matrix(weight.transpose());
    };
    const std::string file = file_with({{"0.gate_up_proj.weight", stored(both)},
                                        {"0.gate_up_proj.bias", bias},
                                        {"0.down_proj.weight", stored(w2)},
                                        {"0.down_proj.bias", numbered(1, 3, 90)}});
    FeedForwardTable table = table_of(file);
    CHECK(table.layout == layout);
    const SafetensorsHeader header = test::open_file(file);
    const FeedForwardLayers first = test::read_layers(file, header, table, 0);
    CHECK(first.linear1.weight == both.topRows(5));
    CHECK(first.gate.weight == both.bottomRows(5));
    CHECK(first.linear1.bias == bias.leftCols(5));
    CHECK(first.gate.bias == bias.rightCols(5));
    CHECK(first.linear2.weight == w2);
    CHECK_THROWS_WITH_AS(
        test::read_layers(std::vector{file}, header, table, 0, FusedOrder::kActivationLast),
        "fused is activation_last; expected activation_first, as the names of the tensors "
        "determine it",
        ArgumentError);
    table.fused = FusedOrder::kActivationLast;
    const FeedForwardLayers last = test::read_layers(file, header, table, 0);
    CHECK(last.linear1.weight == both.bottomRows(5));
    CHECK(last.gate.weight == both.topRows(5));
    CHECK(last.gate.bias == bias.leftCols(5));
  }
}

TEST_CASE("feed_forward_reader: the caller names an order about which libraries disagree") {
  const Matrix both = numbered(10, 3, 0);
  const std::string file =
      file_with({{"0.fc1.weight", both}, {"0.fc2.weight", numbered(3, 5, 40)}});
  const SafetensorsHeader header = test::open_file(file);
  const FeedForwardTable table = table_of(file);
  CHECK(table.fused == FusedOrder::kUnknown);
  const auto read = [&](FusedOrder order) {
    return test::read_layers(std::vector{file}, header, table, 0, order);
  };
  CHECK(read(FusedOrder::kActivationFirst).linear1.weight == both.topRows(5));
  CHECK(read(FusedOrder::kActivationLast).linear1.weight == both.bottomRows(5));
  CHECK_THROWS_WITH_AS(
      read(FusedOrder::kUnknown),
      "fused is left out; expected \"activation_first\" or \"activation_last\", the half of the "
      "first weight that passes through the activation, as libraries with these names disagree",
      ArgumentError);
  CHECK_THROWS_WITH_AS(
      read(FusedOrder::kNone),
      "fused is none; expected \"activation_first\" or \"activation_last\", the half of the "
      "first weight that passes through the activation, as libraries with these names disagree",
      ArgumentError);
}

TEST_CASE("feed_forward_reader: a layer may be in two files") {
  const Matrix w1 = numbered(5, 3, 0);
  const Matrix w2 = numbered(3, 5, 40);
  const std::vector<std::string> files{file_with({{"h.fc1.weight", w1}}),
                                       file_with({{"h.fc2.weight", w2}})};
  const SafetensorsHeader header =
      join_shards({test::open_file(files[0]), test::open_file(files[1])}, {"1", "2"});
  const FeedForwardTable table = find_feed_forwards(header).at(0);
  const FeedForwardLayers layers = test::read_layers(files, header, table, 0);
  CHECK(layers.linear1.weight == w1);
  CHECK(layers.linear2.weight == w2);
}

TEST_CASE("feed_forward_reader: large weights are read in pieces") {
  const Index d_model = 1024;
  const Index d_ff = 4500;  // 1024 rows of 4 KiB are 4 MiB
  for (const WeightLayout layout : {kOutIn, kInOut}) {
    const bool out_in = layout == kOutIn;
    const Matrix both = numbered(out_in ? 2 * d_ff : d_model, out_in ? d_model : 2 * d_ff, 0);
    const Matrix w2 = numbered(out_in ? d_model : d_ff, out_in ? d_ff : d_model, 3);
    const std::string file = file_with({{"gate_up_proj.weight", both}, {"down_proj.weight", w2}});
    const SafetensorsHeader header = test::open_file(file);
    const FeedForwardTable table = table_of(file);
    const FeedForwardReader reader(header, table, 0, table.layout, table.fused);
    CHECK(reader.pieces().size() == (out_in ? 15 : 14));
    for (const FilePiece& piece : reader.pieces()) CHECK(piece.bytes.size() <= kPieceBytes);
    const FeedForwardLayers layers = test::read_layers(file, header, table, 0);
    const Matrix first = out_in ? both : Matrix(both.transpose());
    CHECK(layers.linear1.weight == first.topRows(d_ff));
    CHECK(layers.gate.weight == first.bottomRows(d_ff));
    CHECK(layers.linear2.weight == (out_in ? w2 : Matrix(w2.transpose())));
  }
}

TEST_CASE("feed_forward_reader: quantized weights are read with their scales") {
  // 1.0, 2.0, -1.0, 0.5, ... in F8_E4M3, times the scale of their row.
  const std::string codes = "\x38\x40\xb8\x30\x38\x40";
  const auto scale = [](float value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const std::string data = codes + codes + scale(2.0F) + scale(4.0F) + scale(8.0F);
  const std::string file =
      test::file_of(R"({"fc1.weight":{"dtype":"F8_E4M3","shape":[3,2],"data_offsets":[0,6]},)"
                    R"("fc2.weight":{"dtype":"F8_E4M3","shape":[2,3],"data_offsets":[6,12]},)"
                    R"("fc1.weight_scale":{"dtype":"F32","shape":[3,1],"data_offsets":[12,24]}})") +
      data;
  const FeedForwardLayers layers =
      test::read_layers(file, test::open_file(file), table_of(file), 0);
  Matrix w1(3, 2);
  w1 << 2, 4, -4, 2, 8, 16;
  Matrix w2(2, 3);
  w2 << 1, 2, -1, 0.5, 1, 2;
  CHECK(layers.linear1.weight == w1);
  CHECK(layers.linear2.weight == w2);
}

TEST_CASE("feed_forward_reader: the order of the rows of bitsandbytes is checked") {
  const float scale[] = {127.0F, 254.0F, 63.5F};
  const std::string scales(reinterpret_cast<const char*>(scale), sizeof scale);
  const std::string w1("\x01\xff\x02\x03\x04\x05", 6);
  for (const bool rows : {true, false}) {
    const std::string file =
        test::file_of(R"({"fc1.SCB":{"dtype":"F32","shape":[3],"data_offsets":[0,12]},)"
                      R"("fc2.weight":{"dtype":"F32","shape":[2,3],"data_offsets":[12,36]},)"
                      R"("fc1.weight":{"dtype":"I8","shape":[3,2],"data_offsets":[36,42]},)"
                      R"("fc1.weight_format":{"dtype":"U8","shape":[],"data_offsets":[42,43]}})") +
        scales + std::string(24, '\0') + w1 + std::string(1, rows ? '\0' : '\1');
    const auto read = [&] {
      return test::read_layers(file, test::open_file(file), table_of(file), 0);
    };
    Matrix values(3, 2);
    values << 1, -1, 4, 6, 2, 2.5;
    if (rows) CHECK(read().linear1.weight == values);
    if (!rows) CHECK_THROWS_AS(read(), CheckpointError);
  }
}

TEST_CASE("feed_forward_reader: pieces are taken once, whole and in order") {
  const std::string file =
      file_with({{"fc1.weight", numbered(5, 3, 0)}, {"fc2.weight", numbered(3, 5, 40)}});
  const SafetensorsHeader header = test::open_file(file);
  FeedForwardReader reader(header, table_of(file), 0, kOutIn, FusedOrder::kUnknown);
  REQUIRE(reader.pieces().size() == 2);
  const std::vector<std::byte> bytes(60);
  CHECK_THROWS_WITH(reader.take(1, bytes), "piece is 1; expected 0");
  CHECK_THROWS_WITH(reader.take(0, std::span(bytes).first(59)), "bytes is 59 bytes; expected 60");
  CHECK_THROWS_WITH(reader.finish(), "pieces is 0 taken; expected 2");
  reader.take(0, bytes);
  reader.take(1, bytes);
  CHECK_THROWS_WITH(reader.take(2, bytes), "piece is 2; expected 2");
  CHECK(reader.finish().linear1.weight == Matrix::Zero(5, 3));
}

TEST_CASE("feed_forward_reader: layers that do not exist and other layouts are rejected") {
  const std::string file = file_with({{"h.0.fc1.weight", numbered(5, 3, 0)},
                                      {"h.0.fc2.weight", numbered(3, 5, 40)},
                                      {"h.0.fc1.bias", numbered(1, 5, 0)},
                                      {"h.0.fc2.bias", numbered(1, 3, 0)},
                                      {"h.1.other.weight", numbered(3, 5, 40)}});
  const SafetensorsHeader header = test::open_file(file);
  const FeedForwardTable table = table_of(file);
  const auto read = [&](std::int64_t layer, WeightLayout layout) {
    return FeedForwardReader(header, table, layer, layout, FusedOrder::kUnknown);
  };
  CHECK_NOTHROW(read(0, kOutIn));
  CHECK_THROWS_AS(read(0, kInOut), ArgumentError);
  CHECK_THROWS_AS(read(2, kOutIn), ArgumentError);
  CHECK_THROWS_WITH_AS(read(1, kOutIn),
                       "tensor \"h.1.fc1.weight\" is missing; expected one of shape (5, 3)",
                       CheckpointError);
}
