#include "ffn/analysis/unit_words.h"

#include <utility>

#include "ffn/analysis/ranking.h"
#include "ffn/core/check.h"
#include "ffn/kernels/affine.h"

namespace ffn {

UnitWords unit_words(const LanguageModel& model, Index block, Index unit, Index count) {
  check_index("block", block, model.n_layers());
  const FeedForward& network =
      model.stack().blocks()[static_cast<std::size_t>(block)].feed_forward();
  check_index("unit", unit, network.d_ff());
  const Matrix& w2 = network.layers().linear2.weight;
  double sum = 0.0;
  for (Index row = 0; row < w2.rows(); ++row) sum += w2(row, unit);
  const double mean = sum / static_cast<double>(w2.rows());
  Matrix normed(1, w2.rows());
  for (Index row = 0; row < w2.rows(); ++row) {
    normed(0, row) = static_cast<float>((w2(row, unit) - mean) * model.final_norm().scale[row]);
  }
  Matrix effects(1, model.n_vocab());
  affine(view(std::as_const(normed)), view(model.token_embedding()), nullptr, view(effects));
  std::vector<std::int32_t> promoted = largest(elements_of(effects), count);
  std::vector<std::int32_t> demoted = smallest(elements_of(effects), count);
  return {effects, std::move(promoted), std::move(demoted)};
}

}  // namespace ffn
