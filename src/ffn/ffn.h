#pragma once
// FFN Lab, the C++ library: the table of contents, in reading order.

// clang-format off
#include "ffn/core/check.h"                    // one exception type, one form of message
#include "ffn/core/shape.h"                    // shapes, in checked 64 bits
#include "ffn/core/matrix.h"                   // row-major matrices and views
#include "ffn/core/random.h"                   // MT19937 and NumPy's legacy transforms: seed 42 there is seed 42 here
#include "ffn/kernels/float4.h"                // four lanes, the one vocabulary for machine-specific code
#include "ffn/kernels/double2.h"               // two double lanes, its companion
#include "ffn/kernels/tile.h"                  // the innermost loop of every product, in registers
#include "ffn/kernels/packed_matrix.h"         // a weight in the order in which the tiles read it
#include "ffn/kernels/backend.h"               // tiles, or Eigen as the specification has it
#include "ffn/kernels/affine.h"                // y = x W^T + b: the Eigen specification and the fast path
#include "ffn/kernels/product.h"               // the two products of the backward pass
#include "ffn/kernels/relu.h"                  // ReLU on vector lanes
#include "ffn/kernels/smooth_unit.h"           // GELU and its family on vector lanes, 0.503 units in the last place
#include "ffn/kernels/exponential.h"           // a softmax row
#include "ffn/kernels/moments.h"               // a LayerNorm row
#include "ffn/nn/activation.h"                 // ReLU, three GELUs, SiLU: value beside derivative
#include "ffn/nn/linear.h"                     // a layer and its initialisations
#include "ffn/nn/dropout.h"                    // masks from a seed
#include "ffn/nn/feed_forward.h"               // the network: forward, trace, backward
#include "ffn/nn/feed_forward_units.h"         // the same by parts of its hidden units
#include "ffn/nn/packed_feed_forward.h"        // the same made ready to be evaluated many times
#include "ffn/nn/from_scratch.h"               // the same in three explicit steps, to read
#include "ffn/nn/sequential.h"                 // the same as a list of layers
#include "ffn/nn/layer_norm.h"                 // statistics in double
#include "ffn/nn/softmax.h"                    // one row, each row
#include "ffn/nn/attention.h"                  // multi-head, causal
#include "ffn/nn/transformer_block.h"          // pre-norm and post-norm, shortcuts that can be left out
#include "ffn/nn/block_stack.h"                // blocks on blocks
#include "ffn/nn/parameters.h"                 // every parameter or gradient of any of them, by name
#include "ffn/io/checkpoint_error.h"           // why a file is refused, by name
#include "ffn/io/utf8.h"                       // text that comes from files
#include "ffn/io/half.h"                       // binary16, bfloat16, the 8-bit formats
#include "ffn/io/dtype.h"                      // element types of files
#include "ffn/io/tensor_info.h"                // where a tensor lies in a file
#include "ffn/io/header_json.h"                // the JSON of a header
#include "ffn/io/sorted_order.h"               // sorting by indices
#include "ffn/io/foreign_format.h"             // files of another kind than their name says
#include "ffn/io/safetensors.h"                // a file without holding it
#include "ffn/io/safetensors_writer.h"         // tensors to a file
#include "ffn/io/npy_header.h"                 // the dictionary of an .npy file
#include "ffn/io/npy.h"                        // NumPy's arrays
#include "ffn/io/layer_tensors.h"              // what a layer needs from a file
#include "ffn/io/gpt2.h"                       // GPT-2's names and layout
#include "ffn/io/bert.h"                       // BERT's
#include "ffn/analysis/cost.h"                 // parameters and operations of a layer, exact
#include "ffn/analysis/gradient_by_depth.h"    // do gradients vanish?
#include "ffn/analysis/landmarks.h"            // extrema of the activations, found by computation
#include "ffn/analysis/summary.h"              // a tensor in eight numbers
#include "ffn/analysis/model_cost.h"           // parameters of a whole GPT-2
#include "ffn/analysis/linspace.h"             // numpy.linspace
#include "ffn/analysis/activation_curves.h"    // GELU beside ReLU, and their difference
#include "ffn/analysis/difference.h"           // how far two tensors are apart, bit by bit
#include "ffn/analysis/percentiles.h"          // numpy.percentile
#include "ffn/analysis/histogram.h"            // numpy.histogram, with nothing lost
#include "ffn/analysis/sparsity.h"             // three definitions, never confused
#include "ffn/analysis/dead_units.h"           // units that no token can wake
#include "ffn/analysis/dimension_check.h"      // shapes read off a pass that was run
#include "ffn/analysis/forward_stages.h"       // where the time of a pass goes
#include "ffn/analysis/forward_statistics.h"   // one input, two activations
#include "ffn/analysis/independence.h"         // position by position, by experiment
#include "ffn/analysis/dropout_statistics.h"   // passes beside theory
#include "ffn/analysis/trace_dot.h"            // one cell taken apart
#include "ffn/analysis/neuron.h"               // key, coefficient, value; the strongest ones
#include "ffn/analysis/ablation.h"             // neurons silenced or turned round
#include "ffn/train/gradient_check.h"          // gradients against central differences
#include "ffn/train/feed_forward_gradients.h"  // the same for a network of one's own
#include "ffn/train/loss.h"                    // mean-squared error, cross-entropy
#include "ffn/train/optimizer.h"               // SGD and AdamW with PyTorch's formulas
#include "ffn/train/dataset.h"                 // inputs with targets or labels
#include "ffn/train/toy_data.h"                // curves, spiral, circle, xor, from a seed
#include "ffn/train/csv.h"                     // text to records and numbers
#include "ffn/train/csv_dataset.h"             // data of one's own
#include "ffn/train/batches.h"                 // which examples come when
#include "ffn/train/trainable_network.h"       // an FFN between an embedding and an output layer
#include "ffn/train/non_finite.h"              // where the first NaN was
#include "ffn/train/snapshots.h"               // states kept to come back to
#include "ffn/train/training_run.h"            // stepped, rewound, compared
// clang-format on
