#pragma once
// Reads a feed-forward network from a file piece by piece, straight into its weights: besides them
// only one piece is in memory.
//
//   FeedForwardReader reader(header, table, layer, layout, fused);
//   for (i-th piece of reader.pieces()) reader.take(i, the bytes of the piece);
//   FeedForward network(reader.finish(), options);

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ffn/io/feed_forward_table.h"
#include "ffn/io/scaled_weight.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// Largest size of a piece in bytes, unless one row of a weight is larger.
inline constexpr std::int64_t kPieceBytes = std::int64_t{1} << 22;

/// Bytes of one file.
struct FilePiece {
  std::size_t file = 0;
  ByteRange bytes;
};

/// The float32 bytes of the weights and biases of one network of a stack.
std::int64_t weight_bytes(const FeedForwardTable& table);

/// The pieces of one network, and the weights that they fill.
class FeedForwardReader {
 public:
  /// Finds the tensors of a layer, and the scales of quantized weights, and allocates the network's
  /// weights. `fused` is the order of the halves of a first weight with the gate in it, or kUnknown
  /// for the table's. Throws CheckpointError for a missing tensor and for weights
  /// that cannot be read (scaled_weight.h), ArgumentError for a layer that does not exist, a
  /// layout that the file contradicts, an unknown order, and weights that are too large, and
  /// std::bad_alloc.
  FeedForwardReader(const SafetensorsHeader& header, const FeedForwardTable& table,
                    std::int64_t layer, WeightLayout layout, FusedOrder fused);

  /// Returns the pieces, to be taken in this order.
  std::span<const FilePiece> pieces() const { return ranges_; }

  /// Decodes the next piece. Throws ArgumentError for another piece than the next one and for a
  /// different number of bytes.
  void take(std::size_t piece, std::span<const std::byte> bytes);

  /// Returns the layers. Throws ArgumentError unless all pieces have been taken.
  FeedForwardLayers finish();

 private:
  // A weight or a bias: its tensor, and where its rows go.
  struct Target {
    NetworkPart part;
    ScaledWeight stored;
    std::vector<float> scales;
  };
  // Rows of a tensor, or all of a tensor beside it.
  enum class Content { kRows, kScales, kFormat };
  struct Piece {
    std::size_t target = 0;
    Content content = Content::kRows;
    std::int64_t first_row = 0;
    std::int64_t rows = 0;
  };

  void add_target(const SafetensorsHeader& header, const NetworkTensor& tensor);
  void add_whole(std::size_t target, Content content, const std::optional<TensorInfo>& tensor);
  void add_pieces(std::size_t target);
  void allocate(const FeedForwardTable& table);
  void store_weight(const Target& target, const Piece& piece, std::span<const std::byte> bytes);
  void store_bias(const Target& target, std::span<const std::byte> bytes);
  Linear& linear_of(NetworkPart part, bool second_half);

  WeightLayout layout_;
  FusedOrder fused_;
  std::int64_t d_ff_ = 0;
  std::vector<Target> targets_;
  std::vector<Piece> pieces_;
  std::vector<FilePiece> ranges_;
  std::size_t taken_ = 0;
  FeedForwardLayers layers_;
};

}  // namespace ffn
