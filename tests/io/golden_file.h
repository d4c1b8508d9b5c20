#pragma once
// Reads the checkpoint files of the golden data.

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "ffn/io/layer_tensors.h"
#include "io/corpus.h"

namespace ffn::test {

inline std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("no file " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Reads gpt2_f32, gpt2_f16, gpt2_bf16 or language_model.
inline std::string read_golden_file(const std::string& name) {
  return read_bytes(std::string(FFN_GOLDEN_DIR) + "/" + name + ".safetensors");
}

/// Returns the tensors that a layer requires from a file in memory; valid as long as `file` is.
inline std::vector<FetchedTensor> fetch(const std::string& file, const SafetensorsHeader& header,
                                        std::span<const NeededTensor> needed) {
  std::vector<FetchedTensor> fetched;
  for (const TensorInfo& tensor : find_tensors(header, needed)) {
    const std::string_view data =
        std::string_view(file).substr(static_cast<std::size_t>(tensor.bytes.begin),
                                      static_cast<std::size_t>(tensor.bytes.size()));
    fetched.push_back({tensor, bytes_of(data)});
  }
  return fetched;
}

}  // namespace ffn::test
