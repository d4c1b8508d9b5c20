#include "weights.h"

#include <algorithm>
#include <utility>

#include "ffn/core/check.h"

namespace ffn::bindings {

namespace {

std::vector<std::string> names_in(const val& object) {
  return from_value<std::vector<std::string>>(val::global("Object").call<val>("keys", object));
}

// Reads a matrix (rows, columns) and transposes it. Some rows at a time, because a second copy of a
// large weight would be the largest allocation of a network.
Matrix transposed(const val& data, Index rows, Index columns) {
  constexpr Index kRowsAtOnce = 64;
  Matrix weight(columns, rows);
  Matrix some(std::min(rows, kRowsAtOnce), columns);
  for (Index first = 0; first < rows; first += kRowsAtOnce) {
    const Index count = std::min(rows - first, kRowsAtOnce);
    const auto begin = static_cast<double>(first * columns);
    const auto end = static_cast<double>((first + count) * columns);
    copy_numbers(data.call<emscripten::val>("subarray", begin, end),
                 static_cast<std::size_t>(count * columns), some.data());
    weight.middleCols(first, count) = some.topRows(count).transpose();
  }
  return weight;
}

}  // namespace

WeightReader::Given WeightReader::take(const std::string& name, std::size_t dimensions) {
  check(has(name), name.c_str(), "undefined", "a tensor");
  taken_.push_back(name);
  const val tensor = tensors_[name];
  const Shape shape = read_tensor_shape(name.c_str(), tensor);
  check(shape.size() == dimensions, name.c_str(), {"a tensor of shape ", shape},
        dimensions == 1 ? "one dimension" : "two dimensions");
  return {tensor["data"], shape};
}

Matrix WeightReader::matrix(const std::string& name) {
  const auto [data, shape] = take(name, 2);
  const auto rows = static_cast<Index>(shape[0]);
  const auto columns = static_cast<Index>(shape[1]);
  if (in_out_) return transposed(data, rows, columns);
  Matrix weight(rows, columns);
  copy_numbers(data, static_cast<std::size_t>(weight.size()), weight.data());
  return weight;
}

RowVector WeightReader::vector(const std::string& name) {
  const auto [data, shape] = take(name, 1);
  RowVector numbers(static_cast<Index>(shape[0]));
  copy_numbers(data, static_cast<std::size_t>(numbers.size()), numbers.data());
  return numbers;
}

Linear WeightReader::linear(const std::string& prefix, const std::string& name) {
  Linear layer{matrix(prefix + "w" + name), RowVector{}};
  const std::string bias = prefix + "b" + name;
  if (!has(bias)) return layer;
  layer.bias = vector(bias);
  check(layer.bias.size() > 0, bias.c_str(), "empty", {"shape ", Shape{layer.out_features()}});
  return layer;
}

LayerNorm WeightReader::layer_norm(const std::string& prefix, double eps) {
  LayerNorm layer{vector(prefix + "scale"), vector(prefix + "shift"), eps};
  check_shape((prefix + "shift").c_str(), {layer.shift.size()}, {layer.features()});
  return layer;
}

void WeightReader::finish() const {
  for (const std::string& name : names_in(tensors_)) {
    const bool taken = std::find(taken_.begin(), taken_.end(), name) != taken_.end();
    check(taken || !has(name), "weights", {"a set with ", name},
          "no tensor that has no place here");
  }
}

val write_parameter(const ParametersOf<const float>& parameters, const std::string& name) {
  for (const auto& parameter : parameters) {
    if (parameter.name == name) return write_tensor(parameter.values, parameter.shape);
  }
  reject("weights", {"without ", name}, "the name of a tensor that is there");
}

void set_parameters(const ParametersOf<float>& parameters, const val& tensors) {
  std::vector<Tensor> read;  // `given` points to these tensors, so the vector must not reallocate
  ParametersOf<const float> given;
  const std::vector<std::string> names = names_in(tensors);
  read.reserve(names.size());
  for (const std::string& name : names) {
    if (tensors[name].isUndefined()) continue;
    const Tensor& tensor = read.emplace_back(read_tensor(name.c_str(), tensors[name]));
    given.push_back({name, tensor.data, tensor.shape});
  }
  assign_parameters<float>(parameters, given);
}

}  // namespace ffn::bindings
