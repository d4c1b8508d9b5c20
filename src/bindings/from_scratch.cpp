// The function feed_forward_from_scratch of the WebAssembly module.

#include "ffn/nn/from_scratch.h"

#include <emscripten/bind.h>

#include <string>

#include "network_handle.h"
#include "numbers.h"

namespace ffn::bindings {

namespace {

ConstMatrixView matrix_of(const char* argument, const Tensor& tensor) {
  check(tensor.shape.size() == 2, argument, "a tensor of shape " + to_string(tensor.shape), "two dimensions");
  return tensor.rows(argument, tensor.shape[1]);
}

ConstMatrixView bias_of(const char* argument, const Tensor& tensor, Index features) {
  check_shape(argument, tensor.shape, {features});
  return tensor.rows(argument, features);
}

val from_scratch(const val& x, const val& w1, const val& b1, const val& w2, const val& b2, const val& activation) {
  return as_result([&] {
    const Tensor tensors[] = {read_tensor("x", x), read_tensor("w1", w1), read_tensor("b1", b1), read_tensor("w2", w2),
                              read_tensor("b2", b2)};
    const ConstMatrixView first = matrix_of("w1", tensors[1]);
    const ConstMatrixView second = matrix_of("w2", tensors[3]);
    const Input in = tokens_of(tensors[0], first.rows());
    const auto steps = feed_forward_from_scratch<float>(in.rows, first, bias_of("b1", tensors[2], first.cols()), second,
                                                        bias_of("b2", tensors[4], second.cols()), read_activation(activation));
    val result = val::object();
    result.set("h", write_matrix(steps.h, with_last(in.shape, first.cols())));
    result.set("h_activated", write_matrix(steps.h_activated, with_last(in.shape, first.cols())));
    result.set("y", write_matrix(steps.y, with_last(in.shape, second.cols())));
    return result;
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_from_scratch) { emscripten::function("feed_forward_from_scratch", &from_scratch); }

}  // namespace ffn::bindings
