#include "ffn/io/dtype.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "ffn/core/check.h"
#include "ffn/io/half.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

static_assert(std::endian::native == std::endian::little,
              "elements are copied from the file as they are");

struct DtypeRow {
  std::string_view name;
  std::int64_t size;
};

// In the order of the enumerators.
constexpr std::array<DtypeRow, kDtypeCount> kDtypes{{{"BOOL", 1},
                                                     {"U8", 1},
                                                     {"I8", 1},
                                                     {"F8_E5M2", 1},
                                                     {"F8_E4M3", 1},
                                                     {"F8_E8M0", 1},
                                                     {"I16", 2},
                                                     {"U16", 2},
                                                     {"F16", 2},
                                                     {"BF16", 2},
                                                     {"I32", 4},
                                                     {"U32", 4},
                                                     {"F32", 4},
                                                     {"F64", 8},
                                                     {"I64", 8},
                                                     {"U64", 8}}};
static_assert(static_cast<int>(Dtype::kOther) == kDtypeCount);

// The other types of the format and their bits
// (https://github.com/huggingface/safetensors/blob/main/safetensors/src/tensor.rs).
constexpr std::array<DtypeRow, 6> kOtherBits{{{"F4", 4},
                                              {"F6_E2M3", 6},
                                              {"F6_E3M2", 6},
                                              {"F8_E4M3FNUZ", 8},
                                              {"F8_E5M2FNUZ", 8},
                                              {"C64", 64}}};

const DtypeRow& kind_of(Dtype dtype) {
  check(dtype != Dtype::kOther, "dtype", "one that is not decoded", {"one of ", decoded_dtypes()});
  return kDtypes.at(static_cast<std::size_t>(dtype));
}

void check_size(Dtype dtype, std::size_t bytes, std::size_t elements) {
  const std::int64_t expected = static_cast<std::int64_t>(elements) * size_of(dtype);
  check(static_cast<std::int64_t>(bytes) == expected, "bytes", {bytes, " long"},
        {expected, " for ", elements, " elements of ", name_of(dtype)});
}

// out[i] = value(stored[i]). Copies each element, because the bytes may be unaligned.
template <class Stored, class Scalar, class Value>
void decode_each(std::span<const std::byte> bytes, std::span<Scalar> out, Value&& value) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    Stored stored;
    std::memcpy(&stored, bytes.data() + i * sizeof stored, sizeof stored);
    out[i] = static_cast<Scalar>(value(stored));
  }
}

template <class Stored, class Scalar>
void decode_numbers(std::span<const std::byte> bytes, std::span<Scalar> out) {
  decode_each<Stored>(bytes, out, [](Stored stored) { return stored; });
}

template <class Stored, class Value>
void encode_each(std::span<const float> values, std::span<std::byte> bytes, Value&& value) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Stored stored = value(values[i]);
    std::memcpy(bytes.data() + i * sizeof stored, &stored, sizeof stored);
  }
}

}  // namespace

std::string_view name_of(Dtype dtype) { return kind_of(dtype).name; }

std::int64_t size_of(Dtype dtype) { return kind_of(dtype).size; }

Dtype dtype_named(std::string_view name) {
  const auto* found = std::find_if(kDtypes.begin(), kDtypes.end(),
                                   [&](const DtypeRow& kind) { return kind.name == name; });
  return static_cast<Dtype>(found - kDtypes.begin());
}

std::string decoded_dtypes() {
  std::string names;
  for (const DtypeRow& kind : kDtypes) names.append(names.empty() ? "" : ", ").append(kind.name);
  return names;
}

std::optional<std::int64_t> bits_of_other(std::string_view name) {
  for (const DtypeRow& kind : kOtherBits) {
    if (kind.name == name) return kind.size;
  }
  return std::nullopt;
}

Dtype writable_dtype(std::string_view name) {
  for (const Dtype dtype : {Dtype::kF32, Dtype::kF16, Dtype::kBF16, Dtype::kF64}) {
    if (name_of(dtype) == name) return dtype;
  }
  reject("dtype", short_quoted(std::string(name)), "\"F32\", \"F16\", \"BF16\" or \"F64\"");
}

template <class Scalar>
void decode(Dtype dtype, std::span<const std::byte> bytes, std::span<Scalar> out) {
  check_size(dtype, bytes.size(), out.size());
  switch (dtype) {
    case Dtype::kBool:
      return decode_each<std::uint8_t>(bytes, out,
                                       [](std::uint8_t stored) { return stored != 0 ? 1 : 0; });
    case Dtype::kU8: return decode_numbers<std::uint8_t>(bytes, out);
    case Dtype::kI8: return decode_numbers<std::int8_t>(bytes, out);
    case Dtype::kF8E5M2: return decode_each<std::uint8_t>(bytes, out, e5m2_to_float);
    case Dtype::kF8E4M3: return decode_each<std::uint8_t>(bytes, out, e4m3_to_float);
    case Dtype::kF8E8M0: return decode_each<std::uint8_t>(bytes, out, e8m0_to_float);
    case Dtype::kI16: return decode_numbers<std::int16_t>(bytes, out);
    case Dtype::kU16: return decode_numbers<std::uint16_t>(bytes, out);
    case Dtype::kF16: return decode_each<std::uint16_t>(bytes, out, half_to_float);
    case Dtype::kBF16: return decode_each<std::uint16_t>(bytes, out, bfloat16_to_float);
    case Dtype::kI32: return decode_numbers<std::int32_t>(bytes, out);
    case Dtype::kU32: return decode_numbers<std::uint32_t>(bytes, out);
    case Dtype::kF32: return decode_numbers<float>(bytes, out);
    case Dtype::kF64: return decode_numbers<double>(bytes, out);
    case Dtype::kI64: return decode_numbers<std::int64_t>(bytes, out);
    default: return decode_numbers<std::uint64_t>(bytes, out);  // kU64; kOther has no size
  }
}

template void decode<float>(Dtype, std::span<const std::byte>, std::span<float>);
template void decode<double>(Dtype, std::span<const std::byte>, std::span<double>);

void encode(Dtype dtype, std::span<const float> values, std::span<std::byte> bytes) {
  check_size(dtype, bytes.size(), values.size());
  switch (dtype) {
    case Dtype::kF32: return encode_each<float>(values, bytes, [](float value) { return value; });
    case Dtype::kF16: return encode_each<std::uint16_t>(values, bytes, float_to_half);
    case Dtype::kBF16: return encode_each<std::uint16_t>(values, bytes, float_to_bfloat16);
    case Dtype::kF64:
      return encode_each<double>(values, bytes,
                                 [](float value) { return static_cast<double>(value); });
    default: check(false, "dtype", std::string(name_of(dtype)), "F32, F16, BF16 or F64");
  }
}

}  // namespace ffn
