#pragma once
// Constants of the activation functions, for the closed forms (nn/activation.cpp) and the kernels.

namespace ffn {

inline constexpr double kInverseSqrtTwoPi = 0.39894228040143267794;  ///< 1 / sqrt(2 pi)
inline constexpr double kTwoSqrtTwoOverPi = 1.59576912160573071176;  ///< 2 sqrt(2 / pi)

/// Coefficients that Hendrycks & Gimpel 2016 (arXiv 1606.08415) fitted: that of x^3 in the tanh
/// form of GELU, and the factor of its sigmoid form.
inline constexpr double kGeluCubic = 0.044715;
inline constexpr double kGeluQuick = 1.702;

inline constexpr double kSiluFactor = 1.0;  ///< of x in the sigmoid of SiLU

}  // namespace ffn
