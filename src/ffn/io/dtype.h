#pragma once
// Element types of checkpoint files: names, sizes, and conversion to and from float32 or double.
// Values are little-endian and need no alignment.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ffn {

/// In ascending order of alignment, the reverse of the order in which the safetensors writer stores
/// tensors.
enum class Dtype {
  kBool,
  kU8,
  kI8,
  kF8E5M2,
  kF8E4M3,
  kF8E8M0,
  kI16,
  kU16,
  kF16,
  kBF16,
  kI32,
  kU32,
  kF32,
  kF64,
  kI64,
  kU64,
  kOther  ///< a type that is not decoded, of which only the text in the file is known
};

/// Number of types that are decoded.
inline constexpr int kDtypeCount = 16;

/// Returns the name of the type in safetensors files: "F32", "BF16", ..., "F8_E4M3". Throws
/// ArgumentError for kOther.
std::string_view name_of(Dtype dtype);

/// Returns the type with that name, one of those that `encode` writes. Throws ArgumentError for any
/// other name.
Dtype writable_dtype(std::string_view name);

/// Returns the type with that name, or kOther.
Dtype dtype_named(std::string_view name);

/// Returns the names of the types that are decoded, for messages: "BOOL, U8, ..., U64".
std::string decoded_dtypes();

/// Returns the number of bytes per element: 1, 2, 4 or 8. Throws ArgumentError for kOther.
std::int64_t size_of(Dtype dtype);

/// Returns the number of bits per element of a type that the safetensors format defines, but that
/// is not decoded, such as "F4"; nullopt for any other text.
std::optional<std::int64_t> bits_of_other(std::string_view name);

/// Decodes out.size() elements. Conversion to double is exact except for 64-bit integers above
/// 2^53; conversion to float is exact for values that float32 represents and otherwise rounds once,
/// to nearest. A BOOL byte other than 0 is 1. Scalar is float or double. Throws ArgumentError
/// unless bytes.size() is out.size() * size_of(dtype), and for kOther.
template <class Scalar>
void decode(Dtype dtype, std::span<const std::byte> bytes, std::span<Scalar> out);

/// Encodes float32 values as F32, F16, BF16 (rounded to nearest, ties to even) or F64. Throws
/// ArgumentError for any other type, and unless bytes.size() is values.size() * size_of(dtype).
void encode(Dtype dtype, std::span<const float> values, std::span<std::byte> bytes);

}  // namespace ffn
