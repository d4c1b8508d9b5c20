#pragma once
// Hidden units as key-value memories (Geva et al. 2021, arXiv 2012.14913): the dot product of a
// token with the unit's key, a row of W1, is its score; the activation maps the score to a
// coefficient; the coefficient multiplies the unit's value, a column of W2, in the output:
//
//   score       = x . key + bias
//   coefficient = activation(score), times the gate, after dropout: the input of linear2
//   output      = b2 + sum over units of coefficient * value

#include <cstdint>
#include <optional>
#include <vector>

#include "ffn/nn/feed_forward.h"

namespace ffn {

/// The parameters of one hidden unit, and its activity for one token.
struct Neuron {
  std::vector<float> key;       // (d_model)
  float bias = 0.0F;            ///< 0 in a network without biases
  std::vector<float> gate_key;  // (d_model), or empty in a network without a gate
  float gate_bias = 0.0F;
  std::vector<float> value;          // (d_model)
  double value_norm = 0.0;           ///< Euclidean norm of value
  float score = 0.0F;                ///< pre_activation of the token
  float coefficient = 0.0F;          ///< input of linear2
  double strength = 0.0;             ///< |coefficient| * value_norm
  std::vector<double> contribution;  // (d_model): coefficient * value, exact
};

/// Returns one unit and its activity for one token. pre_activation and linear2_input (tokens, d_ff)
/// are those of one pass; linear2_input is hidden_dropped, or hidden if nothing was dropped. Throws
/// ArgumentError for other shapes and for a token or neuron that does not exist.
Neuron neuron_at(const FeedForward& network, const ConstMatrixView& pre_activation,
                 const ConstMatrixView& linear2_input, Index token, Index neuron);

/// The tokens over which neurons are ranked, and the number of neurons to return.
struct RankingOptions {
  std::optional<Index> token;  ///< one token; without it, the average over all tokens
  std::int64_t top = 10;       ///< largest number of neurons to return
};

/// Neurons in descending order of strength; equal ones in order of their indices, NaN first. Shares
/// are fractions of output - b2, before any dropout of the output. The share of a unit whose
/// contribution points against the output is negative; the shares of all units sum to 1; all shares
/// are NaN if output - b2 is 0.
struct NeuronRanking {
  std::vector<std::int64_t> neuron;
  std::vector<double> strength;  ///< mean over tokens of |coefficient| * value_norm
  std::vector<double>
      share;  ///< contribution . y summed over tokens / y . y summed over tokens, y = output - b2
  std::vector<double> cumulative_share;  ///< sum of the shares of this neuron and all before it
};

/// Ranks the neurons by linear2_input (tokens, d_ff) of one pass. Throws ArgumentError for other
/// shapes, no token, a token that does not exist, and top below 1.
NeuronRanking rank_neurons(const FeedForward& network, const ConstMatrixView& linear2_input,
                           const RankingOptions& options = {});

}  // namespace ffn
