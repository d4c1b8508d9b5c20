#pragma once
// Functions that all writers of files share (checkpoint.cpp).

#include <cstddef>
#include <span>
#include <string>

#include "ffn/io/dtype.h"
#include "values.h"

namespace ffn::bindings {

/// Returns an element type that can be written. Throws ArgumentError for any other name.
Dtype writable_dtype(const std::string& name);

template <>
inline constexpr auto named<Dtype> = &writable_dtype;

/// Returns a Uint8Array with a copy of the bytes.
val write_bytes(std::span<const std::byte> bytes);

}  // namespace ffn::bindings
