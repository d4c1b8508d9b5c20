#include "ffn/train/loss.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

void check_not_empty(const char* argument, const Shape& shape) {
  check(shape[0] >= 1 && shape[1] >= 1, argument, shape, "one row and one column or more");
}

template <class Scalar>
void check_targets(const ConstMatrixViewOf<Scalar>& prediction,
                   const ConstMatrixViewOf<Scalar>& target) {
  check_not_empty("prediction", shape_of(prediction));
  check_shape("target", shape_of(target), shape_of(prediction));
}

template <class Scalar>
void check_logits(const ConstMatrixViewOf<Scalar>& logits, std::span<const std::int32_t> labels) {
  check_not_empty("logits", shape_of(logits));
  check_shape("labels", {static_cast<std::int64_t>(labels.size())}, {logits.rows()});
  check_labels(labels, logits.cols());
}

// log(sum e^logit) = largest + log(sum), with sum between 1 and the number of classes.
struct LogSumExp {
  double largest;
  double sum;
};

template <class Scalar>
LogSumExp log_sum_exp(const Scalar* logits, Index classes) {
  double largest = logits[0];
  for (Index j = 1; j < classes; ++j) largest = std::max(largest, static_cast<double>(logits[j]));
  double sum = 0.0;
  for (Index j = 0; j < classes; ++j) sum += std::exp(static_cast<double>(logits[j]) - largest);
  return {largest, sum};
}

}  // namespace

template <class Scalar>
double mse_forward(const ConstMatrixViewOf<Scalar>& prediction,
                   const ConstMatrixViewOf<Scalar>& target) {
  check_targets(prediction, target);
  double sum = 0.0;
  for (Index i = 0; i < prediction.size(); ++i) {
    const double difference =
        static_cast<double>(prediction.data()[i]) - static_cast<double>(target.data()[i]);
    sum += difference * difference;
  }
  return sum / static_cast<double>(prediction.size());
}

template <class Scalar>
void mse_backward(const ConstMatrixViewOf<Scalar>& prediction,
                  const ConstMatrixViewOf<Scalar>& target, MatrixViewOf<Scalar> grad_prediction) {
  check_targets(prediction, target);
  check_shape("grad_prediction", shape_of(grad_prediction), shape_of(prediction));
  const double factor = 2.0 / static_cast<double>(prediction.size());
  for (Index i = 0; i < prediction.size(); ++i) {
    const double difference =
        static_cast<double>(prediction.data()[i]) - static_cast<double>(target.data()[i]);
    grad_prediction.data()[i] = static_cast<Scalar>(factor * difference);
  }
}

template <class Scalar>
double cross_entropy_forward(const ConstMatrixViewOf<Scalar>& logits,
                             std::span<const std::int32_t> labels) {
  check_logits(logits, labels);
  double total = 0.0;
  for (Index token = 0; token < logits.rows(); ++token) {
    const Scalar* row = logits.data() + token * logits.cols();
    const LogSumExp normalizer = log_sum_exp(row, logits.cols());
    // Subtracts the logits first: added to a large logit, log(sum) would be lost to rounding.
    const double behind =
        normalizer.largest - static_cast<double>(row[labels[static_cast<std::size_t>(token)]]);
    total += behind + std::log(normalizer.sum);
  }
  return total / static_cast<double>(logits.rows());
}

template <class Scalar>
void cross_entropy_backward(const ConstMatrixViewOf<Scalar>& logits,
                            std::span<const std::int32_t> labels,
                            MatrixViewOf<Scalar> grad_logits) {
  check_logits(logits, labels);
  check_shape("grad_logits", shape_of(grad_logits), shape_of(logits));
  const auto tokens = static_cast<double>(logits.rows());
  for (Index token = 0; token < logits.rows(); ++token) {
    const Scalar* row = logits.data() + token * logits.cols();
    Scalar* grad = grad_logits.data() + token * logits.cols();
    const LogSumExp normalizer = log_sum_exp(row, logits.cols());
    const Index label = labels[static_cast<std::size_t>(token)];
    for (Index j = 0; j < logits.cols(); ++j) {
      const double probability =
          std::exp(static_cast<double>(row[j]) - normalizer.largest) / normalizer.sum;
      grad[j] = static_cast<Scalar>((probability - (j == label ? 1.0 : 0.0)) / tokens);
    }
  }
}

void check_labels(std::span<const std::int32_t> labels, Index classes) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] >= 0 && labels[i] < classes) continue;
    reject({"labels[", i, "]"}, labels[i], {"a class from 0 to ", classes - 1});
  }
}

double accuracy(const ConstMatrixView& logits, std::span<const std::int32_t> labels) {
  check_logits(logits, labels);
  double right = 0.0;
  for (Index token = 0; token < logits.rows(); ++token) {
    const float* row = logits.data() + token * logits.cols();
    if (std::any_of(row, row + logits.cols(), [](float logit) { return std::isnan(logit); }))
      continue;
    if (std::max_element(row, row + logits.cols()) - row == labels[static_cast<std::size_t>(token)])
      right += 1.0;
  }
  return right / static_cast<double>(logits.rows());
}

template double mse_forward<float>(const ConstMatrixView&, const ConstMatrixView&);
template double mse_forward<double>(const ConstMatrixViewOf<double>&,
                                    const ConstMatrixViewOf<double>&);
template void mse_backward<float>(const ConstMatrixView&, const ConstMatrixView&, MatrixView);
template void mse_backward<double>(const ConstMatrixViewOf<double>&,
                                   const ConstMatrixViewOf<double>&, MatrixViewOf<double>);
template double cross_entropy_forward<float>(const ConstMatrixView&, std::span<const std::int32_t>);
template double cross_entropy_forward<double>(const ConstMatrixViewOf<double>&,
                                              std::span<const std::int32_t>);
template void cross_entropy_backward<float>(const ConstMatrixView&, std::span<const std::int32_t>,
                                            MatrixView);
template void cross_entropy_backward<double>(const ConstMatrixViewOf<double>&,
                                             std::span<const std::int32_t>, MatrixViewOf<double>);

}  // namespace ffn
