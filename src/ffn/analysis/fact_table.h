#pragma once
// A table of facts with the answers of a model: how many stay right when parts of the model are
// switched off?
//
// The table stores the inputs of every block, computed once. A query computes only what its
// switches change, and for switches in the network of the last block only the last position of each
// prompt: with one block of d_model 64 and d_ff 256 the answers to 700 facts take some
// milliseconds. Their logits have the same bits as in LanguageModel::forward.

#include <cstdint>
#include <span>
#include <vector>

#include "ffn/nn/language_model.h"

namespace ffn {

/// Prompts, by index, for which a hidden unit has the largest activations.
struct StrongestPrompts {
  std::vector<std::int32_t> prompts;  ///< in descending order of the activations (ranking.h)
  std::vector<float> activations;     ///< at the last position of each of them
};

/// Facts, a model, and the tensors of the model's pass over all prompts. A later change of the
/// original model does not affect the table.
class FactTable {
 public:
  /// Throws ArgumentError as LanguageModel::forward does, and unless there is one answer per
  /// prompt.
  FactTable(LanguageModel model, Facts facts);

  const LanguageModel& model() const { return model_; }
  const Facts& facts() const { return facts_; }

  /// Returns the most probable next word of each prompt; `switches` are empty or one per block.
  /// Throws ArgumentError for another number of switches and a silenced unit that does not exist.
  std::vector<std::int32_t> answers(std::span<const TransformerBlockSwitches> switches = {}) const;

  /// Returns the number of facts that the model answers right.
  Index right(std::span<const TransformerBlockSwitches> switches = {}) const {
    return count_equal(answers(switches), facts_.answers);
  }

  /// Returns the hidden activations of a block at the last position of each prompt: (prompts,
  /// d_ff). Throws ArgumentError for a block that does not exist.
  Matrix hidden(Index block) const;

  /// Returns the `count` prompts for whose last position the unit has the largest activations, or
  /// all if there are fewer. Throws ArgumentError for a block or unit that does not exist and for a
  /// count below 1.
  StrongestPrompts strongest_prompts(Index block, Index unit, Index count) const;

 private:
  // Prompts of one length, and the tensors of their pass.
  struct Group {
    Index seq_len = 0;
    std::vector<std::int32_t> facts;  // indices
    std::vector<Matrix> inputs;  // n_layers of (facts * seq_len, d_model): the input of each block
    std::vector<Matrix>
        middles;  // n_layers of (facts * seq_len, d_model): after the attention of each block
    Matrix last_middle;  // (facts, d_model): the last block's, at the last position
    Matrix last_hidden;  // (facts, d_ff): the last block's, at the last position
    Matrix last_output;  // (facts, d_model)
  };

  void make_group(Group& group) const;
  Matrix hidden_of(const Group& group, Index block) const;
  Matrix outputs(const Group& group, std::span<const TransformerBlockSwitches> switches) const;
  Matrix outputs_of_last_network(const Group& group,
                                 const TransformerBlockSwitches& switches) const;
  Matrix outputs_from(Index first, const Group& group,
                      std::span<const TransformerBlockSwitches> switches) const;

  LanguageModel model_;
  Facts facts_;
  std::vector<Group> groups_;
};

}  // namespace ffn
