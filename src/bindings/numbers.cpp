#include "numbers.h"

namespace ffn::bindings {

namespace {

template <class Number>
val typed_array(const char* type, std::span<const Number> numbers) {
  return val::global(type).new_(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}

}  // namespace

std::vector<std::int32_t> read_integers(const char* argument, const val& list,
                                        std::int32_t lowest) {
  std::vector<std::int32_t> read;
  for (const double number : read_numbers<double>(list)) {
    read.push_back(static_cast<std::int32_t>(
        checked_integer(argument, number, lowest, std::numeric_limits<std::int32_t>::max())));
  }
  return read;
}

val write_numbers(std::span<const float> numbers) { return typed_array("Float32Array", numbers); }
val write_numbers(std::span<const double> numbers) { return typed_array("Float64Array", numbers); }
val write_numbers(std::span<const std::int32_t> numbers) {
  return typed_array("Int32Array", numbers);
}
val write_numbers(std::span<const std::byte> bytes) {
  return typed_array("Uint8Array",
                     std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}
val write_numbers(std::span<const std::int64_t> numbers) {
  return write_numbers(std::vector<std::int32_t>(numbers.begin(), numbers.end()));
}

}  // namespace ffn::bindings
