#pragma once
// Where the first value was that is not finite.

#include <optional>
#include <span>
#include <string>

#include "ffn/core/matrix.h"
#include "ffn/train/trainable_network.h"

namespace ffn {

/// In a tensor of the forward pass (embedded, pre_activation, gate, hidden, hidden_dropped, ffn_output, residual, output), in `loss`,
/// in a gradient (grad_b_out ... grad_w_in, from the output back), in an updated parameter (w_in ... b_out) or in the optimiser's
/// memory of it (moment_w_in ...).
struct NonFinite {
  std::string tensor;
  Index step = 0;      ///< number of the training step that failed, from 1
  Index index = 0;     ///< of the element, row by row
  double value = 0.0;  ///< NaN or an infinity
};

/// Looks at tensors in the order in which they are shown to it and keeps the first value that is not finite.
class NonFiniteFinder {
 public:
  explicit NonFiniteFinder(Index step) : step_(step) {}

  void look(const char* name, double value);
  void look(const char* name, const Matrix& matrix);

  /// Every tensor of a forward pass, in its order.
  void look(const TrainableTrace& trace);

  /// A tensor called prefix + name.
  void look(const char* prefix, const char* name, std::span<const float> values);

  const std::optional<NonFinite>& found() const { return found_; }

 private:
  Index step_;
  std::optional<NonFinite> found_;
};

}  // namespace ffn
