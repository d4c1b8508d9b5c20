#pragma once
// FFN Lab, the C++ library: the table of contents, in reading order.

// clang-format off
#include "ffn/core/check.h"            // one exception type, one form of message
#include "ffn/core/shape.h"            // shapes, in checked 64 bits
#include "ffn/core/matrix.h"           // row-major matrices and views
#include "ffn/core/random.h"           // MT19937 and NumPy's legacy transforms: seed 42 there is seed 42 here
#include "ffn/kernels/float4.h"        // four lanes, the one vocabulary for machine-specific code
#include "ffn/kernels/affine.h"        // y = x W^T + b: the Eigen specification and the fast path
#include "ffn/kernels/product.h"       // the two products of the backward pass
#include "ffn/nn/activation.h"         // ReLU, three GELUs, SiLU: value beside derivative
#include "ffn/nn/linear.h"             // a layer and its initialisations
#include "ffn/nn/dropout.h"            // masks from a seed
#include "ffn/nn/feed_forward.h"       // the network: forward, trace, backward
#include "ffn/nn/layer_norm.h"         // statistics in double
#include "ffn/nn/softmax.h"            // one row
#include "ffn/nn/attention.h"          // multi-head, causal
#include "ffn/nn/transformer_block.h"  // pre-norm and post-norm, shortcuts that can be left out
#include "ffn/analysis/cost.h"         // parameters and operations of a layer, exact
#include "ffn/analysis/model_cost.h"   // parameters of a whole GPT-2
#include "ffn/analysis/linspace.h"     // numpy.linspace
#include "ffn/analysis/activation_curves.h"  // GELU beside ReLU, and their difference
#include "ffn/analysis/landmarks.h"    // extrema of the activations, found by computation
#include "ffn/analysis/summary.h"      // a tensor in eight numbers
#include "ffn/analysis/difference.h"   // how far two tensors are apart, bit by bit
#include "ffn/analysis/percentiles.h"  // numpy.percentile
#include "ffn/analysis/histogram.h"    // numpy.histogram, with nothing lost
#include "ffn/analysis/sparsity.h"     // three definitions, never confused
#include "ffn/analysis/dead_units.h"   // units that no token can wake
#include "ffn/analysis/dimension_check.h"  // shapes read off a pass that was run
#include "ffn/analysis/forward_statistics.h"  // one input, two activations
#include "ffn/analysis/independence.h"  // position by position, by experiment
#include "ffn/analysis/dropout_statistics.h"  // passes beside theory
#include "ffn/analysis/trace_dot.h"    // one cell taken apart
#include "ffn/analysis/neuron.h"       // key, coefficient, value; the strongest ones
#include "ffn/analysis/ablation.h"     // neurons silenced or turned round
#include "ffn/train/gradient_check.h"  // gradients against central differences
// clang-format on
