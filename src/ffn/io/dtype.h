#pragma once
// Element types of checkpoint files: their names and sizes, and their values as float32 or double. Values are little-endian
// and may begin at any byte.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ffn {

/// In ascending order of alignment, which is the reverse of the order in which writers put tensors.
enum class Dtype { kBool, kU8, kI8, kF8E5M2, kF8E4M3, kI16, kU16, kF16, kBF16, kI32, kU32, kF32, kF64, kI64, kU64 };

inline constexpr int kDtypeCount = 15;

/// "F32", "BF16", ..., "F8_E4M3": as in the file.
std::string_view name_of(Dtype dtype);

/// The type of that name. Throws CheckpointError kUnknownDtype naming `part` for any other.
Dtype dtype_named(std::string_view name, const std::string& part);

/// Bytes per element: 1, 2, 4 or 8.
std::int64_t size_of(Dtype dtype);

/// Decodes out.size() elements. Into double everything but 64-bit integers beyond 2^53 is exact; into float what fits is
/// exact, and all else is rounded once, to nearest. BOOL gives 1 for every byte but 0. Scalar is float or double.
/// Throws ArgumentError unless there are exactly as many bytes as that takes.
template <class Scalar>
void decode(Dtype dtype, std::span<const std::byte> bytes, std::span<Scalar> out);

/// Encodes float32 values as F32, F16, BF16 (rounded to nearest, ties to even) or F64; throws ArgumentError for any other
/// type, or unless `bytes` has the size that takes.
void encode(Dtype dtype, std::span<const float> values, std::span<std::byte> bytes);

}  // namespace ffn
