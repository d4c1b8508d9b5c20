#pragma once
// The module is split into parts, so that a page can run a feed-forward network before the rest is loaded. `core` is instantiated first and
// registers its own bindings. The other parts share its memory; each exports one function that registers its bindings, called when the part
// is loaded. split_module.mjs assigns files to parts and checks that no part depends on another part except the core.

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
