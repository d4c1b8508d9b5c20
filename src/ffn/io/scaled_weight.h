#pragma once
// Weights stored as 8-bit numbers with their scales in a tensor beside them. Values are the stored
// numbers times their scales. Read are, by the names beside `x.weight`:
//
//   x.weight_scale       F8_E4M3, F8_E5M2 or I8; one scale, one per row, or one per group of
//   columns
//                        (compressed-tensors, vLLM, ModelOpt, FBGEMM)
//   x.weight_scale_inv,  one scale per block of 128 x 128 numbers, or of the size that the caller
//   x.scale              gives; multiplied despite the name (DeepSeek-V3)
//   x.scale_weight       one scale (ComfyUI's scaled_fp8)
//   x.SCB                I8, one scale per row, value = stored x SCB / 127 (bitsandbytes)
//
// and F8_E4M3 or F8_E5M2 without any scale. Other quantized weights are rejected by name: with zero
// points, scales of scales, packed numbers, or scales whose shape or name is not in this list.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "ffn/io/safetensors.h"

namespace ffn {

/// How the stored numbers of a weight become its values.
enum class Scaling {
  kNone,         ///< they are the values
  kTensor,       ///< times one scale
  kRows,         ///< times the scale of the row
  kBlocks,       ///< times the scale of the block
  kRowsOver127,  ///< times the scale of the row, over 127
};

/// Rows and columns of a block with one scale; blocks at the lower and right end may be smaller.
struct BlockSize {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
};

/// A weight and, if it has any, the tensor of its scales.
struct ScaledWeight {
  TensorInfo weight;
  Scaling scaling = Scaling::kNone;
  std::optional<TensorInfo> scale = std::nullopt;
  BlockSize block = {};  ///< kBlocks only
  /// A number that must be 0, for rows in their order (bitsandbytes): check_weight_format().
  std::optional<TensorInfo> format = std::nullopt;
};

/// Finds the scales of a weight by the names beside it. `block` is the block size that the model's
/// configuration states (`quantization_config.weight_block_size`); without it, blocks are of
/// 128 x 128. Throws CheckpointError kQuantized for a weight that is quantized in a way that is not
/// read, and kUnknownDtype for one of a type that is not decoded, naming method and tensor.
ScaledWeight find_scaled_weight(const SafetensorsHeader& header, const TensorInfo& weight,
                                std::optional<BlockSize> block = std::nullopt);

/// Throws CheckpointError kQuantized unless the bytes of `weight.format` say that the rows are in
/// their order. Throws ArgumentError if the weight has no such tensor.
void check_weight_format(const ScaledWeight& weight, std::span<const std::byte> bytes);

/// Decodes rows [first_row, first_row + rows) of a weight with two dimensions, given the bytes of
/// these rows and all scales in the order of their tensor, into `out`, (rows, columns) in row-major
/// order as stored. Products are computed in float64 and rounded once to float32. Throws
/// ArgumentError for rows that do not exist and other lengths of `scales`, `bytes` or `out`.
void decode_rows(const ScaledWeight& weight, std::span<const float> scales, std::int64_t first_row,
                 std::int64_t rows, std::span<const std::byte> bytes, std::span<float> out);

}  // namespace ffn
