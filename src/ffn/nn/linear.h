#pragma once
// A linear layer, y = x W^T + b, with weights stored (out_features, in_features) as torch.nn.Linear stores them.

#include <string_view>

#include "ffn/core/matrix.h"
#include "ffn/core/random.h"

namespace ffn {

/// How random weights are drawn.
enum class Initialization {
  kPytorch,  ///< weight and bias from U(-1/sqrt(in), 1/sqrt(in)): torch.nn.Linear's default (kaiming_uniform, a = sqrt 5)
  kGpt2,     ///< weight from N(0, 0.02), bias zero: GPT-2 (Radford et al. 2019)
};

/// The initialisation of that name, "pytorch" or "gpt2". Throws ArgumentError for any other name.
Initialization initialization_named(std::string_view name);

struct Linear {
  Matrix weight;   // (out_features, in_features)
  RowVector bias;  // (out_features)

  Index in_features() const { return weight.cols(); }
  Index out_features() const { return weight.rows(); }

  /// Throws ArgumentError unless x is (tokens, in_features) and y (tokens, out_features).
  void forward(const ConstMatrixView& x, MatrixView y) const;
};

/// A layer with random parameters, weight first, then bias, row by row. Throws ArgumentError for a size below 1.
Linear make_linear(Index in_features, Index out_features, Initialization init, RandomState& rng);

}  // namespace ffn
