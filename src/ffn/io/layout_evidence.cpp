#include "ffn/io/layout_evidence.h"

#include <algorithm>
#include <array>
#include <string>

namespace ffn {

namespace {

constexpr std::string_view kAttention = "att";

bool has_any(std::string_view name, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return name.find(part) != std::string_view::npos;
  });
}

bool is_norm(const TensorInfo& tensor) {
  return tensor.shape.size() == 1 && has_any(tensor.name, {"norm", "Norm", "ln_", ".ln"});
}

bool is_embedding(const TensorInfo& tensor) {
  return tensor.shape.size() == 2 &&
         has_any(tensor.name, {"embed", "wte", "wpe", "tok_emb", "pos_emb", "lm_head"});
}

bool is_attention(const TensorInfo& tensor) {
  return tensor.shape.size() == 2 && has_any(tensor.name, {kAttention});
}

// Collects which of two sizes the tensors of one kind have.
class Votes {
 public:
  explicit Votes(const WeightSizes& sizes) : sizes_(sizes) {}

  void add(std::int64_t size) {
    rows_ = rows_ || size == sizes_.rows;
    columns_ = columns_ || size == sizes_.columns;
  }

  std::optional<std::int64_t> decision() const {
    if (rows_ == columns_) return std::nullopt;
    return rows_ ? sizes_.rows : sizes_.columns;
  }

 private:
  WeightSizes sizes_;
  bool rows_ = false;
  bool columns_ = false;
};

}  // namespace

std::optional<std::int64_t> width_beside(const SafetensorsHeader& header, const WeightSizes& sizes,
                                         std::string_view layer, std::string_view model) {
  if (sizes.rows == sizes.columns) return std::nullopt;
  Votes layer_norms(sizes);
  Votes attention(sizes);
  Votes model_norms(sizes);
  Votes embeddings(sizes);
  for (const TensorInfo& tensor : header.tensors()) {
    const std::string_view name = tensor.name;
    const bool in_layer = name.substr(0, layer.size()) == layer;
    if (!in_layer && name.substr(0, model.size()) != model) continue;
    if (is_norm(tensor)) (in_layer ? layer_norms : model_norms).add(tensor.shape[0]);
    if (is_attention(tensor) && in_layer) {
      attention.add(tensor.shape[0]);
      attention.add(tensor.shape[1]);
    }
    if (is_embedding(tensor)) embeddings.add(tensor.shape[1]);
  }
  for (const Votes& votes : {layer_norms, attention, model_norms, embeddings}) {
    if (const auto width = votes.decision()) return width;
  }
  return std::nullopt;
}

std::vector<std::string_view> prefixes_of_attention(const SafetensorsHeader& header) {
  std::vector<std::string_view> prefixes;
  for (const TensorInfo& tensor : header.tensors()) {
    const std::string_view name = tensor.name;
    const std::size_t last = name.rfind(kAttention);
    if (last == std::string_view::npos) continue;
    std::size_t begin = 0;
    for (std::size_t dot = name.find('.'); dot < last; dot = name.find('.', begin)) {
      const std::string_view component = name.substr(begin, dot - begin);
      begin = dot + 1;
      if (component.find_first_not_of("0123456789") != std::string_view::npos) continue;
      const std::string_view prefix = name.substr(0, begin);
      if (prefixes.empty() || prefixes.back() != prefix) prefixes.push_back(prefix);
    }
  }
  std::sort(prefixes.begin(), prefixes.end());
  return prefixes;
}

}  // namespace ffn
