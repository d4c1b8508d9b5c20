// The parts of a network whose gradients the workers of a pool compute together
// (ffn/nn/feed_forward_part.h). A worker has one part, with the tensors of its last call.

#include <memory>
#include <utility>

#include "ffn/nn/feed_forward_part.h"
#include "networks.h"

namespace ffn::bindings {

namespace {

struct GradientPart {
  GradientPart(WeightReader reader, const FeedForwardOptions& options)
      : units(read_feed_forward_layers(reader, ""), options),
        linear1(reader.linear("x.", "1")),
        gate(units.gated() ? reader.linear("x.", "_gate") : Linear{}) {
    units.packed();
  }

  FeedForward units;
  Linear linear1;
  Linear gate;
  FeedForwardTrace trace;
  BackwardScratch<FeedForward> scratch;
};

// The tensors of a part are named as in parameters.h, those of features with the prefix "x.".
val write_part(const FeedForwardPart& part, Activation activation) {
  FeedForwardOptions options;
  options.activation = activation;
  const FeedForward units(part.units, options);
  val weights = write_parameters(parameters_of<const float>(units));
  weights.set("x.w1", write_matrix(part.linear1.weight, shape_of(part.linear1.weight)));
  if (part.gate.weight.size() > 0)
    weights.set("x.w_gate", write_matrix(part.gate.weight, shape_of(part.gate.weight)));
  return weights;
}

// First round: returns the gradients of the weights of the units, `into` as in tensors.h, and of
// the hidden tensors, which the second round needs.
val unit_gradients(GradientPart& part, const Tensor& x, const Tensor& grad_output,
                   const val& into) {
  const FeedForward& units = part.units;
  const ConstMatrixView rows = x.rows(units.d_model());
  units.forward_hidden(rows, part.trace);
  units.backward_hidden(part.trace, grad_output.rows(units.d_model()), part.scratch.tensors);
  Tensors weights(into);
  write_layer_gradients(units, rows, part.trace, part.scratch, weights);
  const auto& grads = part.scratch.tensors;
  val hidden = val::object();
  hidden.set("pre_activation", write_matrix(grads.pre_activation, shape_of(grads.pre_activation)));
  if (units.gated()) hidden.set("gate", write_matrix(grads.gate, shape_of(grads.gate)));
  return val::object()
      .set("weights", weights.is_new() ? weights.object() : into)
      .set("hidden", hidden);
}

// Second round: returns the gradient of the features of x that comes through linear1 or the gate
// from the gradients of all units.
val feature_gradient(const Linear& layer, const Tensor& grad) {
  const ConstMatrixView rows = grad.rows(layer.out_features());
  Matrix grad_x(rows.rows(), layer.in_features());
  layer.backward_input(rows, view(grad_x));
  return write_matrix(grad_x, shape_of(grad_x));
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_gradient_part) {
  // Returns the tensors for the gradients of a network, new or `into`, after it has checked all
  // arguments.
  bind("gradient_tensors",
       [](const FeedForwardHandle& handle, const val& x, const val& grad_output, const val& into) {
         const Shape shape = read_tensor_shape("x", x);
         token_count("x", shape, handle.network().d_model());
         check_shape("grad_output", read_tensor_shape("grad_output", grad_output), shape);
         Tensors tensors(into);
         require_gradients(handle.parameters(), shape, tensors);
         return tensors.is_new() ? tensors.object() : into;
       });
  bind("weights_of_part", [](const FeedForwardHandle& handle, double first_unit, double units,
                             double first_feature, double features) {
    const auto index = [](double value) { return static_cast<Index>(value); };
    return write_part(part_of(handle.network(), {index(first_unit), index(units)},
                              {index(first_feature), index(features)}),
                      handle.network().activation());
  });
  const BoundClass<GradientPart> bound("GradientPart");
  bind("make_gradient_part", [](const val& weights, Activation activation) {
    FeedForwardOptions options;
    options.activation = activation;
    return std::make_shared<GradientPart>(WeightReader(weights), options);
  });
  bound.function("unit_gradients",
                 [](GradientPart& part, Arg<"x"> x, Arg<"grad_output"> grad, const val& into) {
                   return unit_gradients(part, x, grad, into);
                 });
  bound.function("feature_gradient", [](GradientPart& part, Arg<"grad"> grad, bool through_gate) {
    return feature_gradient(through_gate ? part.gate : part.linear1, grad);
  });
}

}  // namespace ffn::bindings
