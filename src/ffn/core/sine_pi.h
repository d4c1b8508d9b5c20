#pragma once
// The sine of an angle in half turns, with the same bits in all builds: the last digit of std::sin
// differs between C libraries.

namespace ffn {

/// Returns sin(pi x), with an absolute error below 2^-51; the reduction to |x| <= 1/2 is exact.
double sine_pi(double x);

}  // namespace ffn
