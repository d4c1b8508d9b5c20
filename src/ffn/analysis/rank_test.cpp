#include "ffn/analysis/rank_test.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "ffn/core/check.h"

namespace ffn {

namespace {

void check_sample(const char* name, std::span<const float> sample) {
  check(!sample.empty(), name, "empty", "one number or more");
  for (const float value : sample) check(!std::isnan(value), name, value, "numbers other than NaN");
}

// Returns twice the mean rank of each value, from 2: an integer, with equal values too.
std::vector<std::size_t> doubled_ranks(const std::vector<float>& values) {
  std::vector<std::size_t> ranks;
  for (const float value : values) {
    std::size_t rank = 1;
    for (const float other : values) rank += (other < value ? 2 : 0) + (other == value ? 1 : 0);
    ranks.push_back(rank);
  }
  return ranks;
}

// Returns in how many ways `count` of the ranks have each sum.
std::vector<double> ways_by_sum(const std::vector<std::size_t>& ranks, std::size_t count) {
  std::size_t total = 0;
  for (const std::size_t rank : ranks) total += rank;
  std::vector<std::vector<double>> ways(count + 1, std::vector<double>(total + 1));
  ways[0][0] = 1.0;
  for (const std::size_t rank : ranks) {
    for (std::size_t chosen = count; chosen > 0; --chosen)
      for (std::size_t sum = rank; sum <= total; ++sum)
        ways[chosen][sum] += ways[chosen - 1][sum - rank];
  }
  return ways[count];
}

}  // namespace

RankTest rank_test(std::span<const float> a, std::span<const float> b) {
  check_sample("a", a);
  check_sample("b", b);
  std::vector<float> values(a.begin(), a.end());
  values.insert(values.end(), b.begin(), b.end());
  check(values.size() <= static_cast<std::size_t>(kMaxRankedValues), "a and b", values.size(),
        {"at most ", kMaxRankedValues, " numbers together"});
  const std::vector<std::size_t> ranks = doubled_ranks(values);
  std::size_t observed = 0;
  for (std::size_t i = 0; i < a.size(); ++i) observed += ranks[i];
  const std::vector<double> ways = ways_by_sum(ranks, a.size());
  // The mean of the doubled sum over all divisions of the ranks is |a| (|a| + |b| + 1).
  const double mean = static_cast<double>(a.size()) * static_cast<double>(values.size() + 1);
  const double distance = std::abs(static_cast<double>(observed) - mean);
  double as_far = 0.0;
  double all = 0.0;
  for (std::size_t sum = 0; sum < ways.size(); ++sum) {
    all += ways[sum];
    if (std::abs(static_cast<double>(sum) - mean) >= distance) as_far += ways[sum];
  }
  const auto count = static_cast<double>(a.size());
  return {static_cast<double>(observed) / 2.0 - count * (count + 1.0) / 2.0, as_far / all};
}

}  // namespace ffn
