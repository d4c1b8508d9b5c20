/** Points at which the activations are computed. */

export const ranges = { full: [-5, 5], zoom: [-3, 0] } as const;
/**
 * Contains the five guessed points, and spaces their handles so that they can be touched on a
 * narrow phone.
 */
export const guess_x_range = [-3.75, 3.75] as const;

/** Number of intervals of a curve. */
export const samples = 240;
/** An x just right of zero, where ReLU's derivative is already 1. */
export const just_above_zero = 1e-6;

/**
 * Returns evenly spaced points, which include zero, plus one just above zero if the range extends
 * to the right of it.
 */
export function sample_points([from, to]: readonly [number, number]): Float32Array {
  const points = Array.from(
    { length: samples + 1 },
    (_, index) => from + ((to - from) * index) / samples,
  );
  if (to > 0) points.push(just_above_zero);
  return Float32Array.from(points).sort();
}

/** The values at which the source texts compare GELU and ReLU. */
export const seven_values: readonly number[] = [-2, -1, -0.5, 0, 0.5, 1, 2];
