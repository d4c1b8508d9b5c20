#pragma once
// Names of the linear layers of feed-forward networks in published models, one row for each way of
// naming them. A row says which matrix passes through the activation, which is the gate, and in
// which order one matrix contains both: a matrix divided the wrong way round has valid shapes and
// gives wrong results. A comment at each row names the source that defines this order.

#include <span>
#include <string_view>

#include "ffn/core/names.h"
#include "ffn/io/layer_tensors.h"

namespace ffn {

/// Order of the two halves of a matrix that contains the layer before the activation and the gate.
/// kUnknown: libraries that use these names disagree, so the caller has to name the order.
enum class FusedOrder { kNone, kActivationFirst, kActivationLast, kUnknown };
FFN_NAMES(FusedOrder, "fused", "none", "activation_first", "activation_last", "unknown");

/// Families of models, distinguished by their tensor names: GPT-2 and BERT determine their
/// activation, kGated are other networks with a gate, kLinear other networks without one.
enum class ModelFamily { kGpt2, kBert, kLinear, kGated };
FFN_NAMES(ModelFamily, "family", "gpt2", "bert", "linear", "gated");

/// Names of the linear layers of a network, without ".weight". The full name of a layer is PREFIX
/// stem NAME.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): members in the order of reading
struct NetworkNaming {
  std::string_view stem = {};    ///< ends with "." or is empty
  std::string_view first = {};   ///< the layer before the activation, d_model -> d_ff
  std::string_view gate = {};    ///< d_model -> d_ff; empty if there is none, or if `first` has it
  std::string_view second = {};  ///< d_ff -> d_model
  FusedOrder fused = FusedOrder::kNone;  ///< if `first` has 2 d_ff outputs; kNone: not known
  bool always_fused = false;  ///< whether `first` without a gate in it is another kind of network
  ModelFamily family = ModelFamily::kLinear;   ///< kGpt2 and kBert; of other networks kLinear
  WeightLayout layout = WeightLayout::kOutIn;  ///< where nothing else in the file determines it
};

/// Returns all rows, in the order in which they are tried: tensors that belong to a network of one
/// row are not considered for later rows.
std::span<const NetworkNaming> naming_table();

}  // namespace ffn
