#include "ffn/kernels/exp2.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

TEST_CASE("exp2: relative error below 2^-34 over the whole range") {
  const ffn::Exp2Table table;
  double worst = 0.0;
  for (double y = -1000.0; y <= 1000.0; y += 0.0371) {
    const ffn::Double2 found = ffn::exp2(table, ffn::Double2{y, -y});
    worst = std::max(
        {worst, std::abs(found[0] / std::exp2(y) - 1.0), std::abs(found[1] / std::exp2(-y) - 1.0)});
  }
  CHECK(worst < 0x1p-34);
  CHECK(worst > 0x1p-40);  // a minimax fit attains its bound
}
