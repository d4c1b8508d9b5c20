#include "ffn/analysis/ablation.h"

#include <cmath>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

void check_neurons(const std::vector<Index>& neurons, Index d_ff) {
  check(!neurons.empty(), "neurons", "empty", "one neuron or more");
  std::vector<bool> seen(static_cast<std::size_t>(d_ff), false);
  for (const Index neuron : neurons) {
    check(neuron >= 0 && neuron < d_ff, "neurons", neuron, {"integers from 0 to ", d_ff - 1});
    check(!seen[static_cast<std::size_t>(neuron)], "neurons", {neuron, " twice"},
          "each neuron once");
    seen[static_cast<std::size_t>(neuron)] = true;
  }
}

float scaled(float number, double factor) {
  return factor == 0.0 ? 0.0F : static_cast<float>(number * factor);
}

// Recomputes column `neuron` of trace.hidden for all tokens, with the neuron scaled.
void change_neuron(const FeedForward& network, const AblationOptions& options, Index neuron,
                   FeedForwardTrace& trace) {
  for (Index token = 0; token < trace.hidden.rows(); ++token) {
    float& hidden = trace.hidden(token, neuron);
    if (options.site == AblationSite::kAfterActivation) {
      hidden = scaled(hidden, options.factor);
    } else {
      hidden = activation_value(network.activation(),
                                scaled(trace.pre_activation(token, neuron), options.factor));
      if (network.gated()) hidden *= trace.gate(token, neuron);
    }
  }
}

}  // namespace

Ablation ablate(const FeedForward& network, const ConstMatrixView& x,
                const AblationOptions& options) {
  check_shape("x", shape_of(x), {x.rows(), network.d_model()});
  check_neurons(options.neurons, network.d_ff());
  check(std::isfinite(options.factor), "factor", options.factor, "a finite number");
  Ablation made{Matrix(x.rows(), x.cols()), Matrix(x.rows(), x.cols())};
  FeedForwardTrace trace;
  network.forward(x, view(made.baseline), &trace);
  for (const Index neuron : options.neurons) change_neuron(network, options, neuron, trace);
  network.layers().linear2.forward(view(std::as_const(trace.hidden)), view(made.output));
  return made;
}

}  // namespace ffn
