#pragma once
// A small training run with all random features enabled, and a hash of its weights.

#include <vector>

#include "ffn/train/toy_data.h"
#include "ffn/train/training_run.h"
#include "golden.h"

namespace ffn::test {

inline Dataset toy(ToyData kind, Index n = 40) {
  ToyDataOptions options;
  options.kind = kind;
  options.n = n;
  return make_toy_data(options);
}

// Enables all random features: dropout masks, an uneven last batch, optimizer moments.
inline TrainingOptions small(Activation kind = Activation::kRelu) {
  TrainingOptions options;
  options.network.ffn = {4, 12, kind, true, false, 0.25};
  options.batch_size = 16;
  options.snapshot_every = 4;
  options.seed = 3;
  return options;
}

// Returns a hash of all weights of a run.
inline std::uint64_t bits_of(const TrainingRun& run) {
  TrainableLayers layers = run.network().layers();
  std::vector<float> all;
  for (const auto& tensor : named_tensors(layers))
    all.insert(all.end(), tensor.values.begin(), tensor.values.end());
  return bits_of(Eigen::Map<const Matrix>(all.data(), 1, static_cast<Index>(all.size())));
}

}  // namespace ffn::test
