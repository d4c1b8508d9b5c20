#include "ffn/nn/forward_blocks.h"

#include <doctest/doctest.h>

using namespace ffn;

TEST_CASE(
    "forward_blocks: every unit of every token is in exactly one block of limited size, slice by "
    "slice") {
  for (const Index tokens : {1, 2, 7, 191, 192, 193, 400}) {
    for (const Index units : {1, 8, 383, 384, 385, 3072, 3079}) {
      CAPTURE(tokens);
      CAPTURE(units);
      Index token = 0;
      Index unit = 0;
      Index slice = 0;
      for_each_forward_block(tokens, units, [&](const ForwardBlock& at) {
        REQUIRE(at.token == token);
        REQUIRE(at.unit == unit);
        REQUIRE((at.tokens >= 1 && at.tokens <= tokens_at_once(tokens)));
        REQUIRE((at.units >= 1 && at.units <= units_at_once(tokens, units)));
        // The sums of the second product are split there in any case.
        REQUIRE(at.unit % kDepthBlock == 0);
        REQUIRE((unit == 0 || at.tokens == slice));
        slice = at.tokens;
        unit += at.units;
        if (unit < units) return;
        unit = 0;
        token += at.tokens;
      });
      CHECK(token == tokens);
      CHECK(unit == 0);
      CHECK((tokens_at_once(tokens) * units_at_once(tokens, units) <= kHiddenElements ||
             units_at_once(tokens, units) == kDepthBlock));
    }
  }
}

TEST_CASE("forward_blocks: no tokens give no blocks") {
  bool any = false;
  for_each_forward_block(0, 8, [&](const ForwardBlock&) { any = true; });
  CHECK(!any);
}
