#include "ffn/train/learning_rate.h"

#include <algorithm>

#include "ffn/core/check.h"
#include "ffn/core/sine_pi.h"

namespace ffn {

void check_schedule(const LearningRateSchedule& schedule) {
  check(schedule.steps >= 1, "steps", schedule.steps, "1 or more");
  check(schedule.warm_up_steps >= 0 && schedule.warm_up_steps < schedule.steps, "warm_up_steps",
        schedule.warm_up_steps, {"0 to ", schedule.steps - 1});
  check(schedule.final_share >= 0.0 && schedule.final_share <= 1.0, "final_share",
        schedule.final_share, "a number from 0 to 1");
}

double learning_rate(const LearningRateSchedule& schedule, double peak, Index t) {
  check_schedule(schedule);
  check(t >= 1, "step", t, "1 or more");
  const auto warm_up = static_cast<double>(schedule.warm_up_steps);
  if (t <= schedule.warm_up_steps) return peak * static_cast<double>(t) / warm_up;
  const double progress = std::min(
      1.0, (static_cast<double>(t) - warm_up) / (static_cast<double>(schedule.steps) - warm_up));
  const double cosine = sine_pi(0.5 - progress);
  return peak * (schedule.final_share + (1.0 - schedule.final_share) * 0.5 * (1.0 + cosine));
}

}  // namespace ffn
