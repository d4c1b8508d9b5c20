#include "ffn/io/file_signature.h"

#include <algorithm>
#include <array>

#include "ffn/io/text_signature.h"

namespace ffn {

namespace {

using namespace std::string_view_literals;

constexpr const char* kOtherFile = "choose the .safetensors file of the same model";
constexpr const char* kConvertPickle =
    "choose the .safetensors file of the same model, or convert it in Python: "
    "safetensors.torch.save_file(torch.load(path, weights_only=True), new_path)";
constexpr const char* kConvertNumPy =
    "name its arrays and convert them in Python: safetensors.numpy.save_file";
constexpr const char* kConvertFlax =
    "choose the .safetensors file of the same model, or convert it in Python: "
    "safetensors.flax.save_file";
constexpr const char* kUnpack = "unpack it and choose the .safetensors file in it";

// A format and its bytes at an offset of the file.
struct Signature {
  std::size_t offset;
  std::string_view bytes;
  const char* what;
  const char* way_on;
};

// The first that fits decides.
constexpr auto kSignatures = std::to_array<Signature>({
    {0, "GGUF"sv, "a GGUF file (llama.cpp)", kOtherFile},
    {0, "tjgg"sv, "a GGML file (llama.cpp)", kOtherFile},
    {4, "TFL3"sv, "a TensorFlow Lite model", kOtherFile},
    {0, "\x89HDF"sv, "an HDF5 file (Keras .h5?)", kOtherFile},
    {0, "\x93NUMPY"sv, "a NumPy file", kConvertNumPy},
    // torch.save before version 1.6 begins with a pickled number.
    {0, "\x80\x02\x8A\x0A\x6C\xFC\x9C\x46"sv, "a PyTorch file of the format before 1.6",
     kConvertPickle},
    {0, "\x80\x02"sv, "a Python pickle of protocol 2 (an old PyTorch file?)", kConvertPickle},
    {0, "\x80\x03"sv, "a Python pickle of protocol 3", kConvertPickle},
    {0, "\x80\x04"sv, "a Python pickle of protocol 4", kConvertPickle},
    {0, "\x80\x05"sv, "a Python pickle of protocol 5", kConvertPickle},
    {0, "}q\0"sv, "a Python pickle of protocol 1", kConvertPickle},
    {0, "]q\0"sv, "a Python pickle of protocol 1", kConvertPickle},
    {0, "(dp0\n"sv, "a Python pickle of protocol 0", kConvertPickle},
    {0, "(lp0\n"sv, "a Python pickle of protocol 0", kConvertPickle},
    {0, "ccollections\nOrderedDict\n"sv, "a Python pickle of protocol 0 or 1", kConvertPickle},
    {0, "cnumpy"sv, "a Python pickle of protocol 0 or 1", kConvertPickle},
    {0, "\x28\xB5\x2F\xFD"sv, "Zstandard-compressed data", kUnpack},
    {0, "\x1F\x8B\x08"sv, "gzip-compressed data", kUnpack},
    {0,
     "\xFD"
     "7zXZ\0"sv,
     "xz-compressed data", kUnpack},
    {0, "BZh"sv, "bzip2-compressed data", kUnpack},
    {0, "\x04\x22\x4D\x18"sv, "LZ4-compressed data", kUnpack},
    {0, "7z\xBC\xAF\x27\x1C"sv, "a 7z archive", kUnpack},
    {0, "Rar!\x1A"sv, "a RAR archive", kUnpack},
    {0, "%PDF"sv, "a PDF document", kOtherFile},
    {0, "\x89PNG"sv, "a PNG image", kOtherFile},
    {0, "\xFF\xD8\xFF"sv, "a JPEG image", kOtherFile},
    {0, "PAR1"sv, "a Parquet file (a data set?)", kOtherFile},
    {0, "ARROW1"sv, "an Arrow file (a data set?)", kOtherFile},
});

OtherFormat other(const char* what, const char* way_on) {
  return {CheckpointReason::kOtherFormat, what, way_on};
}

bool is_printable(char byte) { return byte >= ' ' && byte <= '~'; }

bool is_printable_text(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_printable);
}

// A ZIP archive, by the name of its first file, which begins at byte 30.
std::optional<OtherFormat> zip_format(std::string_view first) {
  if (!first.starts_with("PK\x03\x04")) return std::nullopt;
  constexpr std::size_t kNameAt = 30;
  constexpr std::size_t kNameLength = 26;
  if (first.size() <= kNameAt)
    return other("a ZIP archive (a PyTorch .bin or .pt file, or NumPy's .npz?)", kConvertPickle);
  const auto length = static_cast<unsigned char>(first[kNameLength]);
  const std::string_view name = first.substr(kNameAt, length);
  if (name.ends_with(".pkl") || name.ends_with("/byteorder") || name.ends_with("/version"))
    return other("a PyTorch file (.bin, .pt or .pth)", kConvertPickle);
  if (name.ends_with(".npy")) return other("a NumPy archive (.npz)", kConvertNumPy);
  if (name == "metadata.json" || name == "config.json" || name == "model.weights.h5")
    return other("a Keras file (.keras)", kOtherFile);
  return other("a ZIP archive", kUnpack);
}

// Models in protocol buffers begin with field 1, their version. In ONNX's ModelProto
// (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto) field 2 is the name of the program that
// wrote it, 3 to 6 are its version, domain, number and text, 7 the graph, 8 the operators; in Core
// ML's and in TensorFlow's SavedModel field 2 is a message.
std::optional<OtherFormat> protobuf_format(std::string_view first) {
  constexpr unsigned char kMostVersion = 30;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(first[at]); };
  if (first.size() < 8 || byte(0) != 0x08 || byte(1) == 0 || byte(1) > kMostVersion)
    return std::nullopt;
  constexpr std::string_view kFields = "\x1A\x22\x3A\x42";
  if (kFields.find(first[2]) != std::string_view::npos) return other("an ONNX model", kOtherFile);
  if (byte(2) != 0x12) return std::nullopt;
  const std::string_view producer = first.substr(4, byte(3));
  if (!is_printable_text(producer)) {
    return other("a model in protocol buffers (Core ML, or TensorFlow's SavedModel?)", kOtherFile);
  }
  if (producer.size() < byte(3)) return other("an ONNX model", kOtherFile);
  return OtherFormat{CheckpointReason::kOtherFormat,
                     std::string("an ONNX model of \"").append(producer).append("\""), kOtherFile};
}

// A MessagePack map whose first key is a text, as Flax writes weights.
std::optional<OtherFormat> msgpack_format(std::string_view first) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(first[at]); };
  if (first.size() < 8) return std::nullopt;
  std::size_t key = 0;
  if (byte(0) > 0x80 && byte(0) <= 0x8F) key = 1;  // a map of 1 to 15 entries
  if (byte(0) == 0xDE) key = 3;                    // a map of more entries
  const bool short_text = byte(key) > 0xA0 && byte(key) <= 0xBF;
  const bool long_text = byte(key) == 0xD9;
  if (key == 0 || (!short_text && !long_text)) return std::nullopt;
  if (!is_printable(first[key + (short_text ? 1 : 2)])) return std::nullopt;
  return other("a MessagePack file (Flax weights, .msgpack?)", kConvertFlax);
}

std::optional<OtherFormat> tar_format(std::string_view first) {
  if (!is_tar(first)) return std::nullopt;
  return other("a tar archive (NVIDIA NeMo's .nemo?)", kUnpack);
}

std::optional<OtherFormat> binary_format(std::string_view first) {
  for (const Signature& format : kSignatures) {
    if (format.offset <= first.size() && first.substr(format.offset).starts_with(format.bytes))
      return other(format.what, format.way_on);
  }
  for (const auto& find : {zip_format, tar_format, protobuf_format, msgpack_format}) {
    if (auto found = find(first)) return found;
  }
  return std::nullopt;
}

}  // namespace

bool is_tar(std::string_view first_bytes) {
  constexpr std::size_t kMagicAt = 257;
  return first_bytes.size() > kMagicAt && first_bytes.substr(kMagicAt).starts_with("ustar");
}

std::optional<OtherFormat> find_other_format(std::string_view first_bytes) {
  const std::string_view first = first_bytes.substr(0, kSignatureBytes);
  if (auto found = binary_format(first)) return found;
  return find_text_format(first);
}

void check_file_signature(std::string_view first_bytes, const char* expected) {
  if (const auto found = find_other_format(first_bytes))
    reject(found->reason, "file", found->what, expected);
}

}  // namespace ffn
