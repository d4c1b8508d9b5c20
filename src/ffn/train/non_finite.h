#pragma once
// Detection of the first NaN or infinity in a training step.

#include <optional>
#include <span>
#include <string>

#include "ffn/core/matrix.h"
#include "ffn/train/trainable_network.h"

namespace ffn {

/// Location of the first value that is not finite. `tensor` is a tensor of the forward pass
/// (embedded, pre_activation, gate, hidden, hidden_dropped, ffn_output, residual, output), `loss`,
/// a gradient (grad_b_out ... grad_w_in, from the output back), an updated parameter (w_in ...
/// b_out) or one of its optimizer moments (moment_w_in ...).
struct NonFinite {
  std::string tensor;
  Index step = 0;      ///< number of the training step that failed, from 1
  Index index = 0;     ///< row-major index of the element
  double value = 0.0;  ///< NaN or an infinity
};

/// Inspects tensors and records the first value that is not finite.
class NonFiniteFinder {
 public:
  explicit NonFiniteFinder(Index step) : step_(step) {}

  void inspect(const char* name, double value);
  void inspect(const char* name, const Matrix& matrix);

  /// Inspects all tensors of a forward pass in order.
  void inspect(const TrainableTrace& trace);

  /// Inspects a tensor named prefix + name.
  void inspect(const char* prefix, const char* name, std::span<const float> values);

  const std::optional<NonFinite>& found() const { return found_; }

 private:
  Index step_;
  std::optional<NonFinite> found_;
};

}  // namespace ffn
