#pragma once
// Learning rates with warm-up and cosine decay (Loshchilov & Hutter 2017, arXiv 1608.03983). t is
// the step number, counted from 1.
//
//   t <= warm_up_steps    peak t / warm_up_steps
//   later                 final + (peak - final) (1 + cos(pi p)) / 2,
//                         p = (t - warm_up_steps) / (steps - warm_up_steps), at most 1
//
// The cosine is a polynomial, not std::cos, whose last digit differs between C libraries: all
// builds give the same bits.

#include "ffn/core/matrix.h"

namespace ffn {

/// The form of the schedule; its peak is the learning rate of the optimizer's options.
struct LearningRateSchedule {
  Index steps = 500;         ///< the step at which the cosine reaches the final learning rate
  Index warm_up_steps = 20;  ///< less than `steps`; 0 for none
  double final_share = 0.0;  ///< final learning rate as a fraction of the peak
};

/// Throws ArgumentError unless steps is 1 or more, warm_up_steps is from 0 to steps - 1, and
/// final_share is in [0, 1].
void check_schedule(const LearningRateSchedule& schedule);

/// Returns the learning rate of step t. Throws ArgumentError for t below 1 and as check_schedule
/// does.
double learning_rate(const LearningRateSchedule& schedule, double peak, Index t);

}  // namespace ffn
