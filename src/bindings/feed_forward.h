#pragma once
// A feed-forward network as JavaScript holds it: the network, and the input and trace of its last traced pass, which are
// what backward consumes. A change of the activation drops the trace: its tensors would be another function's.

#include <optional>
#include <string>

#include "ffn/nn/feed_forward.h"
#include "tensor.h"

namespace ffn::bindings {

/// "hidden" or "output". Throws ArgumentError for any other name.
DropoutPlacement placement_named(const std::string& name);

class FeedForwardHandle {
 public:
  explicit FeedForwardHandle(FeedForward network) : network_(std::move(network)) {}

  const FeedForward& network() const { return network_; }
  void set_activation(Activation kind);

  /// output of x, no trace kept. `rng` may be nullptr.
  val forward(const Tensor& x, RandomState* rng) const;

  /// Every tensor of the pass; the trace stays for backward.
  val trace(Tensor x, RandomState* rng);

  /// Gradients of sum(output * grad_output). Throws ArgumentError unless a traced pass came before and the shapes agree.
  val backward(const Tensor& grad_output) const;

  val weights() const;

 private:
  struct Pass {
    Tensor x;
    FeedForwardTrace saved;
  };

  FeedForward network_;
  std::optional<Pass> last_;
};

}  // namespace ffn::bindings
