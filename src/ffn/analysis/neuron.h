#pragma once
// A hidden unit read as a key-value memory (Geva et al. 2021, arXiv 2012.14913): its key, a row of W1, is compared with the
// token; the activation turns the score into a coefficient; its value, a column of W2, is added to the output that many times:
//
//   score       = x . key + bias
//   coefficient = activation(score), times the gate, after dropout: what linear2 receives
//   output      = b2 + sum over units of coefficient * value

#include <cstdint>
#include <optional>
#include <vector>

#include "ffn/nn/feed_forward.h"

namespace ffn {

/// The parameters of one hidden unit, and what it did for one token.
struct Neuron {
  std::vector<float> key;       // (d_model)
  float bias = 0.0F;            ///< 0 in a network without
  std::vector<float> gate_key;  // (d_model), or empty in a network without a gate
  float gate_bias = 0.0F;
  std::vector<float> value;          // (d_model)
  double value_norm = 0.0;           ///< its Euclidean length
  float score = 0.0F;                ///< pre_activation of the token
  float coefficient = 0.0F;          ///< what linear2 received
  double strength = 0.0;             ///< |coefficient| * value_norm
  std::vector<double> contribution;  // (d_model): coefficient * value, exact
};

/// One unit and what it does for one token; pre_activation and passed_on (tokens, d_ff) of one pass, passed_on being hidden_dropped, or
/// hidden where nothing was dropped. Throws ArgumentError for other shapes and for a token or neuron that does not exist.
Neuron neuron_at(const FeedForward& network, const ConstMatrixView& pre_activation, const ConstMatrixView& passed_on, Index token,
                 Index neuron);

/// By which tokens the neurons are ranked, and how many of them are named.
struct RankingOptions {
  std::optional<Index> token;  ///< without it, the average over all tokens
  std::int64_t top = 10;       ///< how many neurons to name; all of them when there are fewer
};

/// The strongest neurons first; equal ones in order of their indices, NaN before all others. Shares are of output - b2, before any
/// dropout of the output: a unit that works against the output has a negative one, those of all units sum to 1, and all are NaN
/// where output - b2 is 0.
struct NeuronRanking {
  std::vector<std::int64_t> neuron;
  std::vector<double> strength;          ///< mean over tokens of |coefficient| * value_norm
  std::vector<double> share;             ///< contribution . y summed over tokens / y . y summed over tokens, y = output - b2
  std::vector<double> cumulative_share;  ///< of this neuron and all before it
};

/// Throws ArgumentError for a passed_on that is not (tokens, d_ff), no token, a token that does not exist and top below 1.
NeuronRanking rank_neurons(const FeedForward& network, const ConstMatrixView& passed_on, const RankingOptions& options = {});

}  // namespace ffn
