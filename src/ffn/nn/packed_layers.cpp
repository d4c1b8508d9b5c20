#include "ffn/nn/packed_layers.h"

#include <atomic>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"
#include "ffn/kernels/affine.h"
#include "ffn/nn/feed_forward.h"
#include "ffn/nn/forward_blocks.h"

namespace ffn {

namespace {

const float* bias_from(const RowVector& bias, Index first) {
  return bias.size() == 0 ? nullptr : bias.data() + first;
}

void check_pass(const PackedPass& pass, Index d_model, Index d_ff) {
  const auto [first, count] = pass.units;
  const Index step = tile_set().columns;
  check_index("first", first, d_ff);
  check(first % step == 0, "first", first, {"a multiple of ", step});
  check(count >= 1 && count <= d_ff - first, "count", count,
        {"an integer from 1 to ", d_ff - first, ", the units from ", first, " on"});
  check_shape("x", shape_of(pass.x), {pass.x.rows(), d_model});
  check_shape("output", shape_of(pass.output), shape_of(pass.x));
}

}  // namespace

PackedLayers::PackedLayers(const FeedForwardLayers& layers)
    : w1_(view(layers.linear1.weight)),
      gate_(view(layers.gate.weight)),
      w2_(view(layers.linear2.weight)),
      b1_(layers.linear1.bias),
      b_gate_(layers.gate.bias),
      b2_(layers.linear2.bias) {}

void PackedLayers::pack(const FeedForwardLayers& layers) {
  w1_.pack(view(layers.linear1.weight));
  gate_.pack(view(layers.gate.weight));
  w2_.pack(view(layers.linear2.weight));
  b1_ = layers.linear1.bias;
  b_gate_ = layers.gate.bias;
  b2_ = layers.linear2.bias;
}

void PackedLayers::forward(const PackedPass& pass) const {
  check_pass(pass, d_model(), d_ff());
  if (pass.x.rows() == 0) return;
  ForwardBuffers scratch = buffers(pass, false);
  forward(pass, scratch);
}

ForwardBuffers PackedLayers::buffers(const PackedPass& pass, bool separate_hidden) const {
  return {tokens_at_once(pass.x.rows()) * units_at_once(pass.x.rows(), pass.units.count), gated(),
          separate_hidden};
}

void PackedLayers::forward(const PackedPass& pass, ForwardBuffers& buffers,
                           std::optional<ForwardStage> only) const {
  for_each_forward_block(pass.x.rows(), pass.units.count, [&](const ForwardBlock& at) {
    const Index unit = pass.units.first + at.unit;
    const ConstMatrixView x = row_slice(pass.x, at.token, at.tokens);
    const MatrixView pre_activation(buffers.pre_activation(), at.tokens, at.units);
    const MatrixView gate(buffers.gate(), at.tokens, at.units);
    const MatrixView hidden(buffers.hidden(), at.tokens, at.units);
    const auto runs = [&](ForwardStage stage) { return !only.has_value() || *only == stage; };
    if (runs(ForwardStage::kLinear1)) {
      affine_columns(x, w1_, unit, bias_from(b1_, unit), pre_activation);
      if (gated()) affine_columns(x, gate_, unit, bias_from(b_gate_, unit), gate);
    }
    if (runs(ForwardStage::kActivation)) {
      activation_forward<float>(pass.activation, read_only(pre_activation), hidden);
      if (gated()) MatrixView(hidden).array() *= gate.array();
    }
    if (runs(ForwardStage::kLinear2)) {
      const float* const bias = unit == 0 ? bias_from(b2_, 0) : nullptr;
      affine_depth(read_only(hidden), w2_, unit, bias, at.unit > 0,
                   row_slice(pass.output, at.token, at.tokens));
    }
  });
}

PackedCache::PackedCache(PackedCache&& other) noexcept
    : packed_(std::move(other.packed_)), outdated_(std::exchange(other.outdated_, false)) {}

PackedCache& PackedCache::operator=(PackedCache other) noexcept {
  packed_ = std::move(other.packed_);
  outdated_ = other.outdated_;
  return *this;
}

std::shared_ptr<PackedLayers> PackedCache::current() const {
  const std::scoped_lock lock(mutex_);
  return outdated_ ? nullptr : packed_;
}

std::shared_ptr<const PackedLayers> PackedCache::of(const FeedForwardLayers& layers) const {
  if (changes_ > 0) return std::make_shared<const PackedLayers>(layers);
  const std::scoped_lock lock(mutex_);
  if (packed_ == nullptr) {
    packed_ = std::make_shared<PackedLayers>(layers);
  } else if (outdated_) {
    packed_->pack(layers);
  }
  outdated_ = false;
  return packed_;
}

PackedCache::Change::Change(PackedCache& cache) : cache_(&cache) {
  std::shared_ptr<PackedLayers>& packed = cache.packed_;
  if (packed.use_count() > 1) packed = std::make_shared<PackedLayers>(*packed);
  std::atomic_thread_fence(std::memory_order_acquire);  // the reads of owners in other threads, now
                                                        // gone, come before the next writes
  cache.outdated_ = packed != nullptr;
  ++cache.changes_;
}

PackedCache::Change::~Change() {
  if (cache_ == nullptr) return;
  cache_->outdated_ = cache_->packed_ != nullptr;
  --cache_->changes_;
}

}  // namespace ffn
