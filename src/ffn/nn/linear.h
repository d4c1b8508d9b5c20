#pragma once
// A linear layer, y = x W^T + b, with weights stored (out_features, in_features) as in
// torch.nn.Linear.

#include <cstdint>

#include "ffn/core/check.h"
#include "ffn/core/matrix.h"
#include "ffn/core/names.h"
#include "ffn/core/random.h"
#include "ffn/core/shape.h"
#include "ffn/kernels/product.h"

namespace ffn {

/// Weight initialization; U is a uniform distribution, N a normal distribution with that standard
/// deviation. Only kPytorch initializes biases randomly, the others with zeros.
enum class Initialization {
  kPytorch,         ///< weight and bias U(-1/sqrt(in), 1/sqrt(in)): torch.nn.Linear's default
                    ///< (kaiming_uniform, a = sqrt 5)
  kXavierUniform,   ///< U(-sqrt(6/(in+out)), sqrt(6/(in+out))) (Glorot & Bengio 2010)
  kXavierNormal,    ///< N(sqrt(2/(in+out)))
  kKaimingUniform,  ///< U(-sqrt(6/in), sqrt(6/in)), gain sqrt 2 for ReLU (He et al. 2015, arXiv
                    ///< 1502.01852)
  kKaimingNormal,   ///< N(sqrt(2/in))
  kLecunNormal,     ///< N(sqrt(1/in)), which preserves the variance of x (LeCun et al. 1998,
                    ///< "Efficient BackProp"): kaiming_normal with gain 1
  kGpt2,            ///< N(0.02) (Radford et al. 2019)
  kZeros,
};
FFN_NAMES(Initialization, "init", "pytorch", "xavier_uniform", "xavier_normal", "kaiming_uniform",
          "kaiming_normal", "lecun_normal", "gpt2", "zeros");

/// The parameters of a layer, or their gradients.
template <class Scalar>
struct LinearOf {
  MatrixOf<Scalar> weight;   // (out_features, in_features)
  RowVectorOf<Scalar> bias;  // (out_features), or empty for a layer without a bias

  Index in_features() const { return weight.cols(); }
  Index out_features() const { return weight.rows(); }
  std::int64_t parameter_count() const { return std::int64_t{weight.size()} + bias.size(); }

  /// Computes y = x W^T + b. Throws ArgumentError unless x is (tokens, in_features) and y is
  /// (tokens, out_features).
  void forward(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> y) const;

  /// Adds dW = grad_y^T x and db = column sums of grad_y to `grads`, or replaces them. Throws
  /// ArgumentError for shapes that do not match.
  void backward_parameters(const ConstMatrixViewOf<Scalar>& x,
                           const ConstMatrixViewOf<Scalar>& grad_y, LinearOf& grads,
                           Write write = Write::kAdd) const;

  /// Computes db only, into grad_bias (1, out_features), or of no columns for a layer without a
  /// bias.
  void backward_bias(const ConstMatrixViewOf<Scalar>& grad_y, Write write,
                     MatrixViewOf<Scalar> grad_bias) const;

  /// Computes grad_x = grad_y W. Throws ArgumentError for shapes that do not match.
  void backward_input(const ConstMatrixViewOf<Scalar>& grad_y, MatrixViewOf<Scalar> grad_x) const;
};

using Linear = LinearOf<float>;

/// Throws ArgumentError unless the layer's bias is empty or has out_features elements.
template <class Scalar>
void check_bias(const char* argument, const LinearOf<Scalar>& layer) {
  const bool fits = layer.bias.size() == layer.out_features() || layer.bias.size() == 0;
  check(fits, argument, Shape{layer.bias.size()}, {"shape ", Shape{layer.out_features()}});
}

/// Returns zeros of the same shapes, the initial value of accumulated gradients.
template <class Scalar>
LinearOf<Scalar> zeros_like(const LinearOf<Scalar>& layer) {
  return {MatrixOf<Scalar>::Zero(layer.weight.rows(), layer.weight.cols()),
          RowVectorOf<Scalar>::Zero(layer.bias.size())};
}

/// Returns a layer with random parameters, drawn in row-major order, first the weight, then the
/// bias. Throws ArgumentError for a size below
/// 1.
Linear make_linear(Index in_features, Index out_features, Initialization init, RandomState& rng,
                   bool bias = true);

}  // namespace ffn
