#pragma once
// Reads the golden data made by tests/golden/make_golden.py.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn::test {

struct GoldenTensor {
  std::vector<Index> shape;
  std::vector<double> values;

  Index rows() const { return size() / cols(); }
  Index cols() const { return shape.back(); }
  Index size() const { return static_cast<Index>(values.size()); }

  /// The values rounded to float32, all leading dimensions folded into rows.
  Matrix matrix() const {
    Matrix out(rows(), cols());
    for (Index i = 0; i < size(); ++i) out.data()[i] = static_cast<float>(values[static_cast<std::size_t>(i)]);
    return out;
  }
};

using Golden = std::map<std::string, GoldenTensor>;

inline Golden read_golden(const std::string& name) {
  std::ifstream file(std::string(FFN_GOLDEN_DIR) + "/" + name + ".txt");
  if (!file) throw std::runtime_error("no golden data " + name);
  Golden golden;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream header(line);
    std::string word;
    std::string key;
    if (!(header >> word >> key) || word != "tensor") continue;
    GoldenTensor tensor;
    for (Index dimension = 0; header >> dimension;) tensor.shape.push_back(dimension);
    std::getline(file, line);
    std::istringstream values(line);
    for (double value = 0; values >> value;) tensor.values.push_back(value);
    golden[key] = tensor;
  }
  if (golden.empty()) throw std::runtime_error("empty golden data " + name);
  return golden;
}

/// Largest |actual - expected| over the tensor.
inline double largest_error(const Matrix& actual, const GoldenTensor& expected) {
  if (actual.size() != expected.size()) throw std::runtime_error("sizes differ");
  double largest = 0.0;
  for (Index i = 0; i < actual.size(); ++i) {
    const double error = std::abs(static_cast<double>(actual.data()[i]) - expected.values[static_cast<std::size_t>(i)]);
    largest = std::max(largest, error);
    if (error != error) return error;  // NaN must not pass for small
  }
  return largest;
}

/// Largest error relative to the tensor's largest element.
inline double relative_error(const Matrix& actual, const GoldenTensor& expected) {
  double largest = 0.0;
  for (const double value : expected.values) largest = std::max(largest, std::abs(value));
  return largest_error(actual, expected) / largest;
}

/// FNV-1a over the bytes of the elements: one number for "the same bits".
inline std::uint64_t bits_of(const Matrix& matrix) {
  std::uint64_t hash = 14695981039346656037ULL;
  const auto* bytes = reinterpret_cast<const unsigned char*>(matrix.data());
  for (std::size_t i = 0; i < sizeof(float) * static_cast<std::size_t>(matrix.size()); ++i) {
    hash = (hash ^ bytes[i]) * 1099511628211ULL;
  }
  return hash;
}

}  // namespace ffn::test
