#include "ffn/nn/attention.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "golden.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::checked;
using ffn::test::random_linear;
using ffn::test::random_matrix;

namespace {

AttentionOptions options(Index d_model, Index n_heads, bool causal = true, double dropout = 0.0) {
  return {d_model, n_heads, true, causal, dropout};
}

template <class Scalar>
AttentionOf<Scalar> random_attention(const AttentionOptions& wanted) {
  RandomState rng(21);
  const auto layer = [&](bool bias) {
    return random_linear<Scalar>(rng, wanted.d_model, wanted.d_model, bias);
  };
  AttentionLayersOf<Scalar> layers{layer(wanted.qkv_bias), layer(wanted.qkv_bias),
                                   layer(wanted.qkv_bias), layer(true)};
  return {std::move(layers), wanted};
}

Matrix run(const Attention& attention, const Matrix& x, Index seq_len,
           AttentionTraceOf<float>& trace) {
  Matrix output(x.rows(), x.cols());
  attention.forward(view(x), seq_len, view(output), trace);
  return output;
}

}  // namespace

TEST_CASE("attention: forward and backward agree with PyTorch") {
  const auto golden = test::read_golden("attention");
  const auto linear = [&](const std::string& name) {
    return Linear{golden.at("w_" + name).matrix(), golden.at("b_" + name).matrix().row(0)};
  };
  const Matrix x = golden.at("x").matrix();
  const Matrix grad_output = golden.at("grad_output").matrix();
  for (const bool causal : {true, false}) {
    const std::string suffix = causal ? "_causal" : "_full";
    const Attention attention({linear("query"), linear("key"), linear("value"), linear("output")},
                              options(6, 2, causal));
    AttentionTraceOf<float> trace;
    CHECK(test::relative_error(run(attention, x, 4, trace), golden.at("output" + suffix)) < 5e-6);
    CHECK(test::relative_error(trace.weights, golden.at("weights" + suffix)) < 5e-6);
    auto grads = zeros_like(attention.layers());
    Matrix grad_x(8, 6);
    attention.backward(view(x), 4, trace, view(grad_output), grads, view(grad_x));
    const auto check = [&](const std::string& name, const Matrix& actual) {
      CAPTURE(name);
      CHECK(test::largest_error(actual, golden.at("grad_" + name + suffix)) < 2e-5);
    };
    check("x", grad_x);
    for (const auto& [name, layer] : {std::pair{"query", &grads.query},
                                      {"key", &grads.key},
                                      {"value", &grads.value},
                                      {"output", &grads.output}}) {
      check("w_" + std::string(name), layer->weight);
      check("b_" + std::string(name), layer->bias);
    }
  }
}

TEST_CASE("attention: every gradient agrees with central differences in double") {
  for (const bool causal : {true, false}) {
    for (const double dropout : {0.0, 0.3}) {
      auto attention = random_attention<double>(options(4, 2, causal, dropout));
      RandomState rng(5);
      MatrixOf<double> x = random_matrix<double>(rng, 6, 4);
      const MatrixOf<double> weighting = random_matrix<double>(rng, 6, 4);
      const auto forward = [&](AttentionTraceOf<double>& trace) {
        RandomState mask(7);  // the same mask in every pass
        MatrixOf<double> output(6, 4);
        attention.forward(view(std::as_const(x)), 3, view(output), trace, &mask);
        return output;
      };
      AttentionTraceOf<double> trace;
      forward(trace);
      CHECK((trace.mask.size() > 0) == (dropout > 0.0));
      auto grads = zeros_like(attention.layers());
      MatrixOf<double> grad_x(6, 4);
      attention.backward(view(std::as_const(x)), 3, trace, view(weighting), grads, view(grad_x));
      auto& layers = attention.layers();
      const std::vector<CheckedTensor> tensors{
          checked("x", x, grad_x),
          checked("w_query", layers.query.weight, grads.query.weight),
          checked("b_query", layers.query.bias, grads.query.bias),
          checked("w_key", layers.key.weight, grads.key.weight),
          checked("w_value", layers.value.weight, grads.value.weight),
          checked("b_value", layers.value.bias, grads.value.bias),
          checked("w_output", layers.output.weight, grads.output.weight),
          checked("b_output", layers.output.bias, grads.output.bias),
      };
      const auto loss = [&] {
        AttentionTraceOf<double> unused;
        return (forward(unused).array() * weighting.array()).sum();
      };
      for (const GradientCheck& result : check_gradients(loss, tensors)) {
        CAPTURE(result.name);
        CHECK(result.largest_error < 1e-8);
      }
    }
  }
}

TEST_CASE("attention: rows of weights sum to 1 and causal weights are zero above the diagonal") {
  RandomState rng(1);
  const Matrix x = random_matrix<float>(rng, 10, 6);
  AttentionTraceOf<float> trace;
  run(random_attention<float>(options(6, 3)), x, 5, trace);
  REQUIRE(trace.weights.rows() == 2 * 3 * 5);
  for (Index row = 0; row < trace.weights.rows(); ++row) {
    CHECK(trace.weights.row(row).sum() == doctest::Approx(1.0).epsilon(1e-6));
    for (Index s = row % 5 + 1; s < 5; ++s) CHECK(trace.weights(row, s) == 0.0F);
  }
}

TEST_CASE(
    "attention: a later token changes no bit of an earlier one and sequences are independent") {
  const Attention attention = random_attention<float>(options(6, 2));
  RandomState rng(2);
  const Matrix x = random_matrix<float>(rng, 10, 6);
  AttentionTraceOf<float> trace;
  const Matrix before = run(attention, x, 5, trace);
  for (const float poison :
       {3.0F, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Matrix changed = x;
    changed(3, 2) = poison;
    const Matrix after = run(attention, changed, 5, trace);
    CHECK(std::memcmp(after.data(), before.data(), sizeof(float) * 3 * 6) == 0);
    CHECK(std::memcmp(after.row(5).data(), before.row(5).data(), sizeof(float) * 5 * 6) == 0);
    CHECK_FALSE(std::memcmp(after.row(3).data(), before.row(3).data(), sizeof(float) * 6) == 0);
  }
}

TEST_CASE("attention: parameters are counted and invalid arguments are rejected by name") {
  RandomState rng(3);
  CHECK(make_attention(options(8, 2), Initialization::kGpt2, rng).parameter_count() ==
        4 * (64 + 8));
  AttentionOptions no_bias = options(8, 2);
  no_bias.qkv_bias = false;
  const Attention without = make_attention(no_bias, Initialization::kPytorch, rng);
  CHECK(without.parameter_count() == 4 * 64 + 8);
  CHECK_FALSE(Attention(without.layers(), options(8, 2))
                  .options()
                  .qkv_bias);  // determined by the layers, not by the options
  CHECK_THROWS_WITH(make_attention(options(8, 3), Initialization::kPytorch, rng),
                    "n_heads is 3; expected a divisor of d_model, 8");
  CHECK_THROWS_AS(make_attention(options(8, 0), Initialization::kPytorch, rng), ArgumentError);
  CHECK_THROWS_AS(make_attention(options(8, 2, true, 1.5), Initialization::kPytorch, rng),
                  ArgumentError);
  const Attention attention = random_attention<float>(options(6, 2));
  AttentionTraceOf<float> trace;
  CHECK_THROWS_WITH(run(attention, Matrix::Zero(10, 6), 4, trace),
                    "seq_len is 4; expected a divisor of the 10 tokens");
  AttentionLayersOf<float> short_bias = attention.layers();
  short_bias.key.bias.resize(5);
  CHECK_THROWS_WITH(Attention(short_bias, options(6, 2)), "b_key is (5,); expected shape (6,)");
  AttentionLayersOf<float> narrow = attention.layers();
  narrow.value.weight.resize(6, 5);
  CHECK_THROWS_WITH(Attention(narrow, options(6, 2)), "w_value is (6, 5); expected shape (6, 6)");
  const Matrix x = Matrix::Zero(10, 6);
  run(attention, x, 5, trace);
  auto grads = zeros_like(attention.layers());
  Matrix grad_x(10, 6);
  CHECK_THROWS_WITH(attention.backward(view(x), 2, trace, view(x), grads, view(grad_x)),
                    "seq_len is 2; expected 5, as in the forward pass");
}

TEST_CASE("attention: weights that exceed kMaxElements are rejected before allocation") {
  const Attention attention = random_attention<float>(options(6, 2));
  AttentionTraceOf<float> trace;
  const Matrix x = Matrix::Zero(16384, 6);
  CHECK_THROWS_WITH(run(attention, x, 16384, trace),
                    "weights is (1, 2, 16384, 16384); expected at most 268435456 elements");
}

TEST_CASE("attention: large scores give weights without NaN") {
  RandomState rng(8);
  for (const float size :
       {1e10F,
        1e17F}) {  // scores up to its square, so that all exponentials but the largest underflow
    AttentionTraceOf<float> trace;
    const Matrix x = random_matrix<float>(rng, 8, 6) * size;
    const Matrix output = run(random_attention<float>(options(6, 2, false)), x, 8, trace);
    CHECK(trace.weights.array().isFinite().all());
    CHECK(output.array().isFinite().all());
    for (Index row = 0; row < trace.weights.rows(); ++row)
      CHECK(std::abs(trace.weights.row(row).cast<double>().sum() - 1.0) < 1e-6);
  }
}

TEST_CASE("attention: without causal mask later tokens are visible and sequences are independent") {
  const Attention attention = random_attention<float>(options(6, 2, false));
  RandomState rng(9);
  const Matrix x = random_matrix<float>(rng, 10, 6);
  AttentionTraceOf<float> trace;
  const Matrix before = run(attention, x, 5, trace);
  Matrix changed = x;
  changed(4, 0) += 1.0F;
  const Matrix after = run(attention, changed, 5, trace);
  CHECK(after.row(0) != before.row(0));
  CHECK(after.bottomRows(5) == before.bottomRows(5));
}
