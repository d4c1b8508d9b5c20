// Opens the files of tests/golden/families, small files with the names, shapes and configurations
// of published models, and compares each network's output with PyTorch's.

#include <doctest/doctest.h>

#define JSON_NO_IO
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "ffn/io/checkpoint_error.h"
#include "ffn/io/refused_contents.h"
#include "ffn/io/shards.h"
#include "ffn/io/stack_activation.h"
#include "io/golden_file.h"
#include "io/read_network.h"

using namespace ffn;
using nlohmann::json;

namespace {

// Largest difference from PyTorch, in roundings of float32 of the largest output.
constexpr double kMostRoundings = 8.0;

std::string family_path(const std::string& name) {
  return std::string(FFN_GOLDEN_DIR) + "/families/" + name;
}

// A family's files, opened as the bindings do.
struct Family {
  std::vector<std::string> files;
  SafetensorsHeader header{{}, {}};
  std::vector<FeedForwardTable> tables;
};

Family open_family(const json& family) {
  Family opened;
  std::vector<SafetensorsHeader> headers;
  const auto names = family.at("files").get<std::vector<std::string>>();
  for (const std::string& name : names) {
    opened.files.push_back(test::read_bytes(family_path(name)));
    headers.push_back(test::open_file(opened.files.back()));
  }
  const WeightMap index =
      family.contains("index") ? parse_weight_map(family.at("index").dump()) : WeightMap{};
  opened.header = join_shards(std::move(headers), names, index);
  opened.tables = find_feed_forwards(opened.header);
  return opened;
}

double roundings(const Matrix& output, const std::vector<double>& expected) {
  REQUIRE(static_cast<std::size_t>(output.size()) == expected.size());
  double largest = 0.0;
  double error = 0.0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    const double now = std::abs(static_cast<double>(output.data()[i]) - expected[i]);
    if (!(now <= error)) error = now;  // also for NaN
  }
  return error / largest * 16777216.0;
}

void check_outputs(const Family& opened, const FeedForwardTable& table, const json& stack) {
  const auto values = stack.at("x").at("values").get<std::vector<float>>();
  const auto d_model = static_cast<Index>(table.d_model(table.layout));
  const ConstMatrixView x(values.data(), static_cast<Index>(values.size()) / d_model, d_model);
  FeedForwardOptions options;
  options.activation = named<Activation>(stack.at("activation").get<std::string>());
  const FusedOrder order = stack.value("order_told", false)
                               ? named<FusedOrder>(stack.at("fused").get<std::string>())
                               : FusedOrder::kUnknown;
  for (const auto& [layer, expected] : stack.at("outputs").items()) {
    const FeedForward network(
        test::read_layers(opened.files, opened.header, table, std::stoll(layer), order), options);
    Matrix output(x.rows(), x.cols());
    network.forward(x, view(output), nullptr);
    CHECK(roundings(output, expected.get<std::vector<double>>()) < kMostRoundings);
  }
}

void check_stack(const Family& opened, const json& family, const json& stack) {
  const std::string name = stack.at("name");
  CAPTURE(name);
  const auto found = std::find_if(opened.tables.begin(), opened.tables.end(),
                                  [&](const auto& table) { return table.name == name; });
  REQUIRE(found != opened.tables.end());
  CHECK(found->gated == stack.at("gated").get<bool>());
  CHECK(found->d_ff(found->layout) == stack.at("d_ff").get<std::int64_t>());
  CHECK(found->layers == stack.at("layers").get<std::vector<std::int64_t>>());
  const StackActivation alone = find_activation(opened.header, *found, nullptr, found->layout);
  const std::string decides = stack.at("decided_by");
  CHECK(alone.activation.has_value() == (decides == "names" || decides == "metadata"));
  if (family.contains("config") && decides != "caller") {
    const ModelConfig config(family.at("config").dump());
    const auto with_config = find_activation(opened.header, *found, &config, found->layout);
    REQUIRE(with_config.activation.has_value());
    CHECK(name_of(*with_config.activation) == stack.at("activation").get<std::string>());
  }
  check_outputs(opened, *found, stack);
}

}  // namespace

TEST_CASE("families: files of published models open as PyTorch computes them, or are refused") {
  const json families = json::parse(test::read_bytes(family_path("families.json")));
  CHECK(families.size() >= 100);
  for (const json& family : families) {
    const std::string name = family.at("name");
    CAPTURE(name);
    const Family opened = open_family(family);
    if (family.contains("refused")) {
      CHECK(opened.tables.empty());
      const std::string contents = refused_contents(opened.header).value_or("");
      for (const json& part : family.at("refused"))
        CHECK(contents.find(part.get<std::string>()) != std::string::npos);
      continue;
    }
    CHECK(opened.tables.size() == family.at("stacks").size());
    for (const json& stack : family.at("stacks")) check_stack(opened, family, stack);
  }
}
