#include "ffn/io/checkpoint_error.h"

#include <array>
#include <cstddef>

namespace ffn {

namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, 31> kNames{
    "file_too_small",
    "git_lfs_pointer",
    "web_page",
    "other_format",
    "header_too_small",
    "header_too_large",
    "header_truncated",
    "header_start",
    "header_padding",
    "not_utf8",
    "not_json",
    "wrong_type",
    "bad_number",
    "duplicate_key",
    "unknown_field",
    "missing_field",
    "unknown_dtype",
    "too_many_dimensions",
    "size_overflow",
    "size_mismatch",
    "offsets_reversed",
    "out_of_file",
    "hole",
    "overlap",
    "trailing_bytes",
    "missing_tensor",
    "wrong_shape",
    "unknown_version",
    "not_literal",
    "pickled_objects",
    "quantized",
};
static_assert(kNames.size() == static_cast<std::size_t>(CheckpointReason::kQuantized) + 1);

}  // namespace

void reject(CheckpointReason reason, const Text& part, const Text& value, const Text& expected) {
  throw CheckpointError(reason, part, value, expected);
}

std::string_view name_of(CheckpointReason reason) {
  return kNames.at(static_cast<std::size_t>(reason));
}

}  // namespace ffn
