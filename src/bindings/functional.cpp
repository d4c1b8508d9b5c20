// A linear layer, dropout, sum and product as functions of tensors, as in torch.nn.functional.

#include <emscripten/bind.h>

#include <string>
#include <utility>

#include "ffn/nn/dropout.h"
#include "ffn/nn/linear.h"
#include "make_network.h"

namespace ffn::bindings {

namespace {

// Reads a layer from { weight, bias }; `bias` may be missing.
Linear read_layer(const val& layer) {
  const Tensor weight = read_tensor("weight", layer["weight"]);
  check(weight.shape.size() == 2, "weight", "a tensor of shape " + to_string(weight.shape), "two dimensions");
  Linear read{weight.rows("weight", weight.shape[1]), RowVector{}};
  if (layer["bias"].isUndefined()) return read;
  const Tensor bias = read_tensor("bias", layer["bias"]);
  check_shape("bias", bias.shape, {read.out_features()});
  read.bias = Eigen::Map<const RowVector>(bias.data.data(), static_cast<Index>(bias.data.size()));
  return read;
}

val write_layer(const Linear& layer) {
  val out = val::object();
  out.set("weight", write_matrix(layer.weight, {layer.out_features(), layer.in_features()}));
  if (layer.bias.size() > 0) {
    out.set("bias", write_tensor({layer.bias.data(), static_cast<std::size_t>(layer.bias.size())}, {layer.bias.size()}));
  }
  return out;
}

val make_linear_layer(const val& options) {
  return as_result([&] {
    Index in = 0;
    Index out = 0;
    bool bias = true;
    read_size(options, "in_features", in);
    read_size(options, "out_features", out);
    read_option(options, "bias", bias);
    return write_layer(make_random(options, [&](Initialization init, RandomState& rng) { return make_linear(in, out, init, rng, bias); }));
  });
}

val linear(const val& x, const val& layer) {
  return as_result([&] {
    const Tensor input = read_tensor("x", x);
    const Linear read = read_layer(layer);
    const ConstMatrixView rows = input.rows("x", read.in_features());
    Matrix y(rows.rows(), read.out_features());
    read.forward(rows, view(y));
    return write_matrix(y, with_last(input.shape, read.out_features()));
  });
}

val linear_backward(const val& x, const val& layer, const val& grad_y) {
  return as_result([&] {
    const Tensor input = read_tensor("x", x);
    const Linear read = read_layer(layer);
    const ConstMatrixView rows = input.rows("x", read.in_features());
    const Tensor grad = read_tensor("grad_y", grad_y);
    check_shape("grad_y", grad.shape, with_last(input.shape, read.out_features()));
    const ConstMatrixView grad_rows = grad.rows("grad_y", read.out_features());
    Linear grads = zeros_like(read);
    Matrix grad_x(rows.rows(), rows.cols());
    read.backward_parameters(rows, grad_rows, grads);
    read.backward_input(grad_rows, view(grad_x));
    val gradients = write_layer(grads);
    gradients.set("x", write_matrix(grad_x, input.shape));
    return gradients;
  });
}

ConstMatrixView all_of(const Tensor& tensor) { return {tensor.data.data(), 1, static_cast<Index>(tensor.data.size())}; }

val dropout(const val& x, double p, RandomState& rng) {
  return as_result([&] {
    const Tensor input = read_tensor("x", x);
    check_dropout_probability(p);
    Matrix mask(1, static_cast<Index>(input.data.size()));
    Matrix output(1, mask.cols());
    fill_dropout_mask<float>(rng, p, view(mask));
    apply_dropout_mask<float>(all_of(input), view(std::as_const(mask)), view(output));
    val out = val::object();
    out.set("output", write_matrix(output, input.shape));
    out.set("mask", write_matrix(mask, input.shape));
    return out;
  });
}

val apply_mask(const val& x, const val& mask) {
  return as_result([&] {
    const Tensor input = read_tensor("x", x);
    const Tensor factors = read_tensor("mask", mask);
    check_shape("mask", factors.shape, input.shape);
    Matrix output(1, static_cast<Index>(input.data.size()));
    apply_dropout_mask<float>(all_of(input), all_of(factors), view(output));
    return write_matrix(output, input.shape);
  });
}

// Returns combine(a, b) of the elements of two tensors of the same shape.
template <class Combine>
val combined(const val& a, const val& b, Combine combine) {
  return as_result([&] {
    const Tensor first = read_tensor("a", a);
    const Tensor second = read_tensor("b", b);
    check_shape("b", second.shape, first.shape);
    return write_matrix(combine(all_of(first), all_of(second)), first.shape);
  });
}

val add(const val& a, const val& b) {
  return combined(a, b, [](const ConstMatrixView& x, const ConstMatrixView& y) { return Matrix(x + y); });
}
val multiply(const val& a, const val& b) {
  return combined(a, b, [](const ConstMatrixView& x, const ConstMatrixView& y) { return Matrix(x.cwiseProduct(y)); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_functional) {
  using namespace emscripten;
  function("make_linear", &make_linear_layer);
  function("linear", &linear);
  function("linear_backward", &linear_backward);
  function("dropout", &dropout);
  function("apply_dropout_mask", &apply_mask);
  function("add", &add);
  function("multiply", &multiply);
}

}  // namespace ffn::bindings
