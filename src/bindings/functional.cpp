// Functions of tensors, as in torch.nn.functional: linear layer, activation, dropout, sum, product,
// softmax, and a feed-forward network in three steps.

#include <utility>
#include <vector>

#include "bind.h"
#include "ffn/nn/activation.h"
#include "ffn/nn/dropout.h"
#include "ffn/nn/from_scratch.h"
#include "ffn/nn/linear.h"
#include "ffn/nn/softmax.h"
#include "options.h"

namespace ffn::bindings {

namespace {

// Reads a layer from { weight, bias }; `bias` may be missing.
struct Layer : Linear {
  explicit Layer(const val& layer) : Linear{Arg<"weight">(layer["weight"]).matrix(), RowVector{}} {
    if (layer["bias"].isUndefined()) return;
    const Arg<"bias"> given(layer["bias"]);
    given.check_shape({out_features()});
    bias = given.elements();
  }
};

}  // namespace

FFN_FIELDS(Linear, weight, bias);
FFN_FIELDS(ActivationCurveOf<float>, value, derivative);

EMSCRIPTEN_BINDINGS(ffn_lab_linear) {
  bind("make_linear", [](const val& options) {
    Index in = 0;
    Index out = 0;
    bool bias = true;
    read_option(options, "in_features", in);
    read_option(options, "out_features", out);
    read_option(options, "bias", bias);
    return make_random(options, [&](Initialization init, RandomState& rng) {
      return make_linear(in, out, init, rng, bias);
    });
  });
  bind("linear", [](Arg<"x"> x, Layer layer) {
    const ConstMatrixView rows = x.rows(layer.in_features());
    Matrix y(rows.rows(), layer.out_features());
    layer.forward(rows, view(y));
    return write_rows(y, x.shape);
  });
  bind("linear_backward", [](Arg<"x"> x, Layer layer, Arg<"grad_y"> grad_y) {
    const ConstMatrixView rows = x.rows(layer.in_features());
    grad_y.check_shape(with_last(x.shape, layer.out_features()));
    const ConstMatrixView grad_rows = grad_y.rows(layer.out_features());
    Linear grads = zeros_like<float>(layer);
    Matrix grad_x(rows.rows(), rows.cols());
    layer.backward_parameters(rows, grad_rows, grads);
    layer.backward_input(grad_rows, view(grad_x));
    return to_value(grads).set("x", write_matrix(grad_x, x.shape));
  });
}

EMSCRIPTEN_BINDINGS(ffn_lab_functional) {
  bind("activation",
       [](Activation kind, std::vector<float> x) { return activation_curve(kind, x); });
  bind("dropout", [](Arg<"x"> x, double p, RandomState& rng) {
    check_dropout_probability(p);
    Matrix mask(1, x.elements().size());
    Matrix output(1, mask.cols());
    fill_dropout_mask<float>(rng, p, view(mask));
    apply_dropout_mask<float>(x.elements(), view(std::as_const(mask)), view(output));
    return val::object()
        .set("output", write_matrix(output, x.shape))
        .set("mask", write_matrix(mask, x.shape));
  });
  bind("apply_dropout_mask", [](Arg<"x"> x, Arg<"mask"> mask) {
    mask.check_shape(x.shape);
    Matrix output(1, x.elements().size());
    apply_dropout_mask<float>(x.elements(), mask.elements(), view(output));
    return write_matrix(output, x.shape);
  });
  bind("add", [](Arg<"a"> a, Arg<"b"> b) {
    b.check_shape(a.shape);
    return write_matrix(Matrix(a.elements() + b.elements()), a.shape);
  });
  bind("multiply", [](Arg<"a"> a, Arg<"b"> b) {
    b.check_shape(a.shape);
    return write_matrix(Matrix(a.elements().cwiseProduct(b.elements())), a.shape);
  });
}

EMSCRIPTEN_BINDINGS(ffn_lab_softmax) {
  bind("softmax", [](Arg<"x"> x) {
    const ConstMatrixView rows = x.rows();
    Matrix y(rows.rows(), rows.cols());
    softmax_rows_forward<float>(rows, view(y));
    return write_matrix(y, x.shape);
  });
  bind("softmax_backward", [](Arg<"y"> y, Arg<"grad_y"> grad_y) {
    grad_y.check_shape(y.shape);
    const ConstMatrixView rows = y.rows();
    Matrix grad_x(rows.rows(), rows.cols());
    softmax_rows_backward<float>(rows, grad_y.rows(), view(grad_x));
    return write_matrix(grad_x, y.shape);
  });
}

EMSCRIPTEN_BINDINGS(ffn_lab_from_scratch) {
  bind("feed_forward_from_scratch", [](Arg<"x"> x, Arg<"w1"> w1, Arg<"b1"> b1, Arg<"w2"> w2,
                                       Arg<"b2"> b2, Activation activation) {
    const ConstMatrixView first = w1.matrix();
    const ConstMatrixView second = w2.matrix();
    const ConstMatrixView rows = x.rows(first.rows());
    b1.check_shape({first.cols()});
    b2.check_shape({second.cols()});
    const auto steps = feed_forward_from_scratch<float>(rows, first, b1.elements(), second,
                                                        b2.elements(), activation);
    return val::object()
        .set("h", write_rows(steps.h, x.shape))
        .set("h_activated", write_rows(steps.h_activated, x.shape))
        .set("y", write_rows(steps.y, x.shape));
  });
}

}  // namespace ffn::bindings
