#include "ffn/nn/feed_forward_part.h"

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

void check_range(const char* argument, Index first, Index count, Index size) {
  check(first >= 0 && count >= 1 && first <= size - count, argument, Shape{first, count},
        {"first and count of a range within ", size});
}

// Returns a part of a layer: some of its outputs (hidden units) or of its inputs. The bias is that
// of the outputs. An empty layer has empty parts.
Linear part_of(const Linear& layer, UnitRange outputs, FeatureRange inputs) {
  if (layer.weight.size() == 0) return {};
  Linear part{layer.weight.block(outputs.first, inputs.first, outputs.count, inputs.count), {}};
  if (layer.bias.size() > 0) part.bias = layer.bias.segment(outputs.first, outputs.count);
  return part;
}

}  // namespace

FeedForwardPart part_of(const FeedForward& network, UnitRange units, FeatureRange features) {
  check_range("units", units.first, units.count, network.d_ff());
  check_range("features", features.first, features.count, network.d_model());
  const auto& [linear1, gate, linear2] = network.layers();
  const UnitRange all_units{0, network.d_ff()};
  const FeatureRange all_features{0, network.d_model()};
  FeedForwardPart part{
      {part_of(linear1, units, all_features), part_of(gate, units, all_features),
       part_of(linear2, {0, network.d_model()}, {units.first, units.count})},
      part_of(linear1, all_units, features),
      part_of(gate, all_units, features),
  };
  if (units.first > 0) resize(part.units.linear2.bias, 1, 0);
  return part;
}

}  // namespace ffn
