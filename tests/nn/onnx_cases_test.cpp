// ONNX's backend node tests that this library can compute (selected by
// tests/golden/onnx_golden.py). The tolerance is stricter than ONNX's 1e-3: 2e-6 of each number
// plus 1e-6 of the tensor's largest.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "ffn/kernels/product.h"
#include "ffn/nn/attention.h"
#include "ffn/nn/feed_forward.h"
#include "ffn/nn/layer_norm.h"
#include "ffn/nn/softmax.h"
#include "golden.h"

using namespace ffn;

namespace {

const test::Golden& cases() {
  static const test::Golden golden = test::read_golden("onnx");
  return golden;
}

Matrix tensor(const std::string& name) { return cases().at(name).matrix(); }

// Returns the largest error as a fraction of the tolerance.
double share_of_allowed(const Matrix& actual, const std::string& name) {
  const auto& expected = cases().at(name).values;
  REQUIRE(actual.size() == static_cast<Index>(expected.size()));
  double maximum = 0.0;
  for (const double value : expected) maximum = std::max(maximum, std::abs(value));
  double worst = 0.0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double error = std::abs(static_cast<double>(actual.data()[i]) - expected[i]);
    worst = std::max(worst, error / (2e-6 * std::abs(expected[i]) + 1e-6 * maximum));
    if (std::isnan(error)) return error;
  }
  return worst;
}

void check_case(const Matrix& actual, const std::string& name) {
  CAPTURE(name);
  CHECK(share_of_allowed(actual, name) < 1.0);
}

}  // namespace

TEST_CASE("onnx_cases: Gelu and Relu") {
  const auto run = [](Activation kind, const std::string& name) {
    const Matrix x = tensor(name + "_x");
    Matrix y(x.rows(), x.cols());
    activation_forward<float>(kind, view(x), view(y));
    check_case(y, name + "_y");
  };
  run(Activation::kGelu, "gelu_default_1");
  run(Activation::kGelu, "gelu_default_2");
  run(Activation::kGeluTanh, "gelu_tanh_1");
  run(Activation::kGeluTanh, "gelu_tanh_2");
  run(Activation::kRelu, "relu");
}

TEST_CASE("onnx_cases: LayerNormalization on the last axis") {
  for (const char* shape :
       {"4d_last_axis", "4d_last_axis_negative", "2d_last_axis", "2d_last_axis_negative",
        "3d_epsilon_last_axis", "3d_epsilon_last_axis_negative", "default_axis"}) {
    const std::string name = std::string("layer_normalization_") + shape;
    const double eps = name.find("epsilon") == std::string::npos ? 1e-5 : 0.1;
    const LayerNorm layer{tensor(name + "_scale").row(0), tensor(name + "_shift").row(0), eps};
    const Matrix x = tensor(name + "_x");
    Matrix y(x.rows(), x.cols());
    layer.forward(view(x), view(y), nullptr);
    check_case(y, name + "_y");
  }
}

TEST_CASE("onnx_cases: Softmax on the last axis") {
  for (const char* which : {"example", "large_number", "axis_2"}) {
    const std::string name = std::string("softmax_") + which;
    const Matrix x = tensor(name + "_x");
    Matrix y(x.rows(), x.cols());
    softmax_rows_forward<float>(view(x), view(y));
    check_case(y, name + "_y");
  }
}

TEST_CASE("onnx_cases: Gemm as a linear layer") {
  for (const char* which :
       {"default_zero_bias", "default_vector_bias", "default_single_elem_vector_bias",
        "default_scalar_bias", "transposeB"}) {
    const std::string name = std::string("gemm_") + which;
    const Linear layer{tensor(name + "_b"), tensor(name + "_c").row(0)};
    const Matrix a = tensor(name + "_a");
    Matrix y(a.rows(), layer.out_features());
    layer.forward(view(a), view(y));
    check_case(y, name + "_y");
  }
}

TEST_CASE("onnx_cases: MatMul of each pair of matrices") {
  for (const char* which : {"2d", "3d", "4d"}) {
    const std::string name = std::string("matmul_") + which;
    const Matrix a = tensor(name + "_a");
    const Matrix b = tensor(name + "_b");
    Matrix y(a.rows(), 3);
    MatrixView y_view = view(y);
    for (Index pair = 0; pair < a.rows() / 3; ++pair) {
      product(row_slice(view(a), 3 * pair, 3), row_slice(view(b), 4 * pair, 4),
              row_slice(y_view, 3 * pair, 3));
    }
    check_case(y, name + "_y");
  }
}

TEST_CASE("onnx_cases: Dropout is the identity in inference and draws NumPy's mask in training") {
  const Matrix x = tensor("dropout_x");
  for (const double p : {0.5, 0.1}) {  // dropout_default and dropout_default_ratio
    FeedForwardOptions options;
    options.dropout = p;
    const FeedForward identity({{Matrix::Identity(5, 5), {}}, {}, {Matrix::Identity(5, 5), {}}},
                               options);
    FeedForwardTrace trace;
    Matrix output(x.rows(), 5);
    identity.forward(view(x), view(output), &trace);
    CHECK(trace.pre_activation == x);
    CHECK(trace.mask.size() == 0);
    CHECK(&trace.linear2_input() == &trace.hidden);
    CHECK(output == trace.hidden);
  }
  for (const auto& [name, p] : {std::pair{"default", 0.5}, {"ratio", 0.75}, {"zero_ratio", 0.0}}) {
    RandomState rng(0);
    Matrix mask(x.rows(), x.cols());
    Matrix y(x.rows(), x.cols());
    fill_dropout_mask<float>(rng, p, view(mask));
    apply_dropout_mask<float>(view(x), view(std::as_const(mask)), view(y));
    CHECK(share_of_allowed(y, std::string("dropout_training_") + name + "_y") == 0.0);
  }
}

// ONNX's operator takes queries, keys and values as inputs, 4 queries and 6 keys. Here 12 one-hot
// tokens select them exactly from the columns of the projections; the two missing queries of each
// sequence are zeros whose output is ignored.
TEST_CASE("onnx_cases: Attention without mask or cache") {
  const auto projection = [](const Matrix& rows, Index per_sequence) {
    Matrix weight = Matrix::Zero(24, 24);
    for (Index row = 0; row < rows.rows(); ++row)
      weight.col(row / per_sequence * 6 + row % per_sequence) = rows.row(row).transpose();
    return Linear{weight, {}};
  };
  Matrix x = Matrix::Zero(12, 24);
  x.leftCols(12).setIdentity();
  for (const char* which : {"4d", "3d"}) {
    for (const bool causal : {false, true}) {
      const std::string name = std::string("attention_") + which;
      AttentionLayersOf<float> layers{projection(tensor(name + "_q"), 4),
                                      projection(tensor(name + "_k"), 6),
                                      projection(tensor(name + "_v"), 6),
                                      {Matrix::Identity(24, 24), {}}};
      AttentionOptions options;
      options.n_heads = 3;
      options.causal = causal;
      const Attention attention(std::move(layers), options);
      AttentionTraceOf<float> trace;
      Matrix output(12, 24);
      attention.forward(view(std::as_const(x)), 6, view(output), trace);
      Matrix wanted(8, 24);
      for (Index row = 0; row < 8; ++row) wanted.row(row) = output.row(row / 4 * 6 + row % 4);
      check_case(wanted, name + (causal ? "_causal_y" : "_full_y"));
    }
  }
}
