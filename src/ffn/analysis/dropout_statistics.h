#pragma once
// The notebook's third exercise, experiment beside theory: n training passes of one input, variance between the passes, mean of
// the passes against the pass without dropout.
//
// A mask element X is 0 with probability p and 1 / (1 - p) otherwise (Srivastava et al. 2014, inverted), so that E X = 1,
// Var X = p / (1 - p), and its fourth cumulant is k4 X = p (1 - 6 p (1 - p)) / (1 - p)^3. Mask
// elements are independent, and cumulants of independent terms add:
//
//   placement output:  y_j = a_j X_j                     Var y_j = Var X a_j^2                  k4 y_j = k4 X a_j^4
//   placement hidden:  y_j = b_j + sum_i w2_ji h_i X_i   Var y_j = Var X sum_i (w2_ji h_i)^2    k4 y_j = k4 X sum_i (w2_ji h_i)^4
//
// Both have the mean a_j, the output without dropout. For n passes the mean has standard error sqrt(Var y / n), the unbiased
// variance sqrt(k4 y / n + 2 (Var y)^2 / (n - 1)) (Cramer 1946, section 27.4).

#include <cstdint>
#include <vector>

#include "ffn/nn/feed_forward.h"

namespace ffn {

inline constexpr std::int64_t kMaxPasses = 1'000'000;

/// How many training passes of one input, with which dropout, and what is kept of each.
struct DropoutExperiment {
  double dropout = 0.1;
  DropoutPlacement dropout_placement = DropoutPlacement::kHidden;
  std::int64_t passes = 10;
  std::uint32_t seed = 0;  ///< one stream of masks through all passes
  Index token = 0;         ///< the element of the output whose value in every pass is kept
  Index feature = 0;
};

/// What the passes gave beside what theory expects, for every element of the output.
struct DropoutStatistics {
  Matrix evaluation;                 // (tokens, d_model): without dropout
  MatrixOf<double> mean;             // (tokens, d_model): over the passes
  MatrixOf<double> variance;         // (tokens, d_model): over the passes, divided by n - 1
  MatrixOf<double> theory_variance;  // (tokens, d_model)
  MatrixOf<double> mean_error;       // (tokens, d_model): standard error of mean
  MatrixOf<double> variance_error;   // (tokens, d_model): standard error of variance
  double average_variance = 0.0;     ///< over all elements: the number that the notebook prints
  double average_theory = 0.0;
  double average_error = 0.0;     ///< standard error of average_variance; for placement hidden an upper bound
  double largest_mean_gap = 0.0;  ///< largest |mean - evaluation|
  std::vector<float> samples;     ///< output (token, feature) of every pass
};

/// Tokens have masks of their own, but under placement hidden the outputs of one token share one: how far they move together
/// would cost d_model^2 d_ff per token to know, so that average_error takes them as moving together entirely.
///
/// x (tokens, d_model); of `network` only the weights and the activation count. With dropout 0 all passes are equal and every
/// variance is exactly 0. Throws ArgumentError for other shapes, no token, an element that does not exist, passes outside
/// 2 to kMaxPasses, and a dropout outside [0, 1): at 1 everything is dropped and the mean cannot be kept.
DropoutStatistics dropout_statistics(const FeedForward& network, const ConstMatrixView& x, const DropoutExperiment& experiment);

/// The same a few passes at a time, for who wants to tell of its progress, to show what there is, or to stop. It has copies of all it
/// needs.
class DropoutRun {
 public:
  /// Throws as dropout_statistics does.
  DropoutRun(const FeedForward& network, const ConstMatrixView& x, const DropoutExperiment& experiment);

  /// Does `count` more passes, or as many as are left, and returns how many those were. Throws ArgumentError for a negative count.
  std::int64_t advance(std::int64_t count);

  /// Passes done.
  std::int64_t passes() const { return static_cast<std::int64_t>(samples_.size()); }

  /// Of the passes done, as if no more had been asked for: bit for bit what dropout_statistics says of so many. Throws ArgumentError for
  /// fewer than two.
  DropoutStatistics statistics() const;

 private:
  void prepare_theory(const FeedForward& network);
  void add_theory(DropoutStatistics& found) const;

  DropoutExperiment experiment_;
  Matrix x_;
  FeedForward network_;  // with the dropout of the experiment
  RandomState rng_;
  Matrix evaluation_;                 // (tokens, d_model)
  MatrixOf<double> theory_variance_;  // (tokens, d_model)
  MatrixOf<double> theory_cumulant_;  // (tokens, d_model): fourth cumulant of the output
  MatrixOf<double> mean_;             // (tokens, d_model): over the passes done
  MatrixOf<double> squares_;          // (tokens, d_model): sum of squared deviations from it
  Matrix output_;                     // (tokens, d_model): of the last pass
  std::vector<float> samples_;
};

}  // namespace ffn
