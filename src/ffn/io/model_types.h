#pragma once
// Table of the model types of Hugging Face's Transformers (`model_type` of a config.json): which
// key of the configuration names the activation of the feed-forward networks, and which one applies
// if the key is missing, because a class does not write values that equal its defaults.

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

namespace ffn {

/// The part of a model with several networks, such as the image encoder of CLIP.
enum class ModelPart { kWhole, kText, kVision, kAudio, kQformer, kEncoder, kDecoder };

/// A row's `width` if the configuration does not state the width of the networks.
inline constexpr std::string_view kNoWidth = "none";

/// A row of the table.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): members in the order of reading
struct ModelType {
  std::string_view names;      ///< values of `model_type`, separated by spaces
  std::string_view keys;       ///< keys of the activation, by precedence; empty if the code decides
  std::string_view otherwise;  ///< name of the activation if there is no key; empty if unknown

  /// kWhole: the row is about a model or a text part. Another part: it is about that part of the
  /// model, whose configuration is nested and has the same type or none.
  ModelPart part = ModelPart::kWhole;

  /// The row applies only to configurations in which this key is present and neither null, false
  /// nor 0; empty: to all.
  std::string_view when = {};

  /// Key of the width d_model; empty: the usual ones. kNoWidth: the configuration does not state
  /// it, for example because it changes from stage to stage.
  std::string_view width = {};

  /// Key under which "gelu" is the name of the tanh form.
  std::string_view tanh_gelu_key = {};

  /// Whether the row is about every part of the model.
  bool every_part = false;
};

/// Keys that name an activation in configurations of types that the table does not have.
inline constexpr std::string_view kActivationKeys =
    "hidden_activation hidden_act activation_function activation ff_activation mlp_hidden_act "
    "act_fn "
    "ffn_config.ffn_act_fn dense_act_fn feed_forward_proj";

/// Returns whether the words of a list, separated by spaces, include `word`.
bool has_word(std::string_view words, std::string_view word);

/// Calls visit(word) for each word of a list that is separated by spaces.
template <class Visit>
void for_each_word(std::string_view words, Visit&& visit) {
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    visit(words.substr(0, end));
    words.remove_prefix(end == std::string_view::npos ? words.size() : end + 1);
  }
}

/// All rows. Of several that fit, the first one applies.
std::span<const ModelType> model_types();

/// Returns the row of a part of a model type, nullptr if the table has none. `own` says whether the
/// part's own configuration states the type, or only the one that contains it; `has` returns
/// whether a key of the part's configuration is set.
const ModelType* find_model_type(std::string_view name, ModelPart part, bool own,
                                 const std::function<bool(std::string_view)>& has);

/// Returns the model type of a class such as `BertForMaskedLM` or `GPT2LMHeadModel`, empty if the
/// table has none.
std::string_view model_type_of_class(std::string_view name);

}  // namespace ffn
