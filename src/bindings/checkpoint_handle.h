#pragma once
// The object behind a JavaScript Checkpoint: the header of a file, and the models that it names.

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ffn/io/bert.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/feed_forward_table.h"
#include "ffn/io/gpt2_language_model.h"
#include "ffn/io/safetensors.h"
#include "networks.h"

namespace ffn::bindings {

/// A header with the models found in it.
class CheckpointHandle {
 public:
  explicit CheckpointHandle(SafetensorsHeader header)
      : header_(std::move(header)), gpt2_(find_gpt2(header_)), bert_(find_bert(header_)), table_(find_feed_forwards(header_)) {}

  const SafetensorsHeader& header() const { return header_; }
  const std::optional<ModelInFile>& gpt2() const { return gpt2_; }
  const std::optional<ModelInFile>& bert() const { return bert_; }

  /// Returns a tensor, or a range of its rows if `rows` is [first, count] and not undefined.
  TensorInfo locate(const std::string& name, const val& rows) const {
    const TensorInfo& tensor = header_.at(name);
    if (rows.isUndefined()) return tensor;
    const auto row = [&](std::size_t i) { return checked_integer("rows", rows[i].number(), 0, kMaxExactInteger); };
    return rows_of(tensor, row(0), row(1));
  }

  const std::optional<FeedForwardTable>& table() const { return table_; }

  /// Returns the layout of the networks' weights; `requested` is a string, or undefined for the file's own. Requires a table. Throws
  /// ArgumentError for a layout that the file contradicts.
  WeightLayout layout(const val& requested) const {
    if (requested.isUndefined()) return table_->layout;
    const WeightLayout layout = named<WeightLayout>(requested.str());
    check_layout(*table_, layout);
    return layout;
  }

  /// Returns the tensors of a layer's network.
  std::vector<TensorInfo> feed_forward_tensors(double layer) const {
    if (table_) return find_tensors(header_, ffn::feed_forward_tensors(*table_, checked_layer(layer)));
    // GPT-2's first tensors without a complete network: throws an error that names what is missing.
    if (gpt2_) return find_tensors(header_, gpt2_feed_forward_tensors(*gpt2_, checked_layer(layer)));
    reject_models("GPT-2, BERT, or two linear layers");
  }

  /// Returns whether the file has the whole block of each network, of GPT-2's names and shapes.
  bool has_blocks() const {
    if (!table_ || !gpt2_ || table_->before != gpt2_->layers || table_->layout != WeightLayout::kInOut) return false;
    return std::all_of(table_->layers.begin(), table_->layers.end(),
                       [&](std::int64_t layer) { return has_tensors(header_, gpt2_block_tensors(*gpt2_, layer)); });
  }

  std::vector<TensorInfo> block_tensors(double layer) const {
    if (!gpt2_) reject_models("GPT-2");
    return find_tensors(header_, gpt2_block_tensors(*gpt2_, checked_layer(layer)));
  }

  /// Returns the tensors of the whole GPT-2 model.
  std::vector<TensorInfo> language_model_tensors() const {
    if (!gpt2_) reject_models("GPT-2");
    return find_tensors(header_, gpt2_language_model_tensors(*gpt2_));
  }

  /// Returns the number of heads of GPT-2's attention, which the file does not state.
  Index default_heads() const {
    check(gpt2_.has_value(), "file", "no GPT-2", "GPT-2's names");
    return gpt2_block_options(static_cast<Index>(gpt2_->d_model)).attention.n_heads;
  }

 private:
  static std::int64_t checked_layer(double layer) { return checked_integer("layer", layer, 0, std::numeric_limits<std::int32_t>::max()); }

  [[noreturn]] static void reject_models(const char* models) {
    ffn::reject(CheckpointReason::kMissingTensor, "file", "without tensors that go by the names of a known model", models);
  }

  SafetensorsHeader header_;
  std::optional<ModelInFile> gpt2_;
  std::optional<ModelInFile> bert_;
  std::optional<FeedForwardTable> table_;
};

}  // namespace ffn::bindings
