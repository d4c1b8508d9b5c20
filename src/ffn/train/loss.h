#pragma once
// The two losses a network is trained with, each a forward beside its backward, and each a mean, so that the size of a
// gradient does not depend on the size of a batch:
//
//   mean-squared error   mean over all elements of (prediction - target)^2                  (torch.nn.MSELoss)
//   cross-entropy        mean over tokens of log(sum_j e^logit_j) - logit_label             (torch.nn.CrossEntropyLoss)
//
// Every term is evaluated and summed in double, token by token. Cross-entropy takes the token's largest logit out first:
// logits of any finite float32 size give a finite loss. NaN gives NaN. No function here takes a batch of nothing.

#include <cstdint>
#include <span>
#include <string_view>

#include "ffn/core/matrix.h"

namespace ffn {

enum class Loss { kMeanSquaredError, kCrossEntropy };

/// "mse" or "cross_entropy".
std::string_view name_of(Loss loss);

/// prediction and target of one shape (tokens, d_out). Throws ArgumentError for other shapes.
template <class Scalar>
double mse_forward(const ConstMatrixViewOf<Scalar>& prediction, const ConstMatrixViewOf<Scalar>& target);

/// grad_prediction = 2 (prediction - target) / elements; may be the memory of `prediction`.
template <class Scalar>
void mse_backward(const ConstMatrixViewOf<Scalar>& prediction, const ConstMatrixViewOf<Scalar>& target,
                  MatrixViewOf<Scalar> grad_prediction);

/// logits (tokens, classes), one label from 0 to classes - 1 for each token. Throws ArgumentError for other lengths and labels.
template <class Scalar>
double cross_entropy_forward(const ConstMatrixViewOf<Scalar>& logits, std::span<const std::int32_t> labels);

/// grad_logits = (softmax(logits) - one_hot(label)) / tokens; may be the memory of `logits`.
template <class Scalar>
void cross_entropy_backward(const ConstMatrixViewOf<Scalar>& logits, std::span<const std::int32_t> labels,
                            MatrixViewOf<Scalar> grad_logits);

/// Throws ArgumentError, naming the row, unless every label is from 0 to classes - 1.
void check_labels(std::span<const std::int32_t> labels, Index classes);

/// Share of the tokens whose largest logit is the label's (the first of equal ones; a token with a NaN counts as wrong).
double accuracy(const ConstMatrixView& logits, std::span<const std::int32_t> labels);

}  // namespace ffn
