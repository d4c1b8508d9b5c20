#pragma once
// Creates networks from options: with the given weights, or with random ones.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "network_handle.h"
#include "options.h"

namespace ffn::bindings {

/// Reads the options init and seed and returns random(init, rng).
template <class Random>
auto make_random(const val& options, Random random) {
  Initialization init = Initialization::kPytorch;
  std::uint32_t seed = 0;
  read_named<initialization_named>(options, "init", init);
  read_option(options, "seed", seed);
  RandomState rng(seed);
  return random(init, rng);
}

/// Returns a handle of from_weights(reader) if there is an option `weights`, otherwise of random(init, rng).
template <class Traits, class FromWeights, class Random>
val make_network(const val& options, FromWeights from_weights, Random random) {
  const val weights = options["weights"];
  if (weights.isUndefined()) return val(std::make_shared<NetworkHandle<Traits>>(make_random(options, random)));
  const WeightLayout layout = layout_named(given_text(options, "layout").value_or("out_in"));
  WeightReader reader(weights, layout == WeightLayout::kInOut);
  auto network = from_weights(reader);
  reader.finish();
  return val(std::make_shared<NetworkHandle<Traits>>(std::move(network)));
}

}  // namespace ffn::bindings
