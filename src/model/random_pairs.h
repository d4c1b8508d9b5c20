#pragma once
// Feed-forward networks that learn random pairs: how many pairs does a network of some width hold?
//
// A pair is a random vector and one of 64 words, so there is nothing to learn but the pairs. Two
// random layers that stay as they are surround the network: one makes d_model entries of the
// vector, the other the words' logits of the network's output. A pair is held if its word is the
// most probable one.

#include <string>

namespace ffn::facts {

/// Trains networks of two series and prints the pairs that each of them holds: hidden layers of 1/2
/// to 8 times one d_model, and (nearly) equally many parameters at d_ff / d_model of 1 to 8; with
/// GELU, with ReLU, and the first series without an activation. Each is trained with several draws
/// of pairs and initial weights. Returns JSON: the options, so that a run can be repeated, and the
/// results. Throws std::runtime_error if a value is not finite.
std::string train_random_pairs();

}  // namespace ffn::facts
