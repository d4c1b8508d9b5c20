#include "ffn/nn/feed_forward_units.h"

#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

// Returns the layer restricted to outputs [first, first + count); the layer may be an empty gate.
template <class Scalar>
LinearOf<Scalar> outputs_of(const LinearOf<Scalar>& layer, Index first, Index count) {
  if (layer.weight.size() == 0) return {};
  LinearOf<Scalar> part{layer.weight.middleRows(first, count), {}};
  if (layer.bias.size() > 0) part.bias = layer.bias.segment(first, count);
  return part;
}

// Returns the layer restricted to inputs [first, first + count).
template <class Scalar>
LinearOf<Scalar> inputs_of(const LinearOf<Scalar>& layer, Index first, Index count) {
  LinearOf<Scalar> part{layer.weight.middleCols(first, count), {}};
  if (first == 0) part.bias = layer.bias;
  return part;
}

// Returns the network restricted to hidden units [first, first + count).
template <class Scalar>
FeedForwardOf<Scalar> network_of_units(const FeedForwardOf<Scalar>& network, Index first, Index count) {
  FeedForwardOptions options;
  options.activation = network.activation();
  const FeedForwardLayersOf<Scalar>& all = network.layers();
  return {{outputs_of(all.linear1, first, count), outputs_of(all.gate, first, count), inputs_of(all.linear2, first, count)}, options};
}

}  // namespace

template <class Scalar>
void forward_units(const FeedForwardOf<Scalar>& network, const ConstMatrixViewOf<Scalar>& x, Index first, Index count,
                   MatrixViewOf<Scalar> output) {
  check_index("first", first, network.d_ff());
  check(count >= 1 && count <= network.d_ff() - first, "count", count,
        "an integer from 1 to " + std::to_string(network.d_ff() - first) + ", the units from " + std::to_string(first) + " on");
  check_shape("x", shape_of(x), {x.rows(), network.d_model()});
  check_shape("output", shape_of(output), shape_of(x));
  network_of_units(network, first, count).forward(x, output, nullptr);
}

template <class Scalar>
void add_part(const ConstMatrixViewOf<Scalar>& part, MatrixViewOf<Scalar> sum) {
  check_shape("part", shape_of(part), shape_of(sum));
  sum += part;
}

template void forward_units(const FeedForwardOf<float>&, const ConstMatrixViewOf<float>&, Index, Index, MatrixViewOf<float>);
template void forward_units(const FeedForwardOf<double>&, const ConstMatrixViewOf<double>&, Index, Index, MatrixViewOf<double>);
template void add_part(const ConstMatrixViewOf<float>&, MatrixViewOf<float>);
template void add_part(const ConstMatrixViewOf<double>&, MatrixViewOf<double>);

}  // namespace ffn
