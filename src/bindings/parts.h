#pragma once
// The module comes in parts, so that a page computes with a feed-forward network before the rest has arrived: `core` is instantiated
// first and binds itself; the other parts share its memory and are bound by one exported function each, called when they are there.
// Which file belongs to which part is said in wasm.cmake, which also checks that no part but the core is needed by another.

namespace ffn::bindings {

// models
void bind_attention();
void bind_block_stack();
void bind_checkpoint();
void bind_from_scratch();
void bind_functional();
void bind_layer_norm();
void bind_npy();
void bind_softmax();
void bind_transformer_block();

// experiments
void bind_analysis();
void bind_dropout_statistics();
void bind_forward_stages();
void bind_gradient_check();
void bind_network_analysis();
void bind_training_data();
void bind_training_run();

}  // namespace ffn::bindings
