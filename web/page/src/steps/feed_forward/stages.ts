/** The forward pass as a timeline of frames: its stages, and in slow motion the single elements of each. Pure functions. */
import { stages } from '../../numbers/url_state.ts';
import type { Stage } from '../../numbers/url_state.ts';

export interface Frame {
  readonly stage: Stage;
  /** In slow motion, the feature that has just been computed; undefined: all features. */
  readonly feature: number | undefined;
}

/** In slow motion, the largest number of features of a stage with a frame each; one more frame shows the rest. */
const max_single_frames = 8;

export function make_frames(d_model: number, d_ff: number, slow: boolean): readonly Frame[] {
  const lengths: Partial<Record<Stage, number>> = slow ? { linear1: d_ff, activation: d_ff, linear2: d_model } : {};
  return stages.flatMap((stage): Frame[] => {
    const single = Math.min(max_single_frames, Math.max(0, (lengths[stage] ?? 0) - 1));
    return [...Array.from({ length: single }, (_, feature) => ({ stage, feature })), { stage, feature: undefined }];
  });
}

/** Returns the index of the frame of a stage and feature, or of the stage's last frame; undefined for the stage 'all'. */
export function frame_index(frames: readonly Frame[], stage: Stage | 'all', feature: number | undefined): number | undefined {
  const exact = frames.findIndex((frame) => frame.stage === stage && frame.feature === feature);
  const whole = frames.findIndex((frame) => frame.stage === stage && frame.feature === undefined);
  return exact >= 0 ? exact : whole >= 0 ? whole : undefined;
}

/** Returns whether a stage is before, at or after the current one. */
export function stage_state(stage: Stage, current: Stage | 'all'): 'done' | 'now' | 'pending' {
  if (current === 'all') return 'done';
  const [mine, now] = [stages.indexOf(stage), stages.indexOf(current)];
  return mine < now ? 'done' : mine === now ? 'now' : 'pending';
}
