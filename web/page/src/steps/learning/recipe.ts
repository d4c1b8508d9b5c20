/** The numbers of the training: those of a step, and the comparison with the shipped models. */
import type { Given } from '../../compute/recipe.ts';
import { compare_twins } from './comparison.ts';
import type { LearningSession, TwinsState } from './session.ts';
import type { FrameState } from './twins.ts';

/** The twins at a step; the record ends at the step `reached`. */
export function learned(
  { session, progress }: Given<LearningSession>,
  state: FrameState & TwinsState,
) {
  return session.with_twins(state, progress, (twins) => twins.frame(state));
}

/** The twins at a step beside the shipped models. */
export function compared({ lab, session, progress }: Given<LearningSession>, state: TwinsState) {
  return session.with_twins(state, progress, (twins) => compare_twins(lab, twins, session));
}
