/** The forward pass as a film: its stages, and in slow motion the single numbers of each. Pure. */
import { stages } from '../url_state.ts';
import type { Stage } from '../url_state.ts';

export interface Frame {
  readonly stage: Stage;
  /** In slow motion: the number that has just been computed; undefined: all of them. */
  readonly feature: number | undefined;
}

/** So many numbers of a stage are shown one by one; then comes the rest at once. */
const one_by_one = 8;

export function make_frames(d_model: number, d_ff: number, slow: boolean): readonly Frame[] {
  const lengths: Partial<Record<Stage, number>> = slow ? { linear1: d_ff, activation: d_ff, linear2: d_model } : {};
  return stages.flatMap((stage): Frame[] => {
    const single = Math.min(one_by_one, Math.max(0, (lengths[stage] ?? 0) - 1));
    return [...Array.from({ length: single }, (_, feature) => ({ stage, feature })), { stage, feature: undefined }];
  });
}

/** Where in the film a stage and its feature are; undefined outside of it. */
export function frame_index(frames: readonly Frame[], stage: Stage | 'all', feature: number | undefined): number | undefined {
  const exact = frames.findIndex((frame) => frame.stage === stage && frame.feature === feature);
  const whole = frames.findIndex((frame) => frame.stage === stage && frame.feature === undefined);
  return exact >= 0 ? exact : whole >= 0 ? whole : undefined;
}

/** Is a stage over, under way or still to come? */
export function stage_state(stage: Stage, current: Stage | 'all'): 'done' | 'now' | 'pending' {
  if (current === 'all') return 'done';
  const [mine, now] = [stages.indexOf(stage), stages.indexOf(current)];
  return mine < now ? 'done' : mine === now ? 'now' : 'pending';
}
