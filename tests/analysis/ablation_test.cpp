#include "ffn/analysis/ablation.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "ffn/analysis/neuron.h"
#include "ffn/core/check.h"
#include "golden.h"
#include "small_network.h"

using namespace ffn;

namespace {

AblationOptions change(std::vector<Index> neurons, double factor, AblationSite site) {
  return {std::move(neurons), factor, site};
}

constexpr AblationSite kSites[] = {AblationSite::kBeforeActivation, AblationSite::kAfterActivation};

}  // namespace

TEST_CASE("ablation: factor 1 changes no bit and the baseline is the network's output") {
  for (const bool gated : {false, true}) {
    const FeedForward network = test::make({.gated = gated});
    const Matrix x = test::random_input(70, 6);
    for (const AblationSite site : kSites) {
      const Ablation made = ablate(network, view(x), change({0, 3, 9}, 1.0, site));
      CHECK(test::bits_of(made.output) == test::bits_of(made.baseline));
      CHECK(test::bits_of(made.baseline) == test::bits_of(test::pass_of(network, x).output));
    }
  }
}

TEST_CASE("ablation: factor 0 subtracts a unit's contribution and factor -1 subtracts it twice") {
  const FeedForward network = test::make({});
  const Matrix x = test::random_input(3, 6);
  const test::Pass pass = test::pass_of(network, x);
  for (const double factor : {0.0, -1.0, 2.5}) {
    const Ablation made =
        ablate(network, view(x), change({4}, factor, AblationSite::kAfterActivation));
    for (Index token = 0; token < 3; ++token) {
      const Neuron unit =
          neuron_at(network, view(pass.trace.pre_activation), view(pass.trace.hidden), token, 4);
      for (Index j = 0; j < 6; ++j) {
        const double expected = made.baseline(token, j) +
                                (factor - 1.0) * unit.contribution[static_cast<std::size_t>(j)];
        CHECK(std::abs(made.output(token, j) - expected) < 1e-6);
      }
    }
  }
}

TEST_CASE("ablation: before the activation the score is scaled") {
  for (const bool gated : {false, true}) {
    FeedForward network = test::make({.gated = gated});
    const Matrix x = test::random_input(3, 6);
    const Ablation made =
        ablate(network, view(x), change({2}, -1.0, AblationSite::kBeforeActivation));
    network.change_layers([](FeedForwardLayers& layers) {
      layers.linear1.weight.row(2) *= -1.0F;
      layers.linear1.bias(2) *= -1.0F;
    });
    const Matrix expected = test::pass_of(network, x).output;
    CHECK((made.output - expected).cwiseAbs().maxCoeff() < 1e-6F);
  }
}

TEST_CASE("ablation: removing every unit leaves only the output bias") {
  const FeedForward network = test::make({});
  Matrix x = test::random_input(2, 6);
  x(0, 0) = std::numeric_limits<float>::infinity();
  for (const AblationSite site : kSites) {
    const Ablation made =
        ablate(network, test::all_of(x), change({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0.0, site));
    for (Index token = 0; token < 2; ++token)
      CHECK(made.output.row(token) == network.layers().linear2.bias);
  }
}

TEST_CASE("ablation: units that do not exist and factors that are not finite are rejected") {
  const FeedForward network = test::make({});
  const Matrix x = test::random_input(2, 6);
  const Matrix narrow = test::random_input(2, 5);
  const AblationSite after = AblationSite::kAfterActivation;
  CHECK_THROWS_WITH(ablate(network, view(x), change({}, 0.0, after)),
                    "neurons is empty; expected one neuron or more");
  CHECK_THROWS_WITH(ablate(network, view(x), change({10}, 0.0, after)),
                    "neurons is 10; expected integers from 0 to 9");
  CHECK_THROWS_WITH(ablate(network, view(x), change({1, 1}, 0.0, after)),
                    "neurons is 1 twice; expected each neuron once");
  CHECK_THROWS_AS(ablate(network, view(x), change({-1}, 0.0, after)), ArgumentError);
  CHECK_THROWS_AS(
      ablate(network, view(x), change({1}, std::numeric_limits<double>::quiet_NaN(), after)),
      ArgumentError);
  CHECK_THROWS_AS(ablate(network, view(narrow), change({1}, 0.0, after)), ArgumentError);
}

TEST_CASE("ablation: names map to sites") {
  CHECK(named<AblationSite>("before_activation") == AblationSite::kBeforeActivation);
  CHECK(named<AblationSite>("after_activation") == AblationSite::kAfterActivation);
  CHECK_THROWS_WITH(named<AblationSite>("during"),
                    "site is \"during\"; expected \"before_activation\" or \"after_activation\"");
}
