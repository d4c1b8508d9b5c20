#include "ffn/nn/from_scratch.h"

#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

template <class Scalar>
FromScratchOf<Scalar> feed_forward_from_scratch(const ConstMatrixViewOf<Scalar>& x,
                                                const ConstMatrixViewOf<Scalar>& w1,
                                                const ConstMatrixViewOf<Scalar>& b1,
                                                const ConstMatrixViewOf<Scalar>& w2,
                                                const ConstMatrixViewOf<Scalar>& b2,
                                                Activation activation) {
  check_shape("w1", shape_of(w1), {x.cols(), w1.cols()});
  check_shape("b1", shape_of(b1), {1, w1.cols()});
  check_shape("w2", shape_of(w2), {w1.cols(), w2.cols()});
  check_shape("b2", shape_of(b2), {1, w2.cols()});
  // Eigen's lazy products of empty matrices do pointer arithmetic on null pointers.
  check(w1.size() > 0, "w1", shape_of(w1), "dimensions of 1 or more");
  check(w2.size() > 0, "w2", shape_of(w2), "dimensions of 1 or more");
  FromScratchOf<Scalar> steps;

  // Step 1, expansion: d_model -> d_ff
  steps.h = x.lazyProduct(w1).rowwise() + b1.row(0);

  // Step 2, the non-linearity, element by element
  resize(steps.h_activated, x.rows(), w1.cols());
  activation_forward<Scalar>(activation, view(std::as_const(steps.h)), view(steps.h_activated));

  // Step 3, projection: d_ff -> d_model
  steps.y = steps.h_activated.lazyProduct(w2).rowwise() + b2.row(0);
  return steps;
}

template FromScratchOf<float> feed_forward_from_scratch(const ConstMatrixView&,
                                                        const ConstMatrixView&,
                                                        const ConstMatrixView&,
                                                        const ConstMatrixView&,
                                                        const ConstMatrixView&, Activation);
template FromScratchOf<double> feed_forward_from_scratch(const ConstMatrixViewOf<double>&,
                                                         const ConstMatrixViewOf<double>&,
                                                         const ConstMatrixViewOf<double>&,
                                                         const ConstMatrixViewOf<double>&,
                                                         const ConstMatrixViewOf<double>&,
                                                         Activation);

}  // namespace ffn
