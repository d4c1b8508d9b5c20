// A program that uses only the installed library: a forward pass, its trace, a file in memory.
// With the argument --bits it prints the bits of results instead, which must be the same for all
// compile options of this program. Memory that one side allocates is resized and freed by the
// other.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "ffn/ffn.h"

namespace {

ffn::Matrix random_input() {
  ffn::RandomState rng(42);
  ffn::Matrix x(10, 8);  // (tokens, d_model)
  ffn::fill_randn(rng, 1.0, ffn::view(x));
  return x;
}

ffn::FeedForward random_network() {
  return ffn::make_feed_forward({.d_model = 8, .d_ff = 32}, ffn::Initialization::kGpt2, 42);
}

void print_summary() {
  ffn::RandomState rng(42);
  ffn::Matrix x(10, 8);
  ffn::fill_randn(rng, 1.0, ffn::view(x));
  const ffn::FeedForward network =
      ffn::make_feed_forward({.d_model = 8, .d_ff = 32}, ffn::Initialization::kGpt2, rng);
  ffn::Matrix output(10, 8);
  ffn::FeedForwardTrace trace;
  network.forward(ffn::view(std::as_const(x)), ffn::view(output), &trace);

  ffn::Matrix again(10, 8);
  network.forward(ffn::view(std::as_const(x)), ffn::view(again));

  // Reading a header uses the JSON library, which users need not install.
  const std::vector<std::byte> file = ffn::write_safetensors(
      {{.name = "output", .shape = {10, 8}, .values = ffn::elements_of(output)}});
  const std::span<const std::byte> bytes(file);
  const auto size = static_cast<std::int64_t>(file.size());
  const auto length = static_cast<std::size_t>(ffn::header_length(bytes.first(8), size));
  const ffn::SafetensorsHeader header = ffn::read_header(bytes.subspan(8, length), size);

  std::printf(
      "x begins %.6f; %lld parameters; hidden (%lld, %lld); without a trace %s; file holds %s\n",
      static_cast<double>(x(0, 0)), static_cast<long long>(network.parameter_count()),
      static_cast<long long>(trace.hidden.rows()), static_cast<long long>(trace.hidden.cols()),
      output == again ? "the same" : "different", header.tensors()[0].name.c_str());
}

class Bits {
 public:
  template <class Matrix>
  void add(const char* name, const Matrix& numbers) {
    for (auto number : ffn::elements_of(numbers)) {
      // Compilers differ in the sign of a NaN that an operation gives.
      if (std::isnan(number)) number = std::numeric_limits<decltype(number)>::quiet_NaN();
      add(&number, sizeof number);
    }
    std::printf("%s %016llx\n", name, static_cast<unsigned long long>(hash_));
  }

 private:
  void add(const void* number, std::size_t size) {
    unsigned char bytes[sizeof(double)];
    std::memcpy(bytes, number, size);
    for (std::size_t i = 0; i < size; ++i) hash_ = (hash_ ^ bytes[i]) * 1099511628211U;  // FNV-1a
  }
  std::uint64_t hash_ = 14695981039346656037U;
};

void add_passes(Bits& bits) {
  const ffn::Matrix x = random_input();
  ffn::FeedForward network = random_network();
  ffn::Matrix output(10, 8), grad_x(10, 8);
  ffn::FeedForwardTrace trace;
  trace.hidden = ffn::Matrix::Constant(3, 5, 7.0F);  // the library resizes it
  network.forward(ffn::view(x), ffn::view(output), &trace);
  bits.add("hidden", trace.hidden);
  bits.add("output", output);
  auto grads = ffn::zeros_like(network);
  network.backward(ffn::view(x), trace, ffn::view(std::as_const(output)), grads, ffn::view(grad_x));
  bits.add("grad_x", grad_x);
  bits.add("grad_w1", grads.linear1.weight);
  network.change_layers([](auto& layers) { layers.linear1.weight *= 0.5F; });
  ffn::set_backend(ffn::Backend::kEigen);
  network.forward(ffn::view(x), ffn::view(output), nullptr);
  ffn::set_backend(ffn::Backend::kTiles);
  bits.add("Eigen", output);
}

void add_others(Bits& bits) {
  const ffn::Matrix x = random_input();
  for (const ffn::Activation kind : ffn::kActivations) {
    ffn::Matrix y(10, 8);
    ffn::activation_forward<float>(kind, ffn::view(x), ffn::view(y));
    bits.add("activation", y);
  }
  std::vector<ffn::Matrix> several;
  for (int i = 0; i < 5; ++i) several.push_back(x * static_cast<float>(i));
  bits.add("several", several.back());
  const auto norm = ffn::make_layer_norm<float>(8);
  ffn::LayerNormTrace trace;
  ffn::Matrix normalized(10, 8);
  norm.forward(ffn::view(x), ffn::view(normalized), &trace);
  bits.add("normalized", normalized);
  bits.add("mean", trace.mean);
}

// Arguments at which -ffast-math in the library would make results wrong: the tails of the
// activations, infinities, NaN.
void add_extremes(Bits& bits) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  ffn::Matrix numbers(8, 8);
  for (ffn::Index i = 0; i < numbers.size(); ++i) {
    numbers.data()[i] = 0.5F * static_cast<float>(i) - 16.0F;
  }
  numbers(0, 0) = -kInfinity;
  numbers(6, 7) = kInfinity;
  numbers(7, 7) = std::numeric_limits<float>::quiet_NaN();
  const ffn::Matrix& x = numbers;
  const ffn::Matrix ones = ffn::Matrix::Ones(8, 8);
  ffn::Matrix y(8, 8);
  for (const ffn::Activation kind : ffn::kActivations) {
    ffn::activation_forward<float>(kind, ffn::view(x), ffn::view(y));
    bits.add("activation of extremes", y);
    ffn::activation_backward<float>(kind, ffn::view(x), ffn::view(ones), ffn::view(y));
    bits.add("derivative of extremes", y);
  }
  ffn::softmax_rows_forward<float>(ffn::view(x), ffn::view(y));
  bits.add("softmax of extremes", y);
}

// The program's own use of Eigen, with the alignment that its own compile options imply.
bool own_matrices_are_right() {
  using Own = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::vector<Own> own(9, Own::Constant(30, 30, 0.5F));
  for (Own& each : own) each += ffn::view(std::as_const(own.front()));
  for (Own& each : own) each.conservativeResize(31, 29);
  return own.front()(29, 28) == 1.0F && own.back()(29, 28) == 1.5F;
}

}  // namespace

int main(int count, char**) {
  if (count == 1) {
    print_summary();
    return 0;
  }
  Bits bits;
  add_passes(bits);
  add_others(bits);
  add_extremes(bits);
  std::printf("own matrices %s\n", own_matrices_are_right() ? "right" : "wrong");
}
