#pragma once
// Data sets across the edge: { inputs, targets?, labels?, classes?, columns? }, plain values that JavaScript may make itself.

#include <cstdint>
#include <vector>

#include "ffn/train/dataset.h"
#include "tensor.h"

namespace ffn::bindings {

/// Whole numbers in the range of a label; whether there is such a class, check_labels knows.
std::vector<std::int32_t> read_labels(const val& labels);

/// Throws ArgumentError unless inputs and targets have two dimensions and labels are whole numbers; check_dataset does the rest.
Dataset read_dataset(const val& dataset);

}  // namespace ffn::bindings
