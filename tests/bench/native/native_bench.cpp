// Native benchmark of FeedForward: ffn_native_bench [Google Benchmark's options]
// NAME:TOKENS:D_MODEL:D_FF:ACTIVATION:TASK... where TASK is forward or gradients. With --lanes it
// prints the widths of the tiles that this machine runs, wider than WebAssembly's if there are; the
// environment variable FFN_TILES selects one. With --tensors FILE WORK it writes the parameters,
// the inputs and the results of a work as float32 numbers, in the order w1, b1, w2, b2, x,
// grad_output, y and, with gradients, those of x, w1, b1, w2 and b2. Started by tests/bench/run
// --native, which passes the cases.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ffn/ffn.h"

namespace {

using namespace ffn;

struct Work {
  std::string name;
  Index tokens = 0;
  FeedForwardOptions options;
  bool gradients = false;
};

Work parse(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(in, part, ':');) parts.push_back(part);
  if (parts.size() != 6 || (parts[5] != "forward" && parts[5] != "gradients"))
    throw std::invalid_argument("\"" + text +
                                "\" is not NAME:TOKENS:D_MODEL:D_FF:ACTIVATION:forward|gradients");
  Work work{text, std::stol(parts[1]), {}, parts[5] == "gradients"};
  work.options.d_model = std::stol(parts[2]);
  work.options.d_ff = std::stol(parts[3]);
  work.options.activation = named<Activation>(parts[4]);
  return work;
}

// A network with its inputs and its results.
class Task {
 public:
  explicit Task(const Work& work)
      : gradients_(work.gradients),
        ffn_(make_feed_forward(work.options, Initialization::kPytorch, 42)),
        x_(work.tokens, work.options.d_model),
        y_(x_.rows(), x_.cols()),
        grad_output_(x_.rows(), x_.cols()),
        grad_x_(x_.rows(), x_.cols()),
        grads_(zeros_like(ffn_)) {
    RandomState rng(42);
    fill_randn(rng, 1.0, view(x_));
    fill_randn(rng, 1.0, view(grad_output_));
  }

  void run() {
    ffn_.forward(read_only(view(x_)), view(y_), gradients_ ? &trace_ : nullptr);
    if (gradients_) backward();
    benchmark::DoNotOptimize(y_.data());
    benchmark::ClobberMemory();
  }

  void write(std::ostream& out) const {
    write(out, ffn_.layers());
    for (const Matrix* tensor : {&x_, &grad_output_, &y_}) write(out, *tensor);
    if (!gradients_) return;
    write(out, grad_x_);
    write(out, grads_);
  }

 private:
  // The gradients of this call alone: backward adds to those that there are.
  void backward() {
    for (LinearOf<float>* layer : {&grads_.linear1, &grads_.linear2}) {
      layer->weight.setZero();
      layer->bias.setZero();
    }
    ffn_.backward(read_only(view(x_)), trace_, read_only(view(grad_output_)), grads_,
                  view(grad_x_));
  }

  template <class Tensor>
  static void write(std::ostream& out, const Tensor& tensor) {
    out.write(reinterpret_cast<const char*>(tensor.data()),
              static_cast<std::streamsize>(sizeof(float)) * tensor.size());
  }

  static void write(std::ostream& out, const FeedForwardLayers& layers) {
    for (const LinearOf<float>* layer : {&layers.linear1, &layers.linear2}) {
      write(out, layer->weight);
      write(out, layer->bias);
    }
  }

  bool gradients_;
  FeedForward ffn_;
  Matrix x_;
  Matrix y_;
  Matrix grad_output_;
  Matrix grad_x_;
  FeedForwardTrace trace_;
  FeedForwardLayers grads_;
};

// Weights are allocated at the start of each sample, so that not all cases are in memory at once. A
// network packs them in its first pass, which is not measured: it would be a fifth of a sample of
// one pass of 512 tokens. PyTorch's first passes are not measured either.
void measure(benchmark::State& state, const Work& work) {
  Task task(work);
  task.run();
  for (auto _ : state) task.run();
}

void write_tensors(const std::string& path, const Work& work) {
  Task task(work);
  task.run();
  std::ofstream out(path, std::ios::binary);
  task.write(out);
  if (!out.flush()) throw std::runtime_error(path + " cannot be written");
}

void print_lanes() {
  for (const TileSet* set : tile_sets().size() > 1 ? tile_sets().subspan(1) : tile_sets()) {
    std::printf("%d\n", static_cast<int>(set->columns / 2));
  }
}

void run_benchmarks(int count, char** arguments) {
  benchmark::AddCustomContext("tiles", tile_set().name);
  benchmark::Initialize(&count, arguments);
  for (int i = 1; i < count; ++i) {
    const Work work = parse(arguments[i]);
    benchmark::RegisterBenchmark(work.name.c_str(),
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
    } else if (count == 4 && first == "--tensors") {
      write_tensors(arguments[2], parse(arguments[3]));
    } else {
      run_benchmarks(count, arguments);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
