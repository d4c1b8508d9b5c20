#include "ffn/io/file_signature.h"

#include <doctest/doctest.h>

#include <string>

#include "ffn/core/check.h"
#include "ffn/io/safetensors.h"
#include "io/corpus.h"

using namespace ffn;

namespace {

struct Case {
  std::string first;
  const char* what;
  const char* way_on;  ///< a part of it
};

// Returns the bytes up to `size`, with zeros after them.
std::string padded(std::string bytes, std::size_t size = 64) {
  bytes.resize(size, '\0');
  return bytes;
}

std::string hex(std::initializer_list<int> bytes, const std::string& rest = "") {
  std::string text;
  for (const int byte : bytes) text += static_cast<char>(byte);
  return text + rest;
}

// Returns the beginning of a ZIP archive whose first file has that name.
std::string zip(const std::string& name) {
  std::string first = padded("PK\x03\x04", 30);
  first[4] = 20;
  first[26] = static_cast<char>(name.size());
  return first + name + "...";
}

const std::vector<Case> kCases{
    {hex({'G', 'G', 'U', 'F', 3, 0, 0, 0}), "a GGUF file (llama.cpp)", "of the same model"},
    {"tjgg\x03", "a GGML file (llama.cpp)", "of the same model"},
    {hex({0x1C, 0, 0, 0}, "TFL3"), "a TensorFlow Lite model", "of the same model"},
    {"\x89HDF\r\n\x1A\n", "an HDF5 file (Keras .h5?)", "of the same model"},
    {padded("\x93NUMPY\x01"), "a NumPy file", "safetensors.numpy.save_file"},
    {hex({0x80, 2, 0x8A, 0x0A, 0x6C, 0xFC, 0x9C, 0x46, 0xF9}),
     "a PyTorch file of the format before 1.6", "safetensors.torch.save_file"},
    {"\x80\x02}q\x01", "a Python pickle of protocol 2 (an old PyTorch file?)", "torch.load"},
    {"\x80\x03}q\x01", "a Python pickle of protocol 3", "torch.load"},
    {hex({0x80, 4, 0x95, 0x10}), "a Python pickle of protocol 4", "torch.load"},
    {hex({0x80, 5, 0x95, 0x10}), "a Python pickle of protocol 5", "torch.load"},
    {hex({'}', 'q', 0, '('}), "a Python pickle of protocol 1", "torch.load"},
    {hex({']', 'q', 0, '('}), "a Python pickle of protocol 1", "torch.load"},
    {"(dp0\nS'w'\n", "a Python pickle of protocol 0", "torch.load"},
    {"(lp0\nI1\n", "a Python pickle of protocol 0", "torch.load"},
    {"ccollections\nOrderedDict\n(", "a Python pickle of protocol 0 or 1", "torch.load"},
    {"cnumpy.core.multiarray\n", "a Python pickle of protocol 0 or 1", "torch.load"},
    {hex({0x28, 0xB5, 0x2F, 0xFD, 4}), "Zstandard-compressed data", "unpack"},
    {hex({0x1F, 0x8B, 8, 8}), "gzip-compressed data", "unpack"},
    {hex({0xFD, '7', 'z', 'X', 'Z', 0, 0, 4}), "xz-compressed data", "unpack"},
    {"BZh91AY&SY", "bzip2-compressed data", "unpack"},
    {hex({4, 0x22, 0x4D, 0x18, 0x64}), "LZ4-compressed data", "unpack"},
    {hex({'7', 'z', 0xBC, 0xAF, 0x27, 0x1C, 0, 4}), "a 7z archive", "unpack"},
    {"Rar!\x1A\x07", "a RAR archive", "unpack"},
    {padded("./", 257) + "ustar  ", "a tar archive (NVIDIA NeMo's .nemo?)", "unpack"},
    {padded("model_weights.ckpt", 257) + "ustar", "a tar archive (NVIDIA NeMo's .nemo?)", "unpack"},
    {"%PDF-1.7", "a PDF document", "of the same model"},
    {"\x89PNG\r\n\x1A\n", "a PNG image", "of the same model"},
    {hex({0xFF, 0xD8, 0xFF, 0xE0}), "a JPEG image", "of the same model"},
    {"PAR1\x15\x04\x15", "a Parquet file (a data set?)", "of the same model"},
    {hex({'A', 'R', 'R', 'O', 'W', '1', 0, 0}), "an Arrow file (a data set?)", "of the same model"},
    {hex({'P', 'K', 3, 4, 20, 0, 8, 0}),
     "a ZIP archive (a PyTorch .bin or .pt file, or NumPy's .npz?)", "torch.load"},
    {zip("archive/data.pkl"), "a PyTorch file (.bin, .pt or .pth)", "torch.load"},
    {zip("model/byteorder"), "a PyTorch file (.bin, .pt or .pth)", "torch.load"},
    {zip("model/version"), "a PyTorch file (.bin, .pt or .pth)", "torch.load"},
    {zip("w1.npy"), "a NumPy archive (.npz)", "safetensors.numpy.save_file"},
    {zip("metadata.json"), "a Keras file (.keras)", "of the same model"},
    {zip("config.json"), "a Keras file (.keras)", "of the same model"},
    {zip("model.weights.h5"), "a Keras file (.keras)", "of the same model"},
    {zip("model.safetensors"), "a ZIP archive", "unpack"},
    {hex({8, 7, 0x12, 7}, "pytorch\x1A\x05"), "an ONNX model of \"pytorch\"", "of the same model"},
    {hex({8, 10, 0x12, 10}, "skl2"), "an ONNX model", "of the same model"},
    {hex({8, 8, 0x3A, 0x90, 0x12, 0x0A, 0x33}) + "x", "an ONNX model", "of the same model"},
    {hex({8, 1, 0x12, 0x94, 3, 0x0A, 0x1F, 0x0A}),
     "a model in protocol buffers (Core ML, or TensorFlow's SavedModel?)", "of the same model"},
    {hex({0x81, 0xA6}, "params"), "a MessagePack file (Flax weights, .msgpack?)",
     "safetensors.flax.save_file"},
    {hex({0xDE, 0, 20, 0xD9, 40}, "transformer"), "a MessagePack file (Flax weights, .msgpack?)",
     "safetensors.flax.save_file"},
};

}  // namespace

TEST_CASE("file_signature: other formats are named, with a way on") {
  for (const Case& one : kCases) {
    CAPTURE(one.what);
    const auto found = find_other_format(one.first);
    REQUIRE(found);
    CHECK(found->what == one.what);
    CHECK(found->reason == CheckpointReason::kOtherFormat);
    CHECK(std::string(found->way_on).find(one.way_on) != std::string::npos);
  }
}

TEST_CASE("file_signature: the reader of safetensors files names them, whatever the file's size") {
  for (const Case& one : kCases) {
    CAPTURE(one.what);
    const std::string first = one.first.size() < 8 ? one.first + "........" : one.first;
    for (const std::int64_t size : {std::int64_t{600}, std::int64_t{1} << 34U}) {
      CHECK_THROWS_WITH_AS(
          header_length(test::bytes_of(first), size),
          doctest::Contains(
              ("file is " + std::string(one.what) + "; expected a safetensors file (").c_str()),
          CheckpointError);
    }
  }
}

TEST_CASE("file_signature: the error names the detected and the expected format") {
  CHECK_THROWS_WITH(check_file_signature(" \n<html><b", "an .npy file"),
                    "file is a web page (an error message of a server, or the page about the "
                    "file?); expected an .npy file");
  CHECK_THROWS_WITH(check_file_signature("GGUF", "a safetensors file"),
                    "file is a GGUF file (llama.cpp); expected a safetensors file");
}

TEST_CASE("file_signature: other bytes are no known format") {
  for (const std::string& first :
       {std::string(), std::string(" "), std::string("PK"), hex({8, 0, 0x12, 2}, "aaaa"),
        hex({8, 31, 0x12, 2}, "aaaa"), hex({8, 7, 0x13, 2}, "aaaa"), hex({8, 7, 0x12, 2}),
        hex({0x81, 0xA6}), hex({0x80, 0xA6}, "params"), hex({0x81, 0xA0}, "params"),
        hex({0x81, 0xA6, 1}, "params"), hex({0xDE, 0, 20, 0x92}, "params"),
        hex({1, 2, 3, 4, 5, 6, 7, 8}), padded("./"), padded("a", 257) + "usta"}) {
    CAPTURE(first);
    CHECK_FALSE(find_other_format(first));
    CHECK_NOTHROW(check_file_signature(first, "anything"));
  }
}
