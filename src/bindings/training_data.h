#pragma once
// Conversion of data sets, in JavaScript plain objects { inputs, targets?, labels?, classes?, columns? }.

#include <cstdint>
#include <vector>

#include "ffn/train/dataset.h"
#include "tensor.h"

namespace ffn::bindings {

/// Reads labels as int32. check_labels checks that the classes exist.
std::vector<std::int32_t> read_labels(const val& labels);

/// Reads a data set. Throws ArgumentError unless inputs and targets have two dimensions and labels are integers; check_dataset checks
/// everything else.
Dataset read_dataset(const val& dataset);

}  // namespace ffn::bindings
