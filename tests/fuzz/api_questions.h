#pragma once
// Calls of functions on values, networks and texts, with arguments from the bytes of a fuzzer.

#include <string>
#include <vector>

#include "arguments.h"

namespace ffn::fuzz {

inline void ask_values(Arguments& some) {
  const Matrix m = some.matrix(some.size(), some.size());
  const Matrix other = some.matrix(some.data.ConsumeBool() ? m.rows() : some.size(), m.cols());
  const std::span<const float> values = elements(m);
  switch (some.data.ConsumeIntegralInRange(0, 8)) {
    case 0: require(summarize(values).count == m.size()); return;
    case 1: require(difference(values, elements(other)).count == m.size()); return;
    case 2: histogram(values, some.count(), Range{some.number(), some.number()}); return;
    case 3: sparsity(view(m), some.number()); return;
    case 4:
      require(percentiles(values, std::vector<double>{some.number() * 100.0}).size() == 1);
      return;
    case 5: difference_by_token(view(m), view(other)); return;
    case 6: dead_units(some.activation(), view(m), view(other), some.number()); return;
    case 7: range_with_edge_at_zero(values, some.count()); return;
    default: histogram(values, some.size()); return;
  }
}

inline void ask_network(Arguments& some, const FeedForward& network) {
  const Matrix x =
      some.matrix(some.size(), some.data.ConsumeBool() ? network.d_model() : some.size());
  Matrix output = Matrix::Zero(x.rows(), network.d_model());
  FeedForwardTrace trace;
  network.forward(view(x), view(output), &trace);
  const Matrix& hidden = trace.hidden;
  switch (some.data.ConsumeIntegralInRange(0, 8)) {
    case 0: require(independence(network, view(x), {some.count()}).independent); return;
    case 1: rank_neurons(network, view(hidden)); return;
    case 2:
      neuron_at(network, view(std::as_const(trace.pre_activation)), view(hidden), some.size(),
                some.size());
      return;
    case 3: {
      AblationOptions chosen;
      chosen.neurons = {some.size(), some.size()};
      chosen.site =
          some.data.ConsumeBool() ? AblationSite::kAfterActivation : static_cast<AblationSite>(0);
      require(same_bits(ablate(network, view(x), chosen).baseline, output));
      return;
    }
    case 4: {
      DropoutExperiment chosen;
      chosen.dropout = some.number();
      chosen.passes = some.data.ConsumeIntegralInRange<std::int64_t>(-1, 6);
      chosen.feature = some.size();
      dropout_statistics(network, view(x), chosen);
      return;
    }
    case 5: compare_forward(network, view(x), some.activation(), some.activation()); return;
    case 7: {
      ForwardStages stages(network, view(x));
      stages.run(ForwardStage::kActivation, some.data.ConsumeIntegralInRange<std::int64_t>(-1, 3));
      stages.run(ForwardStage::kLinear2, 1);
      return;
    }
    case 6: trace_dot(network.layers().linear1, view(x), some.size(), some.size()); return;
    default: {
      Matrix part = Matrix::Zero(x.rows(), network.d_model());
      network.packed()->forward(
          {view(x), view(part), network.activation(), {some.size(), some.size()}});
      return;
    }
  }
}

inline void ask_costs(Arguments& some) {
  switch (some.data.ConsumeIntegralInRange(0, 4)) {
    case 0:
      feed_forward_cost(some.count(), some.count(), some.data.ConsumeBool(),
                        some.data.ConsumeBool());
      return;
    case 1:
      attention_cost(some.count(), some.count(), some.data.ConsumeBool(), some.data.ConsumeBool());
      return;
    case 2:
      ratio_costs(some.count(), std::vector<std::int64_t>{some.count(), some.count()});
      return;
    case 3: linspace(some.number(), some.number(), some.size()); return;
    default: {
      const std::vector<Activation> kinds{some.activation(), some.activation()};
      compare_activations(kinds, {some.number(), some.number(), some.size()});
      return;
    }
  }
}

// Tensors that are written are read back by name, bit by bit.
inline void write_and_read(const ParametersOf<const float>& parameters) {
  std::vector<TensorToWrite> tensors;
  for (const auto& parameter : parameters)
    tensors.push_back({parameter.name, parameter.shape, parameter.values});
  const std::vector<std::byte> file = write_safetensors(tensors);
  const auto size = static_cast<std::int64_t>(file.size());
  const auto length = static_cast<std::size_t>(header_length(std::span(file).first(8), size));
  const SafetensorsHeader header = read_header(std::span(file).subspan(8, length), size);
  for (const TensorToWrite& tensor : tensors) {
    const TensorInfo& read = header.at(tensor.name);
    std::vector<float> values(tensor.values.size());
    decode<float>(read.dtype,
                  std::span(file).subspan(static_cast<std::size_t>(read.bytes.begin),
                                          static_cast<std::size_t>(read.bytes.size())),
                  std::span(values));
    require(values.empty() ||
            std::memcmp(values.data(), tensor.values.data(), values.size() * sizeof(float)) == 0);
  }
}

// Calls of functions that create no object.
inline void use_parts(Arguments& some) {
  const Matrix x = some.matrix(some.size(), some.size());
  Matrix y(x.rows(), x.cols());
  switch (some.data.ConsumeIntegralInRange(0, 4)) {
    case 0: softmax_rows_forward<float>(view(x), view(y)); return;
    case 1: {
      Matrix grad(x.rows(), x.cols());
      const Matrix target = some.matrix(x.rows(), some.data.ConsumeBool() ? x.cols() : some.size());
      mse_forward<float>(view(x), view(target));
      mse_backward<float>(view(x), view(target), view(grad));
      return;
    }
    case 2: {
      Matrix grad(x.rows(), x.cols());
      const std::vector<std::int32_t> labels = some.labels(
          some.data.ConsumeBool() ? x.rows() : some.size(), static_cast<std::int32_t>(x.cols()));
      cross_entropy_forward<float>(view(x), labels);
      cross_entropy_backward<float>(view(x), labels, view(grad));
      return;
    }
    case 3: {
      const Matrix w1 = some.matrix(some.data.ConsumeBool() ? x.cols() : some.size(), some.size());
      const Matrix w2 = some.matrix(some.data.ConsumeBool() ? w1.cols() : some.size(),
                                    some.data.ConsumeBool() ? x.cols() : some.size());
      const Matrix b1 = some.matrix(1, some.data.ConsumeBool() ? w1.cols() : some.size());
      const Matrix b2 = some.matrix(1, some.data.ConsumeBool() ? w2.cols() : some.size());
      feed_forward_from_scratch<float>(view(x), view(w1), view(b1), view(w2), view(b2),
                                       some.activation());
      return;
    }
    default:
      grid_inputs(some.data.ConsumeIntegralInRange<Index>(-1, 4), some.number(), some.number(),
                  some.size());
      return;  // few dimensions, because the size of the grid is a power
  }
}

inline void read_text(Arguments& some) {
  const std::string text = some.data.ConsumeRandomLengthString(200);
  const char separator = csv_separator(text);
  for (const CsvRecord& record : csv_records(text, separator)) {
    for (const std::string& field : record.fields) csv_number(field, separator);
  }
}

}  // namespace ffn::fuzz
