// Softmax over the last axis, and its backward pass.

#include "ffn/nn/softmax.h"

#include <emscripten/bind.h>

#include <string>

#include "result.h"
#include "tensor.h"
#include "values.h"

namespace ffn::bindings {

namespace {

val softmax_of(const val& x) {
  return as_result([&] {
    const Tensor input = read_tensor("x", x);
    const ConstMatrixView rows = rows_of("x", input);
    Matrix y(rows.rows(), rows.cols());
    softmax_rows_forward<float>(rows, view(y));
    return write_matrix(y, input.shape);
  });
}

val softmax_backward_of(const val& y, const val& grad_y) {
  return as_result([&] {
    const Tensor output = read_tensor("y", y);
    const Tensor grad = read_tensor("grad_y", grad_y);
    check_shape("grad_y", grad.shape, output.shape);
    const ConstMatrixView rows = rows_of("y", output);
    Matrix grad_x(rows.rows(), rows.cols());
    softmax_rows_backward<float>(rows, rows_of("grad_y", grad), view(grad_x));
    return write_matrix(grad_x, output.shape);
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_softmax) {
  emscripten::function("softmax", &softmax_of);
  emscripten::function("softmax_backward", &softmax_backward_of);
}

}  // namespace ffn::bindings
