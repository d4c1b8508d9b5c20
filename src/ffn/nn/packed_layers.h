#pragma once
// The layers of a feed-forward network with packed weights (kernels/packed_matrix.h): the fast
// implementation of a forward pass without a trace. FeedForward makes and keeps them
// (feed_forward.h); a program that only evaluates a network need not use them.
//
// The packed layers are a copy: as many floats as the weights, with the columns of each weight
// padded to whole panels, and the biases. Packing costs about as much as a pass of some tens of
// tokens. The hidden tensor exists for one block of tokens and hidden units at a time
// (forward_blocks.h), which stays in the L2 cache between the two products.

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "ffn/core/names.h"
#include "ffn/kernels/packed_matrix.h"
#include "ffn/nn/activation.h"

namespace ffn {

template <class Scalar>
struct FeedForwardLayersOf;

/// The stages of a pass in order. In a gated network kLinear1 includes both products of x, and
/// kActivation the multiplication by the gate.
enum class ForwardStage { kLinear1, kActivation, kLinear2 };
FFN_NAMES(ForwardStage, "stage", "linear1", "activation", "linear2");

/// Hidden units [first, first + count).
struct UnitRange {
  Index first = 0;
  Index count = 0;
};

/// The tensors of a pass: x and output are (tokens, d_model) and do not overlap.
struct PackedPass {
  ConstMatrixView x;
  MatrixView output;
  Activation activation;
  UnitRange units;
};

/// Scratch memory for the tensors of one block of a pass, at most kHiddenElements each. It is one
/// allocation: after a pass glibc may return several large ones to the kernel, and the next pass
/// would wait for new pages, a quarter of its time in a small gated network.
class ForwardBuffers {
 public:
  /// Allocates tensors of `size` elements. Without `separate_hidden` the activation is computed in
  /// place. Throws std::bad_alloc.
  ForwardBuffers(Index size, bool gated, bool separate_hidden)
      : hidden_(separate_hidden ? size : 0),
        gate_(hidden_ + size),
        memory_(gate_ + (gated ? size : 0)) {}

  float* pre_activation() { return memory_.data(); }
  float* hidden() { return memory_.data() + hidden_; }
  float* gate() { return memory_.data() + gate_; }  // may be used in a gated network only

 private:
  Index hidden_;
  Index gate_;
  RowVector memory_;
};

/// Packed copies of the weights of a network, and its biases.
class PackedLayers {
 public:
  /// Packs the layers. Throws std::bad_alloc.
  explicit PackedLayers(const FeedForwardLayersOf<float>& layers);

  /// Packs layers of the same shapes into the same memory; allocates nothing.
  void pack(const FeedForwardLayersOf<float>& layers);

  Index d_model() const { return w2_.columns(); }
  Index d_ff() const { return w1_.columns(); }
  bool gated() const { return gate_.columns() > 0; }
  const PackedMatrix& w1() const { return w1_; }
  const PackedMatrix& gate() const { return gate_; }
  const PackedMatrix& w2() const { return w2_; }

  /// Computes the contribution of a range of hidden units to the output (tensor parallelism): the
  /// sum over the units u of activation(x w1_u + b1_u) [times its gate] w2_u, plus b2 if the range
  /// begins at unit 0. The contributions of ranges that cover all units once sum to the output of
  /// the network, up to rounding; the range of all units gives exactly that output. Throws
  /// ArgumentError unless units.first is a multiple of the panel width (tile_set().columns; 8 in
  /// WebAssembly), for units that do not exist and for other shapes.
  void forward(const PackedPass& pass) const;

  /// Returns the buffers of such a pass; `separate_hidden` for the tensors before and after the
  /// activation.
  ForwardBuffers buffers(const PackedPass& pass, bool separate_hidden) const;

  /// Computes a pass with given buffers, or only one of its stages, on all blocks of the pass: to
  /// measure its time. If there are several blocks, a single stage finds the buffers as the last
  /// block left them. Shapes are not checked.
  void forward(const PackedPass& pass, ForwardBuffers& buffers,
               std::optional<ForwardStage> only = std::nullopt) const;

 private:
  PackedMatrix w1_;
  PackedMatrix gate_;
  PackedMatrix w2_;
  RowVector b1_;
  RowVector b_gate_;
  RowVector b2_;
};

/// The packed copy that a network keeps, made at its first use. Several threads may call the const
/// functions; everything else needs exclusive access. A copy of the network shares the packed
/// layers, until one of the two changes.
class PackedCache {
 public:
  /// A change of the layers, from the constructor to the destructor. Meanwhile `of` packs the
  /// layers at every call; its first call afterwards packs them once more, in the same memory. If
  /// another network shares that memory, the constructor allocates other memory, so that passes
  /// after the change allocate no more than before. If it throws std::bad_alloc, nothing has
  /// changed.
  class Change {
   public:
    explicit Change(PackedCache& cache);
    Change(Change&& other) noexcept : cache_(std::exchange(other.cache_, nullptr)) {}
    Change(const Change&) = delete;
    Change& operator=(const Change&) = delete;
    Change& operator=(Change&&) = delete;
    ~Change();

   private:
    PackedCache* cache_;
  };

  PackedCache() = default;
  PackedCache(const PackedCache& other) : packed_(other.current()) {}
  PackedCache(PackedCache&& other) noexcept;
  PackedCache& operator=(PackedCache other) noexcept;
  ~PackedCache() = default;

  /// Returns the packed copy of `layers`, packing them if there is none or it is outdated. Throws
  /// std::bad_alloc.
  std::shared_ptr<const PackedLayers> of(const FeedForwardLayersOf<float>& layers) const;

  /// Returns the packed copy, or nullptr if there is none or it is outdated.
  std::shared_ptr<const PackedLayers> if_current() const { return current(); }

 private:
  std::shared_ptr<PackedLayers> current() const;

  mutable std::mutex mutex_;
  mutable std::shared_ptr<PackedLayers> packed_;  // or nullptr
  mutable bool outdated_ = false;                 // packed_ was made from other weights
  int changes_ = 0;                               // number of current Changes
};

}  // namespace ffn
