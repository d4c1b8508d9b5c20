#pragma once
// Arguments from the bytes of a fuzzer: shapes, options and numbers, mostly small and valid,
// sometimes not.

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "ffn/ffn.h"

namespace ffn::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

inline bool same_bits(const Matrix& a, const Matrix& b) {
  return a.size() == b.size() &&
         (a.size() == 0 ||
          std::memcmp(a.data(), b.data(), sizeof(float) * static_cast<std::size_t>(a.size())) == 0);
}

/// Returns the elements of a matrix.
inline std::span<const float> elements(const Matrix& m) {
  return {m.data(), static_cast<std::size_t>(m.size())};
}

class Arguments {
 public:
  static constexpr Index kLargest =
      12;  // dimension: long sequences of calls find more errors than large matrices

  Arguments(const std::uint8_t* bytes, std::size_t size) : data(bytes, size) {}

  // Mostly small and valid, sometimes not.
  Index size() {
    return data.ConsumeBool() ? data.ConsumeIntegralInRange<Index>(1, kLargest)
                              : data.ConsumeIntegralInRange<Index>(-1, kLargest);
  }
  double number() {
    constexpr double kOdd[] = {0.0,
                               -0.0,
                               1.0,
                               0.5,
                               -1.0,
                               1e-300,
                               1e300,
                               std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()};
    return data.ConsumeBool() ? data.ConsumeFloatingPointInRange(0.0, 1.0)
                              : data.PickValueInArray(kOdd);
  }
  Activation activation() {
    return kActivations[data.ConsumeIntegralInRange<std::size_t>(0, kActivations.size() - 1)];
  }
  Initialization initialization() {
    const auto last = static_cast<int>(NamesOf<Initialization>::names.size()) - 1;
    return static_cast<Initialization>(data.ConsumeIntegralInRange(0, last));
  }

  FeedForwardOptions options() {
    FeedForwardOptions chosen;
    chosen.d_model = size();
    chosen.d_ff = size();
    chosen.activation = activation();
    chosen.bias = data.ConsumeBool();
    chosen.gated = data.ConsumeBool();
    chosen.dropout = number();
    chosen.dropout_placement =
        data.ConsumeBool() ? DropoutPlacement::kHidden : DropoutPlacement::kOutput;
    return chosen;
  }

  // Normally distributed numbers of any magnitude, occasionally one that is not finite.
  Matrix matrix(Index rows, Index cols) {
    Matrix m(std::max<Index>(rows, 0), std::max<Index>(cols, 0));
    RandomState rng(data.ConsumeIntegral<std::uint32_t>());
    fill_randn(rng, std::ldexp(1.0, data.ConsumeIntegralInRange(-140, 120)), view(m));
    if (m.size() > 0 && data.ConsumeBool())
      m.data()[data.ConsumeIntegralInRange<Index>(0, m.size() - 1)] = static_cast<float>(number());
    return m;
  }
  Linear linear() { return {matrix(size(), size()), RowVector(matrix(1, size()).row(0))}; }

  BlockStackOptions stack() {
    BlockStackOptions chosen;
    chosen.n_layers = data.ConsumeIntegralInRange<Index>(0, 3);
    chosen.block = block();
    return chosen;
  }

  TransformerBlockOptions block() {
    TransformerBlockOptions chosen;
    chosen.feed_forward = options();
    chosen.attention = {data.ConsumeBool() ? chosen.feed_forward.d_model : size(), size(),
                        data.ConsumeBool(), data.ConsumeBool(), number()};
    chosen.norm = data.ConsumeBool() ? NormPlacement::kPre : NormPlacement::kPost;
    chosen.shortcuts = data.ConsumeBool();
    chosen.dropout = number();
    return chosen;
  }

  /// Returns labels of `count` examples, occasionally an invalid one.
  std::vector<std::int32_t> labels(Index count, std::int32_t classes) {
    std::vector<std::int32_t> chosen;
    for (Index i = 0; i < count; ++i) {
      chosen.push_back(data.ConsumeIntegralInRange<std::int32_t>(
          data.ConsumeIntegralInRange(0, 15) == 0 ? -1 : 0, classes));
    }
    return chosen;
  }

  std::uint32_t seed() { return data.ConsumeIntegral<std::uint32_t>(); }
  std::int64_t count() {
    return data.ConsumeBool() ? data.ConsumeIntegral<std::int64_t>() : std::int64_t{size()};
  }

  FuzzedDataProvider data;
};

/// Calls `next` until the bytes are used up, `most` times at most. Only ArgumentError may be
/// thrown, with a message that names its argument.
template <class Next>
void run_calls(Arguments& some, std::size_t most, Next next) {
  for (std::size_t call = 0; call < most && some.data.remaining_bytes() > 0; ++call) {
    try {
      next();
    } catch (const ArgumentError& error) {
      require(!error.argument().empty() && std::strlen(error.what()) > 0);
    }
  }
}

}  // namespace ffn::fuzz
