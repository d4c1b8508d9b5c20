#include "ffn/io/naming_table.h"

#include <doctest/doctest.h>

#include <set>

#include "ffn/io/feed_forward_table.h"
#include "io/header_of.h"

using namespace ffn;
using test::Network;

namespace {

FeedForwardTable only_stack(const Network& network) {
  const auto tables = find_feed_forwards(test::header_of(network.tensors()));
  REQUIRE(tables.size() == 1);
  return tables.front();
}

}  // namespace

TEST_CASE("naming_table: every row finds its networks") {
  for (const NetworkNaming& naming : naming_table()) {
    CAPTURE(naming.first);
    const std::string stem(naming.stem);
    Network network{"a.layers.3.",
                    stem + std::string(naming.first),
                    stem + std::string(naming.second),
                    naming.layout,
                    true,
                    8,
                    20,
                    naming.gate.empty() ? "" : stem + std::string(naming.gate),
                    naming.always_fused};
    const FeedForwardTable table = only_stack(network);
    CHECK(table.name == "a.layers.*" + (stem.empty() ? "" : "." + stem.substr(0, stem.size() - 1)));
    CHECK(table.gated == (!naming.gate.empty() || naming.always_fused));
    CHECK(table.fused == (naming.always_fused ? naming.fused : FusedOrder::kNone));
    CHECK(table.layers == std::vector<std::int64_t>{3});
    CHECK(table.d_model(table.layout) == 8);
    CHECK(table.d_ff(table.layout) == 20);
    CHECK(table.tensors.front().name == network.prefix + network.first + ".weight");
    CHECK(table.layer_prefix(table.layers.front()) == "a.layers.3.");
    if (naming.fused == FusedOrder::kNone || naming.always_fused) continue;
    network.fused = true;
    const FeedForwardTable with_gate = only_stack(network);
    CHECK(with_gate.gated);
    CHECK(with_gate.fused == naming.fused);
    CHECK(with_gate.family == ModelFamily::kGated);
    CHECK(with_gate.d_ff(with_gate.layout) == 20);
  }
}

TEST_CASE("naming_table: no two rows have the same names") {
  std::set<std::string> names;
  for (const NetworkNaming& naming : naming_table()) {
    CHECK(names
              .insert(std::string(naming.stem)
                          .append(naming.first)
                          .append(" ")
                          .append(naming.gate)
                          .append(" ")
                          .append(naming.second))
              .second);
  }
}
