#include "ffn/train/trainable_network.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

constexpr Index kSliceTokens = 64;  // tokens per slice in predict, which bounds the scratch memory

template <class Scalar>
ParametersOf<Scalar> named(LinearOf<Scalar>& input, FeedForwardLayersOf<Scalar>& ffn,
                           LinearOf<Scalar>& output) {
  ParametersOf<Scalar> tensors;
  ParameterLister<Scalar> lister(tensors);
  lister.linear("_in", input);
  FeedForwardLayersOf<Scalar>::visit_parameters(ffn, lister);
  lister.linear("_out", output);
  return tensors;
}

}  // namespace

template <class Scalar>
ParametersOf<Scalar> named_tensors(TrainableLayersOf<Scalar>& layers) {
  return named(layers.input, layers.ffn, layers.output);
}

template <class Scalar>
TrainableNetworkOf<Scalar>::TrainableNetworkOf(Layers layers,
                                               const TrainableNetworkOptions& options)
    : input_(std::move(layers.input)),
      ffn_(std::move(layers.ffn), options.ffn),
      output_(std::move(layers.output)),
      shortcut_(options.shortcut) {
  check(d_in() >= 1, "w_in", shape_of(input_.weight), "dimensions of 1 or more");
  check(d_out() >= 1, "w_out", shape_of(output_.weight), "dimensions of 1 or more");
  check_shape("w_in", shape_of(input_.weight), {ffn_.d_model(), d_in()});
  check_shape("w_out", shape_of(output_.weight), {d_out(), ffn_.d_model()});
  check_bias("b_in", input_);
  check_bias("b_out", output_);
}

template <class Scalar>
void TrainableNetworkOf<Scalar>::change_parameters(
    const std::function<void(const ParametersOf<Scalar>&)>& work) {
  ffn_.change_layers(
      [&](FeedForwardLayersOf<Scalar>& layers) { work(named(input_, layers, output_)); });
}

template <class Scalar>
void TrainableNetworkOf<Scalar>::forward(const ConstMatrixViewOf<Scalar>& x, Trace& trace,
                                         RandomState* rng) const {
  for (MatrixOf<Scalar>* tensor : {&trace.embedded, &trace.ffn_output, &trace.residual})
    resize(*tensor, x.rows(), ffn_.d_model());
  resize(trace.output, x.rows(), d_out());
  input_.forward(x, view(trace.embedded));
  ffn_.forward(view(std::as_const(trace.embedded)), view(trace.ffn_output), &trace.ffn, rng);
  trace.residual = trace.ffn_output;
  if (shortcut_) trace.residual += trace.embedded;
  output_.forward(view(std::as_const(trace.residual)), view(trace.output));
}

template <class Scalar>
void TrainableNetworkOf<Scalar>::predict(const ConstMatrixViewOf<Scalar>& x,
                                         MatrixViewOf<Scalar> output) const {
  check_shape("x", shape_of(x), {x.rows(), d_in()});
  check_shape("output", shape_of(output), {x.rows(), d_out()});
  Trace scratch;
  for (Index first = 0; first < x.rows(); first += kSliceTokens) {
    const Index tokens = std::min(kSliceTokens, x.rows() - first);
    forward(row_slice(x, first, tokens), scratch);
    row_slice(output, first, tokens) = scratch.output;
  }
}

template <class Scalar>
void TrainableNetworkOf<Scalar>::backward(const ConstMatrixViewOf<Scalar>& x, const Trace& trace,
                                          const ConstMatrixViewOf<Scalar>& grad_output,
                                          Layers& grads) const {
  MatrixOf<Scalar> grad_residual(x.rows(), ffn_.d_model());
  MatrixOf<Scalar> grad_embedded(x.rows(), ffn_.d_model());
  output_.backward_parameters(view(trace.residual), grad_output, grads.output);
  output_.backward_input(grad_output, view(grad_residual));
  ffn_.backward(view(trace.embedded), trace.ffn, view(std::as_const(grad_residual)), grads.ffn,
                view(grad_embedded));
  if (shortcut_) grad_embedded += grad_residual;
  input_.backward_parameters(x, view(std::as_const(grad_embedded)), grads.input);
}

template ParametersOf<float> named_tensors<float>(TrainableLayersOf<float>&);
template ParametersOf<double> named_tensors<double>(TrainableLayersOf<double>&);
template class TrainableNetworkOf<float>;
template class TrainableNetworkOf<double>;

TrainableNetwork make_trainable_network(const TrainableNetworkOptions& options, Initialization init,
                                        RandomState& rng) {
  check(options.d_in >= 1, "d_in", options.d_in, "1 or more");
  check(options.d_out >= 1, "d_out", options.d_out, "1 or more");
  check(options.ffn.d_model >= 1, "d_model", options.ffn.d_model, "1 or more");
  check(options.ffn.d_ff >= 1, "d_ff", options.ffn.d_ff, "1 or more");
  TrainableLayers layers;
  layers.input = make_linear(options.d_in, options.ffn.d_model, init, rng, options.ffn.bias);
  layers.ffn = make_feed_forward(options.ffn, init, rng).layers();
  layers.output = make_linear(options.ffn.d_model, options.d_out, init, rng, options.ffn.bias);
  return {std::move(layers), options};
}

}  // namespace ffn
