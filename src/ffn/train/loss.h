#pragma once
// Loss functions and their gradients. Both are means, so that the magnitude of a gradient does not
// depend on the batch size:
//
//   mean squared error   mean over all elements of (prediction - target)^2
//                        (torch.nn.MSELoss)
//   cross-entropy        mean over tokens of log(sum_j e^logit_j) - logit_label
//                        (torch.nn.CrossEntropyLoss)
//
// Terms are evaluated and summed in double, token by token. Cross-entropy subtracts the largest
// logit of the token first, so all finite float32 logits give a finite loss. NaN gives NaN. Empty
// batches are rejected with ArgumentError.

#include <cstdint>
#include <span>

#include "ffn/core/matrix.h"
#include "ffn/core/names.h"

namespace ffn {

enum class Loss { kMeanSquaredError, kCrossEntropy };
FFN_NAMES(Loss, "loss", "mse", "cross_entropy");

/// Returns the mean squared error of prediction and target, both (tokens, d_out). Throws
/// ArgumentError for other shapes.
template <class Scalar>
double mse_forward(const ConstMatrixViewOf<Scalar>& prediction,
                   const ConstMatrixViewOf<Scalar>& target);

/// Computes grad_prediction = 2 (prediction - target) / elements; grad_prediction may be the memory
/// of `prediction`.
template <class Scalar>
void mse_backward(const ConstMatrixViewOf<Scalar>& prediction,
                  const ConstMatrixViewOf<Scalar>& target, MatrixViewOf<Scalar> grad_prediction);

/// Returns the cross-entropy of logits (tokens, classes) and one label from 0 to classes - 1 per
/// token. Throws ArgumentError for other lengths and labels.
template <class Scalar>
double cross_entropy_forward(const ConstMatrixViewOf<Scalar>& logits,
                             std::span<const std::int32_t> labels);

/// Computes grad_logits = (softmax(logits) - one_hot(label)) / tokens; grad_logits may be the
/// memory of `logits`.
template <class Scalar>
void cross_entropy_backward(const ConstMatrixViewOf<Scalar>& logits,
                            std::span<const std::int32_t> labels, MatrixViewOf<Scalar> grad_logits);

/// Throws ArgumentError, naming the row, unless every label is from 0 to classes - 1.
void check_labels(std::span<const std::int32_t> labels, Index classes);

/// Returns the fraction of tokens whose largest logit is the label's (the first of equal ones); a
/// token with a NaN counts as wrong.
double accuracy(const ConstMatrixView& logits, std::span<const std::int32_t> labels);

}  // namespace ffn
