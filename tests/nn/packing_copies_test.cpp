// Copies and moved networks share packed weights until one changes, and several threads may run
// passes of one network.

#include <doctest/doctest.h>

#include <memory>
#include <utility>
#include <vector>

#include "ffn/nn/feed_forward.h"
#include "nn/small_packed_network.h"

#if !defined(__wasm__)
#include <thread>
#endif

using namespace ffn;
using ffn::test::check_write;
using ffn::test::input;
using ffn::test::small_network;
using ffn::test::traced;
using ffn::test::untraced;

TEST_CASE("packing: copies share the packed weights until one changes") {
  FeedForward ffn = small_network();
  const Matrix before = untraced(ffn);
  FeedForward copy = ffn;
  CHECK(copy.packed() == ffn.packed());
  CHECK(untraced(copy) == before);
  check_write(copy, [&] {
    copy.change_layers([](FeedForwardLayers& layers) { layers.linear1.weight *= 2.0F; });
  });
  CHECK(copy.packed() != ffn.packed());
  CHECK(untraced(ffn) == before);
  check_write(copy, [&] { copy = ffn; });
  CHECK(copy.packed() == ffn.packed());
  check_write(copy, [&] { copy = small_network(8); });
  const FeedForward late = small_network();  // copied before it is packed
  const FeedForward later = late;
  CHECK(untraced(later) == untraced(late));
}

TEST_CASE("packing: a moved network keeps its packed weights and the other can be assigned again") {
  FeedForward ffn = small_network();
  const Matrix before = untraced(ffn);
  const auto packed = ffn.packed();
  FeedForward moved = std::move(ffn);
  CHECK(moved.packed() == packed);
  CHECK(untraced(moved) == before);
  ffn = small_network(2);
  CHECK(untraced(ffn) == traced(ffn));
  ffn = std::move(moved);
  CHECK(ffn.packed() == packed);
  CHECK(untraced(ffn) == before);
}

TEST_CASE(
    "packing: packed layers outlive the network and its changes, and a change packs in the same "
    "memory") {
  FeedForward ffn = small_network();
  const PackedLayers* const address = ffn.packed().get();
  ffn.change_layers([](FeedForwardLayers& layers) { layers.linear1.weight *= 2.0F; });
  CHECK(ffn.packed().get() == address);
  const Matrix before = untraced(ffn);
  const std::shared_ptr<const PackedLayers> kept = ffn.packed();
  ffn.change_layers([](FeedForwardLayers& layers) { layers.linear1.weight *= 2.0F; });
  CHECK(ffn.packed() != kept);
  ffn = small_network(7);
  const Matrix x = input();
  Matrix output(4, 5);
  kept->forward({view(x), view(output), ffn.activation(), {0, 19}});
  CHECK(output == before);
}

#if !defined(__wasm__)
TEST_CASE("packing: several threads may run the first passes of one network and copy it") {
  for (int round = 0; round < 50; ++round) {
    const FeedForward ffn = small_network(static_cast<std::uint32_t>(round));
    const Matrix expected = traced(ffn);
    std::vector<int> wrong(4, 0);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < wrong.size(); ++i) {
      threads.emplace_back([&, i] {
        FeedForward copy = ffn;
        wrong[i] += untraced(ffn) == expected ? 0 : 1;
        copy.change_layers([](FeedForwardLayers& layers) { layers.linear2.bias(0) += 1.0F; });
        wrong[i] += untraced(copy) == expected ? 1 : 0;
        copy = ffn;
        wrong[i] += untraced(copy) == expected ? 0 : 1;
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == std::vector<int>(4, 0));
  }
}
#endif
