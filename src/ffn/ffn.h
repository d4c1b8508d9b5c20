#pragma once
// FFN Lab, the C++ library: includes every public header, in reading order.

// clang-format off
#include "ffn/core/compile_options.h"          // compile options that the headers require
#include "ffn/core/binary_interface.h"         // refuses to link code compiled with other class layouts
#include "ffn/core/text.h"                     // texts of errors, formatted only when needed
#include "ffn/core/ascii.h"                    // letters and digits, whatever the locale
#include "ffn/core/check.h"                    // argument checks and ArgumentError
#include "ffn/core/names.h"                    // names of enumerators
#include "ffn/core/activation_kind.h"          // the table of activations: names, texts of other libraries
#include "ffn/core/shape.h"                    // tensor shapes, with overflow checks in 64 bits
#include "ffn/core/matrix.h"                   // row-major matrices and views
#include "ffn/core/sine_pi.h"                  // the sine, with the same bits in all builds
#include "ffn/core/random.h"                   // MT19937 with NumPy's legacy transforms: the numbers of numpy.random.seed
#include "ffn/kernels/float4.h"                // 128-bit SIMD: four float lanes
#include "ffn/kernels/double2.h"               // 128-bit SIMD: two double lanes
#include "ffn/kernels/tile.h"                  // GEMM microkernel: the register tile
#include "ffn/kernels/packed_matrix.h"         // weights packed into panels
#include "ffn/kernels/backend.h"               // selects the tiled kernels or the Eigen reference
#include "ffn/kernels/affine.h"                // y = x W^T + b
#include "ffn/kernels/product.h"               // matrix products of the backward pass
#include "ffn/kernels/activation_kernel.h"     // vectorized activations, values at most 0.503 ulp off
#include "ffn/kernels/exponential.h"           // vectorized softmax of one row
#include "ffn/kernels/moments.h"               // mean, variance and normalization of one row
#include "ffn/nn/activation.h"                 // ReLU, three forms of GELU, SiLU, and their derivatives
#include "ffn/nn/linear.h"                     // linear layer and weight initialization
#include "ffn/nn/dropout.h"                    // dropout masks
#include "ffn/nn/packed_layers.h"              // packed weights of a network; ranges of hidden units
#include "ffn/nn/feed_forward.h"               // feed-forward network: forward, trace, backward
#include "ffn/nn/feed_forward_part.h"          // parts of a network for threads that compute its gradients together
#include "ffn/nn/from_scratch.h"               // feed-forward network in three explicit steps, as in NumPy
#include "ffn/nn/sequential.h"                 // feed-forward network as a list of layers, as torch.nn.Sequential
#include "ffn/nn/layer_norm.h"                 // layer normalization
#include "ffn/nn/softmax.h"                    // softmax
#include "ffn/nn/attention.h"                  // multi-head self-attention
#include "ffn/nn/transformer_block.h"          // pre-norm or post-norm Transformer block
#include "ffn/nn/block_stack.h"                // stack of Transformer blocks
#include "ffn/nn/sentences.h"                  // lists of tokens of any lengths; facts
#include "ffn/nn/language_model.h"             // language model of GPT-2's form: forward, trace, backward
#include "ffn/nn/parameters.h"                 // named parameters and gradients of any network
#include "ffn/io/checkpoint_error.h"           // errors of file readers, with a reason code
#include "ffn/io/utf8.h"                       // UTF-8 validation, quoted text
#include "ffn/io/half.h"                       // binary16, bfloat16, 8-bit floating point
#include "ffn/io/dtype.h"                      // element types of files
#include "ffn/io/tensor_info.h"                // name, type, shape and byte range of a tensor in a file
#include "ffn/io/json_events.h"                // JSON as a sequence of events
#include "ffn/io/header_json.h"                // parser of the safetensors JSON header
#include "ffn/io/sorted_order.h"               // indirect stable sort
#include "ffn/io/file_signature.h"             // detects a file of another format
#include "ffn/io/text_signature.h"             // detects texts in place of a file
#include "ffn/io/safetensors.h"                // safetensors reader
#include "ffn/io/scaled_weight.h"              // 8-bit weights with their scales
#include "ffn/io/refused_contents.h"           // says what a file without readable networks contains
#include "ffn/io/safetensors_writer.h"         // safetensors writer
#include "ffn/io/npy_header.h"                 // parser of the .npy header
#include "ffn/io/npy.h"                        // .npy reader
#include "ffn/io/layer_tensors.h"              // tensors of a model's layers by name
#include "ffn/io/activation_names.h"           // names of activations in files
#include "ffn/io/model_types.h"                // table of Hugging Face's model types
#include "ffn/io/config_json.h"                // the JSON of a model's configuration
#include "ffn/io/config_part.h"                // the part of a configuration that a stack has
#include "ffn/io/model_config.h"               // activation, width and heads in config.json or metadata
#include "ffn/io/gpt2.h"                       // GPT-2 checkpoints
#include "ffn/io/gpt2_language_model.h"        // whole GPT-2 models, read and written
#include "ffn/io/naming_table.h"               // names of the layers of published models
#include "ffn/io/network_candidates.h"         // networks of a file one by one
#include "ffn/io/layout_evidence.h"            // width of a model, from the tensors of its layers
#include "ffn/io/feed_forward_table.h"         // stacks of feed-forward networks of a file
#include "ffn/io/token_tensors.h"              // embeddings of a file, sizes of its model
#include "ffn/io/model_config.h"               // what a config.json says about a stack
#include "ffn/io/stack_activation.h"           // what determines the activation of a stack
#include "ffn/io/scaled_weight.h"              // quantized weights with their scales
#include "ffn/io/feed_forward_reader.h"        // reads a network piece by piece
#include "ffn/io/shards.h"                     // models in several files
#include "ffn/analysis/cost.h"                 // exact parameter and operation counts of a layer
#include "ffn/analysis/gradient_by_depth.h"    // activation and gradient norms by depth
#include "ffn/analysis/landmarks.h"            // extrema of activation functions
#include "ffn/analysis/summary.h"              // summary statistics of a tensor
#include "ffn/analysis/model_cost.h"           // parameter count of a GPT-2 model
#include "ffn/analysis/linspace.h"             // numpy.linspace
#include "ffn/analysis/activation_curves.h"    // sampled activation curves and their differences
#include "ffn/analysis/difference.h"           // element-wise differences of two tensors
#include "ffn/analysis/percentiles.h"          // numpy.percentile
#include "ffn/analysis/rank_test.h"            // whether one sample tends to be larger
#include "ffn/analysis/histogram.h"            // numpy.histogram
#include "ffn/analysis/sparsity.h"             // three definitions of sparsity
#include "ffn/analysis/dead_units.h"           // dead and silent hidden units
#include "ffn/analysis/dimension_check.h"      // tensor shapes of a traced forward pass
#include "ffn/analysis/forward_stages.h"       // single stages of a forward pass, for timing
#include "ffn/analysis/forward_statistics.h"   // statistics of forward passes, one input with two activations
#include "ffn/analysis/independence.h"         // position-wise independence, tested by experiment
#include "ffn/analysis/dropout_statistics.h"   // mean and variance of dropout passes, measured and in theory
#include "ffn/analysis/trace_dot.h"            // terms and partial sums of one output element
#include "ffn/analysis/neuron.h"               // hidden units as key-value memories; ranking
#include "ffn/analysis/ablation.h"             // ablation of hidden units
#include "ffn/analysis/ranking.h"              // indices of the largest and smallest numbers
#include "ffn/analysis/next_word.h"            // words that a language model expects after a prompt
#include "ffn/analysis/unit_words.h"           // words that a hidden unit promotes and demotes
#include "ffn/analysis/fact_table.h"           // facts that a language model answers right, with parts switched off
#include "ffn/analysis/knowledge_units.h"      // hidden units that hold an answer
#include "ffn/analysis/rewrite.h"              // a fact rewritten by a rank-one change of W2
#include "ffn/train/gradient_check.h"          // gradient check by central differences
#include "ffn/train/feed_forward_gradients.h"  // gradient check of a feed-forward network
#include "ffn/train/loss.h"                    // mean squared error, cross-entropy
#include "ffn/train/optimizer.h"               // SGD and AdamW with PyTorch's formulas
#include "ffn/train/dataset.h"                 // inputs with targets or labels
#include "ffn/train/toy_data.h"                // generated data sets: curves, spiral, circle, xor
#include "ffn/train/csv.h"                     // CSV parser
#include "ffn/train/csv_dataset.h"             // data sets from CSV text
#include "ffn/train/batches.h"                 // shuffled mini-batches
#include "ffn/train/trainable_network.h"       // embedding layer, FFN, output layer
#include "ffn/train/non_finite.h"              // detects the first NaN or infinity
#include "ffn/train/snapshots.h"               // snapshots of a training run's state
#include "ffn/train/recorded_steps.h"          // steps of a training run: run, rewind, change
#include "ffn/train/training_run.h"            // training run with step, rewind and comparison
#include "ffn/train/learning_rate.h"           // warm-up and cosine decay of the learning rate
#include "ffn/train/language_training.h"       // training run of a language model
// clang-format on
