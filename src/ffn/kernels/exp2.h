#pragma once
// 2^y on double lanes with a relative error of 4.1e-11, sufficient for float32 results. It calls no
// function of the C library, so all builds give the same bits, except the relaxed SIMD build, which
// may differ in the last bit.

#include "ffn/kernels/double2.h"

namespace ffn {

/// log2(e): e^x = 2^(x log2(e)).
inline constexpr double kLog2E = 1.44269504088896340736;

/// Constants of exp2, loaded from memory (see opaque in double2.h).
template <class Doubles>
struct Exp2TableOf {
  // 2^f on [-1/2, 1/2], minimax (tests/accuracy/minimax.py).
  DoubleConstant<Doubles> power[8] = {0.99999999996168664321,    0.69314718072847214296,
                                      0.24022651198135986133,    0.055504103533686729866,
                                      0.0096180272552893201055,  0.0013333922623167197087,
                                      0.00015469290842784915353, 0.000015201909048895165085};
  DoubleConstant<Doubles> rounder = 6755399441055744.0;  // 1.5 * 2^52
};
using Exp2Table = Exp2TableOf<Double2>;

/// Returns 2^y for -1000 <= y <= 1000. Adding `rounder` rounds y to an integer n, which is then in
/// the lowest bits of the sum; shifted left by 52 bits it is added to the exponent of 2^(y - n).
template <class Doubles>
inline Doubles exp2(const Exp2TableOf<Doubles>& table, Doubles y) {
  const Doubles shifted = y + table.rounder.lanes;
  const Doubles fraction = y - (shifted - table.rounder.lanes);
  return from_bits<Doubles>(bits(polynomial(table.power, fraction)) + (bits(shifted) << 52));
}

}  // namespace ffn
