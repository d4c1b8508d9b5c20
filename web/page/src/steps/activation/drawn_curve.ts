/** The curve that the reader draws, and how three networks are fitted to it. */

/** Curves to choose from: data sets of the core. */
export const fit_curves = ['sine', 'step', 'abs', 'polynomial'] as const;
/** Evenly spaced points of a curve, between −`limit` and `limit` along both axes. */
export const curve_limits = { points: 33, limit: 2 } as const;
export const fit_widths: readonly number[] = [4, 8, 16, 32];
/** Steps of training, and the distance of those that are shown. */
export const fit_steps = { last: 600, interval: 20 } as const;
export const fitted_networks = ['identity', 'relu', 'gelu'] as const;
export type FittedNetwork = (typeof fitted_networks)[number];

const hundred = 100;
const distance = (2 * curve_limits.limit) / (curve_limits.points - 1);

const kept = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

export const point_at = (x: number) =>
  kept(Math.round((x + curve_limits.limit) / distance), 0, curve_limits.points - 1);

/** Returns a y as the address stores it: inside the limits, in hundredths. */
export const to_drawn = (y: number): number =>
  Math.round(kept(y, -curve_limits.limit, curve_limits.limit) * hundred) / hundred + 0; // no −0

/**
 * Moves the points from the place `before` of a stroke to `place` onto the line between the two.
 */
export function with_stroke(
  points: readonly number[],
  place: Readonly<Record<'x' | 'y', number>>,
  before = place,
): readonly number[] {
  const [from, to] = [point_at(before.x), point_at(place.x)];
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const share = (index: number) => (from === to ? 1 : (index - from) / (to - from));
  return points.map((y, index) =>
    index < first || index > last ? y : to_drawn(before.y + share(index) * (place.y - before.y)),
  );
}

export const write_curve = (points: readonly number[]): string =>
  points.map((y) => String(Math.round(y * hundred))).join('.');

/**
 * Parses the y of all points, in hundredths: `-85.0.100`; undefined for another number of points or
 * one outside the limits.
 */
export function read_curve(text: string): readonly number[] | undefined {
  const points = text.split('.').map((y) => (/^-?\d{1,3}$/.test(y) ? Number(y) / hundred : NaN));
  return points.length === curve_limits.points &&
    points.every((y) => Math.abs(y) <= curve_limits.limit)
    ? points
    : undefined;
}
