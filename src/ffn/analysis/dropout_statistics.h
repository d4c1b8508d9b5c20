#pragma once
// Dropout as an experiment compared with theory: n training passes of one input, the variance
// between the passes, and the mean of the passes compared with the pass without dropout.
//
// An element X of the dropout mask is 0 with probability p and 1 / (1 - p) otherwise (Srivastava et
// al. 2014, inverted), so E X = 1, Var X = p / (1 - p), and its fourth cumulant is k4 X = p (1 - 6
// p (1 - p)) / (1 - p)^3. The elements of a mask are independent, and cumulants of independent
// terms add:
//
//   placement output:  y_j = a_j X_j
//                      Var y_j = Var X a_j^2,  k4 y_j = k4 X a_j^4
//   placement hidden:  y_j = b_j + sum_i w2_ji h_i X_i
//                      Var y_j = Var X sum_i (w2_ji h_i)^2,  k4 y_j = k4 X sum_i (w2_ji h_i)^4
//
// In both cases the mean is a_j, the output without dropout. Over n passes the mean has the
// standard error sqrt(Var y / n), the unbiased variance sqrt(k4 y / n + 2 (Var y)^2 / (n - 1))
// (Cramer 1946, section 27.4).

#include <cstdint>
#include <vector>

#include "ffn/nn/feed_forward.h"

namespace ffn {

inline constexpr std::int64_t kMaxPasses = 1'000'000;

/// The number of training passes of one input, their dropout, and the output element that is
/// recorded in each.
struct DropoutExperiment {
  double dropout = 0.1;
  DropoutPlacement dropout_placement = DropoutPlacement::kHidden;
  std::int64_t passes = 10;
  std::uint32_t seed = 0;  ///< one generator draws the masks of all passes
  Index token = 0;  ///< output element (token, feature) whose value in every pass is recorded
  Index feature = 0;
};

/// Measured and theoretical statistics for every element of the output.
struct DropoutStatistics {
  Matrix evaluation;                 // (tokens, d_model): output without dropout
  MatrixOf<double> mean;             // (tokens, d_model): over the passes
  MatrixOf<double> variance;         // (tokens, d_model): over the passes, divided by n - 1
  MatrixOf<double> theory_variance;  // (tokens, d_model)
  MatrixOf<double> mean_error;       // (tokens, d_model): standard error of mean
  MatrixOf<double> variance_error;   // (tokens, d_model): standard error of variance
  double average_variance = 0.0;     ///< mean of variance over all elements
  double average_theory = 0.0;       ///< mean of theory_variance over all elements
  double average_error =
      0.0;  ///< standard error of average_variance; for placement hidden an upper bound
  double largest_mean_gap = 0.0;  ///< largest |mean - evaluation|
  std::vector<float> samples;     ///< output (token, feature) of every pass
};

/// Runs the experiment for x (tokens, d_model). Uses the weights and the activation of `network`,
/// but the dropout of `experiment`. With dropout 0 all passes are equal and every variance is
/// exactly 0. Throws ArgumentError for other shapes, no token, an element that does not exist,
/// passes outside 2 to kMaxPasses, and a dropout outside [0, 1): at 1 everything is dropped and the
/// mean is not preserved.
///
/// Different tokens have independent masks, but with placement hidden all outputs of one token
/// share a mask. Computing their covariances would cost d_model^2 d_ff operations per token;
/// average_error assumes full correlation instead, which gives an upper bound.
DropoutStatistics dropout_statistics(const FeedForward& network, const ConstMatrixView& x,
                                     const DropoutExperiment& experiment);

/// The experiment of dropout_statistics in increments of some passes, for callers that report
/// progress, show intermediate results or cancel. Copies the network and the input.
class DropoutRun {
 public:
  /// Throws as dropout_statistics does.
  DropoutRun(const FeedForward& network, const ConstMatrixView& x,
             const DropoutExperiment& experiment);

  /// Runs `count` more passes, at most as many as remain, and returns the number run. Throws
  /// ArgumentError for a negative count.
  std::int64_t advance(std::int64_t count);

  /// Returns the number of passes run so far.
  std::int64_t passes() const { return static_cast<std::int64_t>(samples_.size()); }

  /// Returns the statistics of the passes run so far, with the same bits as dropout_statistics with
  /// that number of passes. Throws ArgumentError for fewer than two passes.
  DropoutStatistics statistics() const;

 private:
  void prepare_theory(const FeedForward& network);
  void add_theory(DropoutStatistics& found) const;

  DropoutExperiment experiment_;
  Matrix x_;
  FeedForward network_;  // with the experiment's dropout
  RandomState rng_;
  Matrix evaluation_;                 // (tokens, d_model)
  MatrixOf<double> theory_variance_;  // (tokens, d_model)
  MatrixOf<double> theory_cumulant_;  // (tokens, d_model): fourth cumulant of the output
  MatrixOf<double> mean_;             // (tokens, d_model): over the passes so far
  MatrixOf<double> squares_;          // (tokens, d_model): sum of squared deviations from the mean
  Matrix output_;                     // (tokens, d_model): of the last pass
  std::vector<float> samples_;
};

}  // namespace ffn
