// Native benchmark: ffn_native_bench [Google Benchmark's options] WORK..., where tasks.h defines
// the text of a WORK. With --lanes it prints the widths of the tiles that this machine runs, wider
// than WebAssembly's if there are; the environment variable FFN_TILES selects one. With --results
// FILE WORK it writes the inputs and the results of a work. Started by tests/bench/run --native.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bench/native/tasks.h"
#include "ffn/ffn.h"

namespace {

using ffn::bench::make_task;
using ffn::bench::Task;

// A network packs its weights in its first pass, which is not measured: it would be a fifth of a
// sample of one pass of 512 tokens. PyTorch's first passes are not measured either.
void measure(benchmark::State& state, const std::string& work) {
  const std::unique_ptr<Task> task = make_task(work);
  task->run();
  for (auto _ : state) {
    task->run();
    benchmark::ClobberMemory();
  }
}

void write_results(const std::string& path, const std::string& work) {
  std::ofstream out(path, std::ios::binary);
  make_task(work)->write_results(out);
  if (!out.flush()) throw std::runtime_error(path + " cannot be written");
}

void print_lanes() {
  const auto sets = ffn::tile_sets();
  for (const ffn::TileSet* set : sets.size() > 1 ? sets.subspan(1) : sets) {
    std::printf("%d\n", static_cast<int>(set->columns / 2));
  }
}

void run_benchmarks(int count, char** arguments) {
  benchmark::AddCustomContext("tiles", ffn::tile_set().name);
  benchmark::Initialize(&count, arguments);
  for (int i = 1; i < count; ++i) {
    const std::string work = arguments[i];
    make_task(work);  // throws for another text
    benchmark::RegisterBenchmark(work.c_str(),
                                 [work](benchmark::State& state) { measure(state, work); })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view first = count > 1 ? arguments[1] : "";
  try {
    if (count == 2 && first == "--lanes") {
      print_lanes();
    } else if (count == 4 && first == "--results") {
      write_results(arguments[2], arguments[3]);
    } else {
      run_benchmarks(count, arguments);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
