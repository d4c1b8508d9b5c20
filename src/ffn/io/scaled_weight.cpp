#include "ffn/io/scaled_weight.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

using Reason = CheckpointReason;

constexpr BlockSize kUsualBlock{128, 128};
constexpr const char* kReadForms =
    "plain numbers, or 8-bit numbers with weight_scale, weight_scale_inv, scale_weight or SCB "
    "(convert the model to BF16 with the library that wrote it)";

// The names beside a weight: of its module, x. of x.weight, or of the weight itself.
enum class Beside { kWeight, kModule };

struct Name {
  Beside beside;
  std::string_view suffix;
};

// A tensor beside a weight that says how it is quantized; `method` is not read.
struct RefusedName {
  Name name;
  const char* method;
};

constexpr std::array<RefusedName, 13> kRefused{{
    // https://github.com/vllm-project/compressed-tensors (asymmetric, act-order)
    {{Beside::kWeight, "_zero_point"}, "quantized with zero points"},
    {{Beside::kWeight, "_g_idx"}, "quantized in groups in the order of their activations"},
    // https://github.com/NVIDIA/TensorRT-Model-Optimizer, modelopt/torch/export
    {{Beside::kWeight, "_scale_2"}, "quantized with scales of scales (NVFP4)"},
    {{Beside::kWeight, "_global_scale"}, "quantized with scales of scales (NVFP4)"},
    {{Beside::kModule, "pre_quant_scale"}, "quantized with scales of its inputs (AWQ of ModelOpt)"},
    // https://github.com/bitsandbytes-foundation/bitsandbytes, QuantState.as_dict
    {{Beside::kWeight, ".absmax"}, "quantized to 4 bits or in blocks (bitsandbytes)"},
    {{Beside::kWeight, ".quant_map"}, "quantized to 4 bits or in blocks (bitsandbytes)"},
    // https://github.com/NetEase-FuXi/EETQ: columns in the order of its kernels
    {{Beside::kWeight, "_scales"}, "quantized by EETQ"},
    // https://github.com/ml-explore/mlx, nn.QuantizedLinear
    {{Beside::kModule, "scales"}, "quantized in groups with scales (MLX)"},
    {{Beside::kModule, "biases"}, "quantized in groups with scales and biases (MLX)"},
    // https://github.com/pytorch/ao and https://github.com/mobiusml/hqq
    {{Beside::kModule, "zero_point"}, "quantized with zero points"},
    {{Beside::kModule, "zeros"}, "quantized with zero points"},
    {{Beside::kModule, "zero"}, "quantized with zero points"},
}};

// A tensor of scales that is read, in the order in which they are looked up.
struct ScaleName {
  Name name;
  bool over_127;
};

constexpr std::array<ScaleName, 6> kScales{{
    // Each entry is multiplied with its block:
    // https://github.com/deepseek-ai/DeepSeek-V3, inference/kernel.py weight_dequant
    {{Beside::kWeight, "_scale_inv"}, false},
    // https://github.com/vllm-project/compressed-tensors, lifecycle/forward.py _dequantize
    {{Beside::kWeight, "_scale"}, false},
    // https://github.com/comfyanonymous/ComfyUI, comfy/ops.py scaled_fp8_ops
    {{Beside::kModule, "scale_weight"}, false},
    // https://github.com/deepseek-ai/DeepSeek-V3, inference/convert.py
    {{Beside::kModule, "scale"}, false},
    // https://github.com/vllm-project/vllm, model_executor/models/llama.py mistral_mapping
    {{Beside::kModule, "qscale_weight"}, false},
    // https://github.com/bitsandbytes-foundation/bitsandbytes, backends/default/ops.py
    {{Beside::kModule, "SCB"}, true},
}};

constexpr std::string_view kWeightSuffix = "weight";

std::string_view module_of(std::string_view weight) {
  if (!weight.ends_with(kWeightSuffix)) return weight;
  const std::string_view module = weight.substr(0, weight.size() - kWeightSuffix.size());
  return module.empty() || module.back() == '.' ? module : weight;
}

const TensorInfo* find_beside(const SafetensorsHeader& header, const TensorInfo& weight,
                              const Name& name) {
  const std::string_view module = module_of(weight.name);
  if (name.beside == Beside::kModule && module == weight.name) return nullptr;  // a bare parameter
  const std::string_view begin = name.beside == Beside::kWeight ? weight.name : module;
  return header.find(std::string(begin).append(name.suffix));
}

[[noreturn]] void refuse(const TensorInfo& weight, const Text& found) {
  reject(Reason::kQuantized, part_name(weight), found, kReadForms);
}

bool is_float(Dtype dtype) {
  return dtype == Dtype::kF16 || dtype == Dtype::kBF16 || dtype == Dtype::kF32 ||
         dtype == Dtype::kF64;
}

bool is_float8(Dtype dtype) { return dtype == Dtype::kF8E4M3 || dtype == Dtype::kF8E5M2; }

std::int64_t ceil_of(std::int64_t size, std::int64_t part) { return (size + part - 1) / part; }

std::string described(const TensorInfo& tensor) {
  const std::string shape = to_string(tensor.shape);
  return std::string(dtype_text(tensor)) + " of shape " + shape;
}

// Sets scaling and block size by the shape of the scales. Throws for any other shape.
void set_scaling(ScaledWeight& found, const std::optional<BlockSize>& given) {
  const TensorInfo& scale = *found.scale;
  const std::int64_t rows = found.weight.shape[0];
  const std::int64_t columns = found.weight.shape[1];
  if (std::all_of(scale.shape.begin(), scale.shape.end(), [](auto size) { return size == 1; })) {
    found.scaling = Scaling::kTensor;
    return;
  }
  if (scale.shape == Shape{rows} || scale.shape == Shape{rows, 1}) {
    found.scaling = Scaling::kRows;
    return;
  }
  found.scaling = Scaling::kBlocks;
  found.block = given.value_or(kUsualBlock);
  if (scale.shape == Shape{ceil_of(rows, found.block.rows), ceil_of(columns, found.block.columns)})
    return;
  // Groups of columns divide the columns evenly (compressed-tensors, group_size).
  const bool groups = !given && scale.shape.size() == 2 && scale.shape[0] == rows &&
                      scale.shape[1] > 1 && columns % scale.shape[1] == 0;
  if (!groups) {
    refuse(found.weight, {described(found.weight), " with scales ", short_quoted(scale.name), ", ",
                          described(scale), ", which are neither of rows nor of blocks of ",
                          found.block.rows, " x ", found.block.columns});
  }
  found.block = {1, columns / scale.shape[1]};
}

void check_method(const SafetensorsHeader& header, const TensorInfo& weight) {
  for (const RefusedName& refused : kRefused) {
    const TensorInfo* tensor = find_beside(header, weight, refused.name);
    if (tensor != nullptr)
      refuse(weight, {refused.method, ", as ", short_quoted(tensor->name), " beside it says"});
  }
}

// Returns the weight with the tensor of its scales; the scaling is kNone or kRowsOver127.
ScaledWeight with_scales(const SafetensorsHeader& header, const TensorInfo& weight) {
  ScaledWeight found{weight};
  for (const ScaleName& scale : kScales) {
    const TensorInfo* tensor = find_beside(header, weight, scale.name);
    if (tensor == nullptr) continue;
    if (found.scale) {
      refuse(weight, {"with two tensors of scales, ", short_quoted(found.scale->name), " and ",
                      short_quoted(tensor->name)});
    }
    found.scale = *tensor;
    if (scale.over_127) found.scaling = Scaling::kRowsOver127;
  }
  return found;
}

// Checks the scales of a weight of bitsandbytes and finds the tensor of its format.
void set_format(const SafetensorsHeader& header, ScaledWeight& found) {
  if (found.scale->shape != Shape{found.weight.shape[0]}) {
    refuse(found.weight, {described(found.weight), " with scales ", short_quoted(found.scale->name),
                          " of shape ", found.scale->shape});
  }
  const TensorInfo* format = find_beside(header, found.weight, {Beside::kWeight, "_format"});
  if (format != nullptr) found.format = *format;
}

void check_scales(const ScaledWeight& found) {
  const TensorInfo& weight = found.weight;
  const TensorInfo& scale = *found.scale;
  if (weight.shape.size() != 2) {
    refuse(weight, {described(weight), " with scales ", short_quoted(scale.name),
                    ", but without two dimensions"});
  }
  if (!is_float(scale.dtype) && scale.dtype != Dtype::kF8E8M0) {
    refuse(weight, {"with scales ", short_quoted(scale.name), " that are ", described(scale)});
  }
  const bool integers = weight.dtype == Dtype::kI8;
  const bool floats = is_float8(weight.dtype) && found.scaling != Scaling::kRowsOver127;
  if (!integers && !floats)
    refuse(weight, {described(weight), " with scales ", short_quoted(scale.name)});
}

// ComfyUI says in a JSON text how a weight is quantized: its FP8 weights have one scale, other
// methods swizzle scales or rotate weights (https://github.com/Comfy-Org/ComfyUI, QUANTIZATION.md).
void check_comfy(const SafetensorsHeader& header, const ScaledWeight& found) {
  const TensorInfo* text = find_beside(header, found.weight, {Beside::kModule, "comfy_quant"});
  if (text == nullptr) return;
  if (is_float8(found.weight.dtype) && found.scaling == Scaling::kTensor) return;
  refuse(found.weight,
         {described(found.weight), " quantized by ComfyUI as ", short_quoted(text->name), " says"});
}

void check_unscaled(const SafetensorsHeader& header, const TensorInfo& weight) {
  if (is_float(weight.dtype)) return;
  if (!is_float8(weight.dtype)) refuse(weight, {described(weight), " without known scales"});
  // An unknown tensor beside it whose name speaks of scales, except those of activations.
  for (const TensorInfo* other : header.with_prefix(module_of(weight.name))) {
    const std::string_view name =
        std::string_view(other->name).substr(module_of(weight.name).size());
    const bool scales = name.find("scale") != std::string_view::npos;
    const bool activations = name.find("input") != std::string_view::npos ||
                             name.find("output") != std::string_view::npos ||
                             name.find("act") != std::string_view::npos;
    if (scales && !activations && name.find('.') == std::string_view::npos) {
      refuse(weight, {described(weight), " beside ", short_quoted(other->name),
                      ", whose meaning is not known"});
    }
  }
}

// Multiplies a row with its scales.
void scale_row(const ScaledWeight& weight, std::span<const float> scales, std::int64_t row,
               std::span<const double> stored, std::span<float> out) {
  const auto columns = static_cast<std::int64_t>(stored.size());
  const bool blocks = weight.scaling == Scaling::kBlocks;
  const std::int64_t width = blocks ? weight.block.columns : columns;
  std::int64_t at = 0;  // of the row's first scale
  if (blocks) at = row / weight.block.rows * ceil_of(columns, width);
  if (weight.scaling == Scaling::kRows || weight.scaling == Scaling::kRowsOver127) at = row;
  const double divisor = weight.scaling == Scaling::kRowsOver127 ? 127.0 : 1.0;
  for (std::int64_t begin = 0; begin < columns; begin += width, ++at) {
    const double scale = scales[static_cast<std::size_t>(at)];
    const auto end = static_cast<std::size_t>(std::min(begin + width, columns));
    for (auto i = static_cast<std::size_t>(begin); i < end; ++i)
      out[i] = static_cast<float>(stored[i] * scale / divisor);
  }
}

}  // namespace

ScaledWeight find_scaled_weight(const SafetensorsHeader& header, const TensorInfo& weight,
                                std::optional<BlockSize> block) {
  check_decodable(weight);
  if (block) {
    check(block->rows > 0 && block->columns > 0, "weight_block_size",
          {block->rows, " x ", block->columns}, "positive sizes");
  }
  check_method(header, weight);
  ScaledWeight found = with_scales(header, weight);
  if (!found.scale) {
    check_unscaled(header, weight);
  } else if (found.scaling == Scaling::kRowsOver127) {
    check_scales(found);
    set_format(header, found);
  } else {
    check_scales(found);
    set_scaling(found, block);
  }
  check_comfy(header, found);
  return found;
}

void check_weight_format(const ScaledWeight& weight, std::span<const std::byte> bytes) {
  check(weight.format.has_value(), "weight", {part_name(weight.weight), " without weight_format"},
        "one with it");
  const bool zero =
      std::all_of(bytes.begin(), bytes.end(), [](std::byte byte) { return byte == std::byte{0}; });
  // The numbers of other orders: bitsandbytes/utils.py LINEAR_8BIT_WEIGHTS_FORMAT_MAPPING.
  if (!zero) refuse(weight.weight, "stored by bitsandbytes in the order of a GPU's tiles");
}

void decode_rows(const ScaledWeight& weight, std::span<const float> scales, std::int64_t first_row,
                 std::int64_t rows, std::span<const std::byte> bytes, std::span<float> out) {
  const Shape& shape = weight.weight.shape;
  check(shape.size() == 2, "weight", {"of shape ", shape}, "two dimensions");
  rows_of(weight.weight, first_row, rows);  // throws unless they exist
  const std::int64_t columns = shape[1];
  check(static_cast<std::int64_t>(out.size()) == rows * columns, "out", {out.size(), " long"},
        rows * columns);
  const std::int64_t count = weight.scale ? element_count("scales", weight.scale->shape) : 0;
  check(static_cast<std::int64_t>(scales.size()) == count, "scales", {scales.size(), " long"},
        count);
  if (weight.scaling == Scaling::kNone) return decode<float>(weight.weight.dtype, bytes, out);
  const auto width = static_cast<std::size_t>(columns);  // also of a row's bytes
  check(bytes.size() == out.size(), "bytes", {bytes.size(), " long"}, out.size());
  std::vector<double> stored(width);
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::size_t at = static_cast<std::size_t>(row) * width;
    decode<double>(weight.weight.dtype, bytes.subspan(at, width), stored);
    scale_row(weight, scales, first_row + row, stored, out.subspan(at, width));
  }
}

}  // namespace ffn
