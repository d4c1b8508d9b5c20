// Bindings of the .npy reader: they return byte ranges, which JavaScript reads from the file. Calls are stateless; the header is short
// enough to be parsed twice.

#include "ffn/io/npy.h"

#include <emscripten/bind.h>

#include <vector>

#include "bytes.h"
#include "result.h"
#include "tensor.h"

namespace ffn::bindings {

namespace {

val data_begin_of(const val& first_bytes, double file_size) {
  return as_result(
      [&] { return val(static_cast<double>(npy_data_begin(span_of(read_bytes(first_bytes)), checked_file_size(file_size)))); });
}

NpyArray array_of(const val& before_data, double file_size) {
  const NpyArray array = read_npy(span_of(read_bytes(before_data)), checked_file_size(file_size));
  element_count("array", array.header.shape);  // rejects arrays that are too large before JavaScript reads them
  return array;
}

val data_range_of(const val& before_data, double file_size) {
  return as_result([&] { return write_bytes_range(array_of(before_data, file_size).bytes); });
}

val decode_array(const val& before_data, double file_size, const val& data) {
  return as_result([&] {
    const NpyArray array = array_of(before_data, file_size);
    std::vector<float> values(static_cast<std::size_t>(element_count("array", array.header.shape)));
    decode(array, span_of(read_bytes(data)), values);
    return write_tensor(values, array.header.shape);
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_npy) {
  using namespace emscripten;
  function("npy_data_begin", &data_begin_of);
  function("npy_data_range", &data_range_of);
  function("decode_npy", &decode_array);
}

}  // namespace ffn::bindings
