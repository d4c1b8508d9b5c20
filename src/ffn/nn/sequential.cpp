#include "ffn/nn/sequential.h"

#include "ffn/core/check.h"

namespace ffn {

namespace {

std::string text_of(const Linear& layer) {
  std::string text = "Linear(in_features=";
  text.append(std::to_string(layer.in_features()))
      .append(", out_features=")
      .append(std::to_string(layer.out_features()));
  return text.append(layer.bias.size() > 0 ? ", bias=True)" : ", bias=False)");
}

std::string text_of(Activation kind) {
  return with_activation(kind, []<Activation each>() {
    return std::string(kTorchActivations[static_cast<std::size_t>(each)]);
  });
}

std::string dropout_text(double p) {
  std::string text = to_text(p);
  if (text.find_first_of(".e") == std::string::npos) text.append(".0");  // as Python prints a float
  return "Dropout(p=" + text + ", inplace=False)";
}

std::string text_of(const SequentialLayer<float>& layer) {
  if (layer.kind == LayerKind::kLinear) return text_of(*layer.linear);
  return layer.kind == LayerKind::kActivation ? text_of(layer.activation)
                                              : dropout_text(layer.dropout);
}

void append_line(std::string& text, std::string_view name, std::string_view layer) {
  text.append("  (").append(name).append("): ").append(layer).append("\n");
}

}  // namespace

template <class Scalar>
Sequential<Scalar> layers_of(const FeedForwardOf<Scalar>& network) {
  check(!network.gated(), "network", "gated", "one without a gate, which is a list of layers");
  const SequentialLayer<Scalar> first{LayerKind::kLinear, &network.layers().linear1};
  const SequentialLayer<Scalar> activation{LayerKind::kActivation, nullptr, network.activation()};
  const SequentialLayer<Scalar> dropout{LayerKind::kDropout, nullptr, network.activation(),
                                        network.dropout()};
  const SequentialLayer<Scalar> last{LayerKind::kLinear, &network.layers().linear2};
  if (network.dropout_placement() == DropoutPlacement::kHidden)
    return {first, activation, dropout, last};
  return {first, activation, last, dropout};
}

template Sequential<float> layers_of(const FeedForwardOf<float>&);
template Sequential<double> layers_of(const FeedForwardOf<double>&);

std::string to_string(const FeedForward& network) {
  std::string text = network.gated() ? "FeedForward(\n" : "Sequential(\n";
  if (network.gated()) {
    append_line(text, "linear1", text_of(network.layers().linear1));
    append_line(text, "gate", text_of(network.layers().gate));
    append_line(text, "activation", text_of(network.activation()));
    const bool on_hidden = network.dropout_placement() == DropoutPlacement::kHidden;
    if (on_hidden) append_line(text, "dropout", dropout_text(network.dropout()));
    append_line(text, "linear2", text_of(network.layers().linear2));
    if (!on_hidden) append_line(text, "dropout", dropout_text(network.dropout()));
  } else {
    const auto layers = layers_of(network);
    for (std::size_t i = 0; i < layers.size(); ++i)
      append_line(text, std::to_string(i), text_of(layers[i]));
  }
  return text.append(")");
}

}  // namespace ffn
