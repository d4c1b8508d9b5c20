// Functions of the WebAssembly module for files that are read or written as a whole, without an
// object: .npy arrays, and safetensors files to write.

#include <string>
#include <utility>
#include <vector>

#include "ffn/io/npy.h"
#include "ffn/io/safetensors.h"
#include "ffn/io/safetensors_writer.h"
#include "files.h"
#include "networks.h"

namespace ffn::bindings {

namespace {

// `tensors` is an array of { name, tensor }, `metadata` an array of [key, value].
std::vector<std::byte> write_file(const val& tensors, const val& metadata, Dtype type) {
  std::vector<Tensor> data;
  std::vector<TensorToWrite> items;
  const std::size_t count = tensors.length();
  for (std::size_t i = 0; i < count; ++i) {
    const auto name = tensors[i]["name"].str();
    data.push_back(read_tensor(escape_nul(name).c_str(), tensors[i]["tensor"]));
    items.push_back({name, data.back().shape, data.back().data, type});
  }
  SafetensorsMetadata entries;
  const std::size_t entry_count = metadata.length();
  for (std::size_t i = 0; i < entry_count; ++i)
    entries[metadata[i][0].str()] = metadata[i][1].str();
  return write_safetensors(items, entries);
}

// Returns the description of an array. Rejects arrays that are too large before JavaScript reads
// them.
NpyArray read_array(const Bytes& before_data, double file_size) {
  const NpyArray array = read_npy(span_of(before_data), checked_file_size(file_size));
  element_count("array", array.header.shape);
  return array;
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_safetensors) {
  bind("checkpoint_header_length", [](Bytes first_bytes, double file_size) {
    return header_length(span_of(first_bytes), checked_file_size(file_size));
  });
  bind("write_safetensors", [](const val& tensors, const val& metadata, WriteOptions options) {
    return write_file(tensors, metadata, writable_dtype(options.dtype));
  });
}

// Calls are stateless; the header is short enough to be parsed twice.
EMSCRIPTEN_BINDINGS(ffn_lab_npy) {
  bind("npy_data_begin", [](Bytes first_bytes, double file_size) {
    return npy_data_begin(span_of(first_bytes), checked_file_size(file_size));
  });
  bind("npy_data_range", [](Bytes before_data, double file_size) {
    return read_array(before_data, file_size).bytes;
  });
  bind("decode_npy", [](Bytes before_data, double file_size, Bytes data) {
    const NpyArray array = read_array(before_data, file_size);
    std::vector<float> values(static_cast<std::size_t>(element_count("array", array.header.shape)));
    decode(array, span_of(data), values);
    return write_tensor(values, array.header.shape);
  });
}

}  // namespace ffn::bindings
