// Reads any bytes as an .npy file: its header and every value. Only ArgumentError may be thrown;
// anything else ends the fuzzer.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/npy.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using namespace ffn;

using Bytes = std::span<const std::byte>;

void require(bool condition) {
  if (!condition) std::abort();
}

// Returns a copy of exactly those bytes, so that a sanitizer detects any read beyond them.
std::vector<std::byte> copy_of(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

std::vector<float> values_of(const NpyArray& array, Bytes data) {
  std::vector<float> values(static_cast<std::size_t>(element_count("array", array.header.shape)));
  decode(array, copy_of(data), values);
  return values;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

// The same array with the other byte order has the same values; with the other index order it is
// the array of the reversed shape.
void check_orders(const NpyArray& array, Bytes data) {
  const std::vector<float> values = values_of(array, data);
  NpyArray other = array;
  other.header.big_endian = !other.header.big_endian;
  std::vector<std::byte> swapped = copy_of(data);
  const auto size = static_cast<std::size_t>(size_of(array.header.dtype));
  for (std::size_t at = 0; at < swapped.size(); at += size)
    std::reverse(swapped.data() + at, swapped.data() + at + size);
  require(same_bits(values, values_of(other, swapped)));
  other = array;
  other.header.fortran_order = !other.header.fortran_order;
  std::vector<float> sorted = values_of(other, data);
  std::vector<float> expected = values;
  const auto before = [](float a, float b) { return std::memcmp(&a, &b, sizeof a) < 0; };
  std::sort(sorted.begin(), sorted.end(), before);
  std::sort(expected.begin(), expected.end(), before);
  require(same_bits(sorted, expected));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes file(reinterpret_cast<const std::byte*>(data), size);
  const auto file_size = static_cast<std::int64_t>(size);
  try {
    const std::int64_t begin =
        npy_data_begin(copy_of(file.first(std::min<std::size_t>(size, kNpyFirstBytes))), file_size);
    require(begin >= 10 && begin <= file_size);
    const NpyArray array =
        read_npy(copy_of(file.first(static_cast<std::size_t>(begin))), file_size);
    require(array.bytes.begin == begin && array.bytes.end == file_size);
    check_orders(array, file.subspan(static_cast<std::size_t>(begin)));
  } catch (const CheckpointError& error) {
    require(!name_of(error.reason()).empty());
  } catch (const ArgumentError& error) {
    require(!error.argument().empty());
  }
  return 0;
}

// Custom mutator: random mutations usually invalidate the header length, so half of the time it is
// corrected to the last brace and a line feed.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  size = LLVMFuzzerMutate(data, size, max_size);
  const auto* const end =
      std::find(std::make_reverse_iterator(data + size), std::make_reverse_iterator(data), '}')
          .base();
  if (size < 12 || seed % 2 == 0 || end <= data + 12) return size;
  const std::size_t begin = data[6] == 1 ? 10 : 12;
  const std::size_t length = static_cast<std::size_t>(end - data) - begin;
  for (std::size_t i = 8; i < begin; ++i)
    data[i] = static_cast<std::uint8_t>(length >> (8 * (i - 8)));
  return size;
}
