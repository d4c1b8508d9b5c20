#include "ffn/io/scaled_weight.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/half.h"

using namespace ffn;

namespace {

using Reason = CheckpointReason;

// Returns a header with these tensors; their byte ranges are not used.
SafetensorsHeader header_of(std::vector<TensorInfo> tensors) { return {std::move(tensors), {}}; }

TensorInfo tensor(std::string name, Dtype dtype, Shape shape) {
  return {std::move(name), dtype, std::move(shape), {}};
}

// Finds the scales of the first tensor.
ScaledWeight found(const std::vector<TensorInfo>& tensors,
                   std::optional<BlockSize> block = std::nullopt) {
  return find_scaled_weight(header_of(tensors), tensors.front(), block);
}

std::string refusal(const std::vector<TensorInfo>& tensors,
                    std::optional<BlockSize> block = std::nullopt) {
  try {
    found(tensors, block);
    return "accepted";
  } catch (const CheckpointError& error) {
    CHECK(error.reason() == Reason::kQuantized);
    return error.argument() + " is " + error.value();
  }
}

template <class Stored>
std::vector<std::byte> bytes_of(const std::vector<Stored>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

std::vector<float> decoded(const ScaledWeight& weight, const std::vector<float>& scales,
                           std::int64_t first, std::int64_t rows,
                           const std::vector<std::byte>& bytes) {
  std::vector<float> out(static_cast<std::size_t>(rows * weight.weight.shape[1]));
  decode_rows(weight, scales, first, rows, bytes, out);
  return out;
}

const std::string kName = "model.layers.0.mlp.up_proj.weight";
const std::string kModule = "model.layers.0.mlp.up_proj.";

TensorInfo float8(Shape shape = {4, 6}) { return tensor(kName, Dtype::kF8E4M3, std::move(shape)); }

TensorInfo scale(const char* name, Shape shape, Dtype dtype = Dtype::kF32) {
  return tensor(kModule + name, dtype, std::move(shape));
}

}  // namespace

TEST_CASE("scaled_weight: plain numbers have no scales") {
  for (const Dtype dtype :
       {Dtype::kF32, Dtype::kF16, Dtype::kBF16, Dtype::kF64, Dtype::kF8E4M3, Dtype::kF8E5M2}) {
    const ScaledWeight plain = found({tensor(kName, dtype, {2, 2}), scale("bias", {2})});
    CHECK(plain.scaling == Scaling::kNone);
    CHECK_FALSE(plain.scale);
  }
  const ScaledWeight weight = found({tensor("w", Dtype::kF16, {2, 2})});
  CHECK(decoded(weight, {}, 1, 1, bytes_of<std::uint16_t>({0x3C00, 0xC000})) ==
        std::vector<float>{1, -2});
}

TEST_CASE("scaled_weight: one scale of the whole weight") {
  for (const char* name :
       {"weight_scale", "weight_scale_inv", "scale_weight", "scale", "qscale_weight"}) {
    for (const Shape& shape : {Shape{}, Shape{1}, Shape{1, 1}}) {
      const ScaledWeight weight =
          found({float8({2, 2}), scale(name, shape), scale("input_scale", {}),
                 scale("scale_input", {}), tensor("scaled_fp8", Dtype::kF8E4M3, {2})});
      CHECK(weight.scaling == Scaling::kTensor);
      CHECK(weight.scale->name == kModule + name);
      CHECK(decoded(weight, {0.1F}, 0, 2, bytes_of<std::uint8_t>({0x38, 0xC0, 0x7E, 0x01})) ==
            std::vector<float>{0.1F, -0.2F, static_cast<float>(448.0 * double{0.1F}),
                               static_cast<float>(0x1p-9 * double{0.1F})});
    }
  }
}

TEST_CASE("scaled_weight: all 256 numbers of each type times a scale are rounded once") {
  std::vector<std::uint8_t> all(256);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint8_t>(i);
  for (const float factor : {0.1F, 1.0F / 3.0F, 0x1p-140F, 3e37F}) {
    for (const Dtype dtype : {Dtype::kF8E4M3, Dtype::kF8E5M2, Dtype::kI8}) {
      const ScaledWeight weight =
          found({tensor(kName, dtype, {16, 16}), scale("weight_scale", {})});
      const std::vector<float> out = decoded(weight, {factor}, 0, 16, bytes_of(all));
      for (std::size_t i = 0; i < all.size(); ++i) {
        CAPTURE(i);
        double stored = static_cast<std::int8_t>(all[i]);
        if (dtype == Dtype::kF8E4M3) stored = e4m3_to_float(all[i]);
        if (dtype == Dtype::kF8E5M2) stored = e5m2_to_float(all[i]);
        const auto expected = static_cast<float>(stored * factor);
        CHECK((out[i] == expected || (std::isnan(out[i]) && std::isnan(expected))));
        CHECK(std::signbit(out[i]) == std::signbit(expected));
      }
    }
  }
}

TEST_CASE("scaled_weight: one scale per row") {
  for (const Shape& shape : {Shape{3}, Shape{3, 1}}) {
    const ScaledWeight weight =
        found({tensor(kName, Dtype::kI8, {3, 2}), scale("weight_scale", shape, Dtype::kBF16)});
    CHECK(weight.scaling == Scaling::kRows);
    CHECK(decoded(weight, {1, 2, 3}, 1, 2, bytes_of<std::int8_t>({-128, 1, 127, 0})) ==
          std::vector<float>{-256, 2, 381, 0});
  }
}

TEST_CASE("scaled_weight: blocks of 128 x 128, smaller at the ends") {
  const ScaledWeight weight =
      found({float8({130, 257}), scale("weight_scale_inv", {2, 3}), scale("bias", {130})});
  CHECK(weight.scaling == Scaling::kBlocks);
  CHECK(weight.block.rows == 128);
  CHECK(weight.block.columns == 128);
  const std::vector<float> scales{1, 2, 3, 10, 20, 30};
  const std::vector<std::byte> ones(4 * 257, std::byte{0x38});
  const std::vector<float> out = decoded(weight, scales, 126, 4, ones);
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 257; ++column) {
      const float expected = scales[(row < 2 ? 0 : 3) + column / 128];
      CHECK(out[row * 257 + column] == expected);
    }
  }
}

TEST_CASE(
    "scaled_weight: blocks of the size that the configuration states, and groups of columns") {
  const ScaledWeight stated =
      found({float8({4, 6}), scale("weight_scale_inv", {2, 2})}, BlockSize{3, 4});
  CHECK(decoded(stated, {1, 2, 4, 8}, 2, 2, std::vector<std::byte>(12, std::byte{0x38})) ==
        std::vector<float>{1, 1, 1, 1, 2, 2, 4, 4, 4, 4, 8, 8});
  const ScaledWeight groups =
      found({float8({2, 6}), scale("weight_scale", {2, 3}, Dtype::kF8E8M0)});
  CHECK(groups.block.rows == 1);
  CHECK(groups.block.columns == 2);
  CHECK(decoded(groups, {1, 2, 3, 4, 5, 6}, 0, 2, std::vector<std::byte>(12, std::byte{0x38})) ==
        std::vector<float>{1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6});
  CHECK_THROWS_WITH(found({float8()}, BlockSize{0, 128}),
                    "weight_block_size is 0 x 128; expected positive sizes");
}

TEST_CASE("scaled_weight: rows of bitsandbytes are over 127") {
  const std::vector<TensorInfo> tensors{tensor(kName, Dtype::kI8, {2, 3}), scale("SCB", {2}),
                                        scale("weight_format", {}, Dtype::kU8)};
  const ScaledWeight weight = found(tensors);
  CHECK(weight.scaling == Scaling::kRowsOver127);
  const std::vector<float> out =
      decoded(weight, {2, 0.3F}, 0, 2, bytes_of<std::int8_t>({127, -127, 1, 127, 100, -128}));
  const double small = 0.3F;
  CHECK(out == std::vector<float>{2, -2, static_cast<float>(2.0 / 127.0), 0.3F,
                                  static_cast<float>(100.0 * small / 127.0),
                                  static_cast<float>(-128.0 * small / 127.0)});
  REQUIRE(weight.format);
  CHECK(weight.format->name == kModule + "weight_format");
  CHECK_NOTHROW(check_weight_format(weight, bytes_of<std::uint8_t>({0})));
  CHECK_THROWS_WITH_AS(check_weight_format(weight, bytes_of<std::uint8_t>({2})),
                       doctest::Contains("stored by bitsandbytes in the order of a GPU's tiles"),
                       CheckpointError);
  const ScaledWeight old = found({tensors[0], tensors[1]});
  CHECK_FALSE(old.format);
  CHECK_THROWS_AS(check_weight_format(old, {}), ArgumentError);
  CHECK(refusal({tensors[0], scale("SCB", {3})}) == "tensor \"" + kName +
                                                        "\" is I8 of shape (2, 3) with scales \"" +
                                                        kModule + "SCB\" of shape (3,)");
  CHECK(refusal({float8({2, 3}), scale("SCB", {2})}) != "accepted");
}

TEST_CASE("scaled_weight: names beside a parameter that is not called weight") {
  const TensorInfo bare = tensor("mlp.up_proj", Dtype::kF8E4M3, {2, 2});
  CHECK(found({bare, tensor("mlp.up_proj_scale_inv", Dtype::kF32, {1, 1})}).scaling ==
        Scaling::kTensor);
  CHECK(found({bare, tensor("mlp.scale", Dtype::kF32, {1})}).scaling == Scaling::kNone);
  CHECK(found({tensor("weight", Dtype::kI8, {2, 2}), tensor("SCB", Dtype::kF32, {2})}).scaling ==
        Scaling::kRowsOver127);
  CHECK(found({tensor("a_weight", Dtype::kF8E4M3, {2, 2}), tensor("a_SCB", Dtype::kF32, {2})})
            .scaling == Scaling::kNone);
}

TEST_CASE("scaled_weight: other methods are refused by their name") {
  const auto refused = [](const char* name, const char* method, Dtype dtype = Dtype::kI8) {
    CAPTURE(name);
    CHECK(refusal({tensor(kName, dtype, {2, 4}), scale("weight_scale", {2}), scale(name, {2})}) ==
          "tensor \"" + kName + "\" is " + method + ", as \"" + kModule + name +
              "\" beside it says");
  };
  refused("weight_zero_point", "quantized with zero points");
  refused("weight_g_idx", "quantized in groups in the order of their activations");
  refused("weight_scale_2", "quantized with scales of scales (NVFP4)", Dtype::kU8);
  refused("weight_global_scale", "quantized with scales of scales (NVFP4)", Dtype::kU8);
  refused("pre_quant_scale", "quantized with scales of its inputs (AWQ of ModelOpt)");
  refused("weight.absmax", "quantized to 4 bits or in blocks (bitsandbytes)", Dtype::kU8);
  refused("weight.quant_map", "quantized to 4 bits or in blocks (bitsandbytes)", Dtype::kU8);
  refused("weight_scales", "quantized by EETQ");
  refused("scales", "quantized in groups with scales (MLX)", Dtype::kU32);
  refused("biases", "quantized in groups with scales and biases (MLX)", Dtype::kU32);
  refused("zero_point", "quantized with zero points");
  refused("zeros", "quantized with zero points");
  refused("zero", "quantized with zero points");
}

TEST_CASE("scaled_weight: scales that do not fit are refused with both shapes") {
  const std::string start = "tensor \"" + kName + "\" is ";
  const std::string scales = "with scales \"" + kModule + "weight_scale\"";
  CHECK(refusal({float8(), scale("weight_scale", {6})}) ==
        start + "F8_E4M3 of shape (4, 6) " + scales +
            ", F32 of shape (6,), which are neither of rows nor of blocks of 128 x 128");
  CHECK(refusal({float8({200, 300}), scale("weight_scale", {4, 5})}) != "accepted");
  CHECK(refusal({float8({4, 7}), scale("weight_scale", {4, 3})}) != "accepted");
  CHECK(refusal({float8({4, 6}), scale("weight_scale", {4, 3})}, BlockSize{128, 128}) !=
        "accepted");
  CHECK(refusal({float8(), scale("weight_scale", {4, 1, 1})}) != "accepted");
  CHECK(refusal({float8({2, 4, 6}), scale("weight_scale", {})}) ==
        start + "F8_E4M3 of shape (2, 4, 6) " + scales + ", but without two dimensions");
  CHECK(refusal({float8(), scale("weight_scale", {4}, Dtype::kU8)}) ==
        start + scales + " that are U8 of shape (4,)");
  CHECK(refusal({tensor(kName, Dtype::kBF16, {4, 6}), scale("weight_scale", {4})}) ==
        start + "BF16 of shape (4, 6) " + scales);
  CHECK(refusal({tensor(kName, Dtype::kI32, {4, 6}), scale("weight_scale", {4})}) != "accepted");
  CHECK(refusal({float8(), scale("weight_scale", {4}), scale("scale_weight", {})}) ==
        start + "with two tensors of scales, \"" + kModule + "weight_scale\" and \"" + kModule +
            "scale_weight\"");
}

TEST_CASE("scaled_weight: numbers without known scales are refused") {
  const std::string start = "tensor \"" + kName + "\" is ";
  for (const Dtype dtype : {Dtype::kI8, Dtype::kU8, Dtype::kI32, Dtype::kU32, Dtype::kBool}) {
    CHECK(refusal({tensor(kName, dtype, {4, 6})}) ==
          start + std::string(name_of(dtype)) + " of shape (4, 6) without known scales");
  }
  CHECK(refusal({float8(), scale("my_scale", {4})}) ==
        start + "F8_E4M3 of shape (4, 6) beside \"" + kModule +
            "my_scale\", whose meaning is not known");
  CHECK(refusal({float8(), scale("input_scale", {}), scale("output_scale", {}),
                 scale("activation_scale", {}), scale("inner.scale", {})}) == "accepted");
  CHECK_THROWS_WITH_AS(found({{kName, Dtype::kOther, {4, 6}, {}, "F4"}}),
                       doctest::Contains("dtype is \"F4\""), CheckpointError);
}

TEST_CASE("scaled_weight: ComfyUI's text is accepted beside FP8 with one scale alone") {
  const TensorInfo text = scale("comfy_quant", {27}, Dtype::kU8);
  CHECK(found({float8(), scale("weight_scale", {}), text}).scaling == Scaling::kTensor);
  CHECK(refusal({float8(), text}) ==
        "tensor \"" + kName + "\" is F8_E4M3 of shape (4, 6) quantized by ComfyUI as \"" + kModule +
            "comfy_quant\" says");
  CHECK(refusal({tensor(kName, Dtype::kI8, {4, 6}), scale("weight_scale", {}), text}) !=
        "accepted");
  CHECK(refusal({float8(), scale("weight_scale", {4}), text}) != "accepted");
}

TEST_CASE("scaled_weight: rows and lengths that do not fit throw ArgumentError") {
  const ScaledWeight weight = found({float8({2, 3}), scale("weight_scale", {2})});
  const std::vector<float> scales{1, 2};
  std::vector<std::byte> bytes(6);
  std::vector<float> out(6);
  CHECK_NOTHROW(decode_rows(weight, scales, 0, 2, bytes, out));
  CHECK_NOTHROW(decode_rows(weight, scales, 2, 0, {}, {}));
  CHECK_THROWS_AS(decode_rows(weight, scales, 1, 2, bytes, out), ArgumentError);
  CHECK_THROWS_WITH(decode_rows(weight, scales, 0, 1, bytes, out), "out is 6 long; expected 3");
  CHECK_THROWS_WITH(decode_rows(weight, {}, 0, 2, bytes, out), "scales is 0 long; expected 2");
  CHECK_THROWS_WITH(decode_rows(weight, scales, 0, 2, std::span(bytes).first(5), out),
                    "bytes is 5 long; expected 6");
  const ScaledWeight bias = found({tensor(kName, Dtype::kF32, {3})});
  CHECK_THROWS_WITH(decode_rows(bias, {}, 0, 1, bytes, out),
                    "weight is of shape (3,); expected two dimensions");
}
