#include "ffn/io/feed_forward_reader.h"

#include <algorithm>
#include <utility>

#include "ffn/core/check.h"

namespace ffn {

namespace {

bool is_bias(NetworkPart part) {
  return part == NetworkPart::kB1 || part == NetworkPart::kBGate || part == NetworkPart::kB2;
}

FusedOrder checked_order(const FeedForwardTable& table, FusedOrder requested) {
  if (table.fused != FusedOrder::kUnknown) {
    check(requested == FusedOrder::kUnknown || requested == table.fused, "fused",
          name_of(requested), {name_of(table.fused), ", as the names of the tensors determine it"});
    return table.fused;
  }
  const bool named =
      requested == FusedOrder::kActivationFirst || requested == FusedOrder::kActivationLast;
  check(named, "fused", requested == FusedOrder::kUnknown ? "left out" : name_of(requested),
        "\"activation_first\" or \"activation_last\", the half of the first weight that passes "
        "through the activation, as libraries with these names disagree");
  return requested;
}

Linear empty_linear(std::int64_t outputs, std::int64_t inputs, bool bias) {
  Linear linear{Matrix(static_cast<Index>(outputs), static_cast<Index>(inputs)), RowVector{}};
  if (bias) linear.bias.resize(static_cast<Index>(outputs));
  return linear;
}

}  // namespace

std::int64_t weight_bytes(const FeedForwardTable& table) {
  std::int64_t elements = 0;
  for (const NetworkTensor& tensor : table.tensors) {
    std::int64_t product = 1;
    for (const std::int64_t size : tensor.shape) product *= size;
    elements += product;
  }
  return elements * static_cast<std::int64_t>(sizeof(float));
}

FeedForwardReader::FeedForwardReader(const SafetensorsHeader& header, const FeedForwardTable& table,
                                     std::int64_t layer, WeightLayout layout, FusedOrder fused)
    : layout_(layout), fused_(checked_order(table, fused)), d_ff_(table.d_ff(layout)) {
  check_layout(table, layout);
  for (const NetworkTensor& tensor : feed_forward_tensors(table, layer)) add_target(header, tensor);
  allocate(table);
  for (std::size_t i = 0; i < targets_.size(); ++i) add_pieces(i);
}

void FeedForwardReader::add_target(const SafetensorsHeader& header, const NetworkTensor& tensor) {
  const NeededTensor needed = tensor;
  const TensorInfo found = find_tensors(header, {&needed, 1}).front();
  element_count(part_name(found).c_str(), found.shape);  // throws if it is too large
  if (is_bias(tensor.part)) {
    targets_.push_back({tensor.part, {.weight = found}, {}});
  } else {
    targets_.push_back({tensor.part, find_scaled_weight(header, found), {}});
  }
}

void FeedForwardReader::allocate(const FeedForwardTable& table) {
  const std::int64_t d_model = table.d_model(layout_);
  const bool bias = table.tensors[1].part == NetworkPart::kB1;
  layers_.linear1 = empty_linear(d_ff_, d_model, bias);
  if (table.gated) layers_.gate = empty_linear(d_ff_, d_model, bias);
  layers_.linear2 = empty_linear(d_model, d_ff_, bias);
}

void FeedForwardReader::add_whole(std::size_t target, Content content,
                                  const std::optional<TensorInfo>& tensor) {
  if (!tensor) return;
  pieces_.push_back({target, content, 0, 0});
  ranges_.push_back({tensor->file, tensor->bytes});
}

void FeedForwardReader::add_pieces(std::size_t target) {
  const ScaledWeight& stored = targets_[target].stored;
  add_whole(target, Content::kFormat, stored.format);
  add_whole(target, Content::kScales, stored.scale);
  const TensorInfo& tensor = stored.weight;
  const std::int64_t rows = tensor.shape[0];
  const std::int64_t row_bytes = tensor.bytes.size() / rows;
  const std::int64_t most = std::max<std::int64_t>(1, kPieceBytes / row_bytes);
  const bool divided = fused_ != FusedOrder::kNone && rows == 2 * d_ff_;
  for (std::int64_t first = 0; first < rows;) {
    // A piece does not contain rows of both halves.
    const std::int64_t end = divided && first < d_ff_ ? d_ff_ : rows;
    const std::int64_t count = is_bias(targets_[target].part) ? rows : std::min(most, end - first);
    pieces_.push_back({target, Content::kRows, first, count});
    const std::int64_t begin = tensor.bytes.begin + first * row_bytes;
    ranges_.push_back({tensor.file, {begin, begin + count * row_bytes}});
    first += count;
  }
}

Linear& FeedForwardReader::linear_of(NetworkPart part, bool second_half) {
  if (part == NetworkPart::kW2 || part == NetworkPart::kB2) return layers_.linear2;
  if (part == NetworkPart::kWGate || part == NetworkPart::kBGate) return layers_.gate;
  const bool gate = fused_ == FusedOrder::kActivationLast ? !second_half : second_half;
  return gate ? layers_.gate : layers_.linear1;
}

void FeedForwardReader::store_weight(const Target& target, const Piece& piece,
                                     std::span<const std::byte> bytes) {
  const auto first = static_cast<Index>(piece.first_row);
  const auto rows = static_cast<Index>(piece.rows);
  const auto columns = static_cast<Index>(target.stored.weight.shape[1]);
  const auto d_ff = static_cast<Index>(d_ff_);
  const bool fused = fused_ != FusedOrder::kNone && target.part == NetworkPart::kW1;
  const auto decode = [&](std::span<float> out) {
    decode_rows(target.stored, target.scales, piece.first_row, piece.rows, bytes, out);
  };
  if (layout_ == WeightLayout::kOutIn) {
    const bool second_half = fused && first >= d_ff;
    Matrix& weight = linear_of(target.part, second_half).weight;
    const Index row = second_half ? first - d_ff : first;
    return decode({weight.row(row).data(), static_cast<std::size_t>(rows * columns)});
  }
  Matrix stored(rows, columns);
  decode({stored.data(), static_cast<std::size_t>(stored.size())});
  const Index outputs = fused ? d_ff : columns;
  for (Index half = 0; half * outputs < columns; ++half) {
    linear_of(target.part, half == 1).weight.middleCols(first, rows) =
        stored.middleCols(half * outputs, outputs).transpose();
  }
}

void FeedForwardReader::store_bias(const Target& target, std::span<const std::byte> bytes) {
  const RowVector values = decode_vector({target.stored.weight, bytes});
  const bool fused = fused_ != FusedOrder::kNone && target.part == NetworkPart::kB1;
  if (!fused) {
    linear_of(target.part, false).bias = values;
    return;
  }
  const auto d_ff = static_cast<Index>(d_ff_);
  linear_of(target.part, false).bias = values.head(d_ff);
  linear_of(target.part, true).bias = values.tail(d_ff);
}

void FeedForwardReader::take(std::size_t piece, std::span<const std::byte> bytes) {
  check(piece == taken_ && piece < pieces_.size(), "piece", piece, taken_);
  const ByteRange& range = ranges_[piece].bytes;
  check(static_cast<std::int64_t>(bytes.size()) == range.size(), "bytes", {bytes.size(), " bytes"},
        range.size());
  const Piece& next = pieces_[piece];
  Target& target = targets_[next.target];
  if (next.content == Content::kFormat) {
    check_weight_format(target.stored, bytes);
  } else if (next.content == Content::kScales) {
    target.scales = decode_floats({*target.stored.scale, bytes});
  } else if (is_bias(target.part)) {
    store_bias(target, bytes);
  } else {
    store_weight(target, next, bytes);
  }
  ++taken_;
}

FeedForwardLayers FeedForwardReader::finish() {
  check(taken_ == pieces_.size(), "pieces", {taken_, " taken"}, pieces_.size());
  return std::move(layers_);
}

}  // namespace ffn
