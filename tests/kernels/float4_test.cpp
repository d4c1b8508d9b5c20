#include "ffn/kernels/float4.h"

#include <doctest/doctest.h>

using namespace ffn;

TEST_CASE("float4: load accepts any alignment") {
  alignas(16) const float numbers[6] = {0, 1, 2, 3, 4, 5};
  for (int offset = 0; offset < 3; ++offset) {
    const Float4 lanes = load(numbers + offset);
    for (int lane = 0; lane < kLanes; ++lane)
      CHECK(lanes[lane] == static_cast<float>(offset + lane));
  }
}

TEST_CASE("float4: multiply_add works lane by lane") {
  const Float4 sum =
      multiply_add(Float4{1, 2, 3, 4}, Float4{10, 20, 30, 40}, Float4{0.5F, 0.25F, 0, -1});
  CHECK(sum[0] == 10.5F);
  CHECK(sum[1] == 40.25F);
  CHECK(sum[2] == 90.0F);
  CHECK(sum[3] == 159.0F);
}

TEST_CASE("float4: horizontal_sum adds in a fixed order") {
  CHECK(horizontal_sum(Float4{1, 2, 3, 4}) == 10.0F);
  // (2^24 + 1) + (-2^24 + 1): in float32 the first pair rounds to 2^24, the second is exact.
  CHECK(horizontal_sum(Float4{16777216.0F, 1.0F, -16777216.0F, 1.0F}) == 1.0F);
}

TEST_CASE("float4: broadcast and store") {
  float numbers[5] = {0, 0, 0, 0, 7};
  store(broadcast(2.5F), numbers);
  for (int lane = 0; lane < kLanes; ++lane) CHECK(numbers[lane] == 2.5F);
  CHECK(numbers[4] == 7.0F);
}
