#include "ffn/nn/linear.h"

#include <cmath>
#include <string>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"
#include "ffn/kernels/affine.h"

namespace ffn {

namespace {

constexpr double kGpt2StandardDeviation = 0.02;

void check_shape(const char* argument, Index rows, Index columns, Index wanted_rows, Index wanted_columns) {
  check(rows == wanted_rows && columns == wanted_columns, argument, to_string(Shape{rows, columns}),
        "shape " + to_string(Shape{wanted_rows, wanted_columns}));
}

}  // namespace

Initialization initialization_named(std::string_view name) {
  if (name == "pytorch") return Initialization::kPytorch;
  if (name == "gpt2") return Initialization::kGpt2;
  throw ArgumentError("init", "\"" + std::string(name) + "\"", "\"pytorch\" or \"gpt2\"");
}

void Linear::forward(const ConstMatrixView& x, MatrixView y) const {
  check_shape("x", x.rows(), x.cols(), x.rows(), in_features());
  check_shape("y", y.rows(), y.cols(), x.rows(), out_features());
  affine(x, view(weight), bias.data(), y);
}

Linear make_linear(Index in_features, Index out_features, Initialization init, RandomState& rng) {
  check(in_features >= 1, "in_features", in_features, "1 or more");
  check(out_features >= 1, "out_features", out_features, "1 or more");
  element_count("weight", Shape{out_features, in_features});
  Linear layer{Matrix(out_features, in_features), RowVector::Zero(out_features)};
  if (init == Initialization::kGpt2) {
    fill_randn(rng, kGpt2StandardDeviation, view(layer.weight));
    return layer;
  }
  const double bound = 1.0 / std::sqrt(static_cast<double>(in_features));
  fill_uniform(rng, -bound, bound, view(layer.weight));
  fill_uniform(rng, -bound, bound, MatrixView(layer.bias.data(), 1, out_features));
  return layer;
}

}  // namespace ffn
