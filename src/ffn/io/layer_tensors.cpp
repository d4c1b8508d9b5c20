#include "ffn/io/layer_tensors.h"

#include <algorithm>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

// No model has a million layers; a name with a longer number is not the name of a layer.
constexpr std::size_t kMaxLayerDigits = 6;

}  // namespace

LayerName parse_layer_name(std::string_view name, std::string_view prefix) {
  if (name.substr(0, prefix.size()) != prefix) return {};
  name.remove_prefix(prefix.size());
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  const bool number =
      digits >= 1 && digits <= kMaxLayerDigits && (digits == 1 || name.front() != '0');
  if (!number || digits == name.size() || name[digits] != '.') return {};
  std::int64_t layer = 0;
  for (const char digit : name.substr(0, digits)) layer = layer * 10 + (digit - '0');
  return {layer, name.substr(digits + 1)};
}

std::vector<TensorInfo> find_tensors(const SafetensorsHeader& header,
                                     std::span<const NeededTensor> needed) {
  std::vector<TensorInfo> found;
  for (const NeededTensor& wanted : needed) {
    const TensorInfo* tensor = header.find(wanted.name);
    const std::string part = "tensor " + short_quoted(wanted.name);
    if (tensor == nullptr) {
      if (const std::string* const shard = header.absent_shard(wanted.name)) {
        reject(CheckpointReason::kMissingTensor, part, {"in ", short_quoted(*shard)},
               "that file opened together with the others");
      }
      reject(CheckpointReason::kMissingTensor, part, "missing", {"one of shape ", wanted.shape});
    }
    if (tensor->shape != wanted.shape) {
      reject(CheckpointReason::kWrongShape, {part, " shape"}, tensor->shape, wanted.shape);
    }
    found.push_back(*tensor);
  }
  return found;
}

bool has_tensors(const SafetensorsHeader& header, std::span<const NeededTensor> needed) {
  return std::all_of(needed.begin(), needed.end(), [&](const NeededTensor& wanted) {
    const TensorInfo* tensor = header.find(wanted.name);
    return tensor != nullptr && tensor->shape == wanted.shape;
  });
}

std::vector<float> decode_floats(const FetchedTensor& tensor) {
  std::vector<float> values(
      static_cast<std::size_t>(element_count(part_name(tensor.info).c_str(), tensor.info.shape)));
  decode<float>(tensor.info.dtype, tensor.bytes, values);
  return values;
}

RowVector decode_vector(const FetchedTensor& tensor) {
  const std::vector<float> values = decode_floats(tensor);
  return Eigen::Map<const RowVector>(values.data(), static_cast<Index>(values.size()));
}

Matrix decode_weight(const FetchedTensor& tensor, WeightLayout layout) {
  const Shape& shape = tensor.info.shape;
  check(shape.size() == 2, part_name(tensor.info).c_str(), {"of shape ", shape}, "two dimensions");
  const std::vector<float> values = decode_floats(tensor);
  const ConstMatrixView stored(values.data(), static_cast<Index>(shape[0]),
                               static_cast<Index>(shape[1]));
  if (layout == WeightLayout::kInOut) return stored.transpose();
  return stored;
}

Linear decode_linear(std::span<const FetchedTensor> tensors, WeightLayout layout) {
  check(tensors.size() == 1 || tensors.size() == 2, "tensors", {tensors.size(), " tensors"},
        "1 or 2");
  return {decode_weight(tensors.front(), layout),
          tensors.size() == 2 ? decode_vector(tensors.back()) : RowVector{}};
}

FeedForwardLayers decode_feed_forward(std::span<const FetchedTensor> tensors, WeightLayout layout) {
  check(tensors.size() == 2 || tensors.size() == 4, "tensors", {tensors.size(), " tensors"},
        "2 or 4");
  const std::size_t per_layer = tensors.size() / 2;
  return {decode_linear(tensors.first(per_layer), layout),
          {},
          decode_linear(tensors.last(per_layer), layout)};
}

}  // namespace ffn
