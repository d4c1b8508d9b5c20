// Native benchmark of FeedForward::forward: ffn_native_bench [Google Benchmark's options]
// NAME:TOKENS:D_MODEL:D_FF:ACTIVATION... With --lanes it prints the widths of the tiles that this
// machine runs, wider than WebAssembly's if there are; the environment variable FFN_TILES selects
// one. Started by tests/bench/run --native, which passes the cases.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ffn/ffn.h"

namespace {

using namespace ffn;

struct Work {
  std::string name;
  Index tokens = 0;
  FeedForwardOptions options;
};

Work parse(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(in, part, ':');) parts.push_back(part);
  if (parts.size() != 5)
    throw std::invalid_argument("\"" + text + "\" is not NAME:TOKENS:D_MODEL:D_FF:ACTIVATION");
  Work work{text, std::stol(parts[1]), {}};
  work.options.d_model = std::stol(parts[2]);
  work.options.d_ff = std::stol(parts[3]);
  work.options.activation = named<Activation>(parts[4]);
  return work;
}

// Weights are allocated at the start of each sample, so that not all cases are in memory at once. A
// network packs them in its first pass, which is not measured: it would be a fifth of a sample of
// one pass of 512 tokens. PyTorch's first passes are not measured either.
void forward(benchmark::State& state, const Work& work) {
  const FeedForward ffn = make_feed_forward(work.options, Initialization::kPytorch, 42);
  RandomState rng(42);
  Matrix x(work.tokens, work.options.d_model);
  Matrix y(work.tokens, work.options.d_model);
  fill_randn(rng, 1.0, view(x));
  const auto pass = [&] { ffn.forward(read_only(view(x)), view(y), nullptr); };
  pass();
  for (auto _ : state) {
    pass();
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::string_view(arguments[1]) == "--lanes") {
    for (const TileSet* set : tile_sets().size() > 1 ? tile_sets().subspan(1) : tile_sets()) {
      std::printf("%d\n", static_cast<int>(set->columns / 2));
    }
    return 0;
  }
  benchmark::AddCustomContext("tiles", tile_set().name);
  benchmark::Initialize(&count, arguments);
  try {
    for (int i = 1; i < count; ++i) {
      const Work work = parse(arguments[i]);
      benchmark::RegisterBenchmark(work.name.c_str(),
                                   [work](benchmark::State& state) { forward(state, work); })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
