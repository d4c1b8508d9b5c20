/** The features of a tensor that are shown as numbers. */

/** Half-open range of indices. */
export type FeatureWindow = readonly [from: number, to: number];

/** Number of features shown at a time. */
export const window_length = 32;

/** Returns the window that begins at `start`, or at 0 if there are not so many features. */
export function window_at(start: number, features: number): FeatureWindow {
  const from = start < features ? start : 0;
  return [from, Math.min(features, from + window_length)];
}
