#pragma once
// FFN Lab, the C++ library: the table of contents, in reading order.

#include "ffn/analysis/summary.h"  // questions asked of a tensor
#include "ffn/core/check.h"        // one exception type, one form of message
#include "ffn/core/matrix.h"       // row-major matrices and views
#include "ffn/core/random.h"       // MT19937 and NumPy's legacy transforms: seed 42 there is seed 42 here
#include "ffn/core/shape.h"        // shapes, in checked 64 bits
#include "ffn/kernels/affine.h"    // y = x W^T + b: the Eigen specification and the fast path
#include "ffn/kernels/float4.h"    // four lanes, the one vocabulary for machine-specific code
#include "ffn/nn/activation.h"     // ReLU, GELU exact, GELU tanh: value beside derivative
#include "ffn/nn/feed_forward.h"   // the network, with and without a trace
#include "ffn/nn/linear.h"         // a layer and its initialisations
