// A program that uses only the installed library: a forward pass, its trace, and a file in memory.

#include <cstdio>
#include <span>
#include <utility>
#include <vector>

#include "ffn/ffn.h"

int main() {
  ffn::RandomState rng(42);
  ffn::Matrix x(10, 8);  // (tokens, d_model)
  ffn::fill_randn(rng, 1.0, ffn::view(x));

  const ffn::FeedForward network =
      ffn::make_feed_forward({.d_model = 8, .d_ff = 32}, ffn::Initialization::kGpt2, rng);
  ffn::Matrix output(10, 8);
  ffn::FeedForwardTrace trace;
  network.forward(ffn::view(std::as_const(x)), ffn::view(output), &trace);

  ffn::Matrix again(10, 8);
  network.forward(ffn::view(std::as_const(x)), ffn::view(again), nullptr);

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
