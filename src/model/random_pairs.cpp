#include "model/random_pairs.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ffn/core/random.h"
#include "ffn/train/training_run.h"

namespace ffn::facts {

namespace {

constexpr Index kPairs = 1024;
constexpr Index kWords = 64;
constexpr Index kInputs = 40;  // entries of a vector: more than any d_model below
constexpr Index kBatch = 256;
constexpr Index kSteps = 500;  // at each learning rate
constexpr double kRates[] = {0.05, 0.02, 0.008, 0.003};
constexpr std::uint32_t kDraws = 5;

struct Size {
  Index d_model = 0;
  Index d_ff = 0;
};
constexpr Size kWider[] = {{16, 8}, {16, 16}, {16, 32}, {16, 64}, {16, 128}};
constexpr Size kSameParameters[] = {{34, 34}, {24, 48}, {17, 68}, {12, 96}};  // 2376 to 2412

// The word of a pair is its number modulo the number of words: all words are equally frequent, and
// the vectors are random.
Dataset draw_pairs(std::uint32_t seed) {
  Dataset data;
  data.inputs = Matrix(kPairs, kInputs);
  RandomState rng(seed);
  fill_randn(rng, 1.0, view(data.inputs));
  for (Index i = 0; i < kPairs; ++i) data.labels.push_back(static_cast<std::int32_t>(i % kWords));
  data.classes = numbered_classes(data.labels);
  return data;
}

TrainingRun start(Size size, Activation activation, std::uint32_t seed) {
  TrainingOptions options;
  options.network.ffn.d_model = size.d_model;
  options.network.ffn.d_ff = size.d_ff;
  options.network.ffn.activation = activation;
  options.network.shortcut = false;
  options.freeze_outer = true;
  options.batch_size = kBatch;
  options.seed = seed;
  return {draw_pairs(seed), options};
}

// Trains a network and returns the number of pairs that it holds.
Index train(TrainingRun run) {
  for (const double rate : kRates) {
    run.set_lr(rate);
    if (run.step(kSteps) < kSteps)
      throw std::runtime_error("step " + std::to_string(run.steps() + 1) + " is not finite");
  }
  return std::lround(run.data_accuracy() * static_cast<double>(kPairs));
}

// Appends in place: GCC 12 warns of concatenations whose first operand is a literal.
std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text.append(between);
    text.append(part);
  }
  return text;
}

// The draws are in ascending order of the pairs held.
std::string results_of(Size size, Activation activation) {
  std::vector<std::pair<Index, std::uint32_t>> draws;
  for (std::uint32_t seed = 0; seed < kDraws; ++seed)
    draws.emplace_back(train(start(size, activation, seed)), seed);
  std::sort(draws.begin(), draws.end());
  std::vector<std::string> held;
  std::vector<std::string> seeds;
  for (const auto& [count, seed] : draws) {
    held.push_back(std::to_string(count));
    seeds.push_back(std::to_string(seed));
  }
  std::string text = "\"";
  text.append(name_of(activation)).append("\":{\"held\":[").append(joined(held, ","));
  text.append("],\"seeds\":[").append(joined(seeds, ",")).append("]}");
  return text;
}

std::string row(Size size, std::span<const Activation> activations) {
  const std::int64_t parameters =
      start(size, Activation::kGelu, 0).network().ffn().parameter_count();
  char start_of_line[128];
  std::snprintf(start_of_line, sizeof start_of_line,
                R"({"d_model":%d,"d_ff":%d,"ratio":%g,"parameters":%d)",
                static_cast<int>(size.d_model), static_cast<int>(size.d_ff),
                static_cast<double>(size.d_ff) / static_cast<double>(size.d_model),
                static_cast<int>(parameters));
  std::string line = start_of_line;
  for (const Activation activation : activations)
    line.append(",").append(results_of(size, activation));
  line.append("}");
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
  return line;
}

std::string series(const char* name, std::span<const Size> sizes,
                   std::span<const Activation> activations) {
  std::vector<std::string> rows;
  for (const Size size : sizes) rows.push_back(row(size, activations));
  std::string text = "\"";
  text.append(name).append("\":[\n").append(joined(rows, ",\n")).append("\n]");
  return text;
}

}  // namespace

std::string train_random_pairs() {
  constexpr Activation kinds[] = {Activation::kGelu, Activation::kRelu, Activation::kIdentity};
  char options[160];
  std::snprintf(options, sizeof options,
                R"("pairs":%d,"words":%d,"inputs":%d,"batch_size":%d,"steps":%d,"rates":[)",
                static_cast<int>(kPairs), static_cast<int>(kWords), static_cast<int>(kInputs),
                static_cast<int>(kBatch), static_cast<int>(kSteps));
  std::string text = "{\n";
  text.append(options);
  for (const double rate : kRates) {
    std::snprintf(options, sizeof options, "%s%g", rate == kRates[0] ? "" : ",", rate);
    text.append(options);
  }
  text.append("],\n").append(series("wider", kWider, kinds)).append(",\n");
  text.append(series("same_parameters", kSameParameters, std::span(kinds).first(2)));
  return text.append("\n}");
}

}  // namespace ffn::facts
