import type { Spread } from './results.ts';

/** Quantile of sorted values, linearly interpolated; `share` is between 0 and 1. */
function quantile(sorted: readonly number[], share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const left = sorted[below] ?? NaN;
  const right = sorted[Math.min(below + 1, sorted.length - 1)] ?? NaN;
  return left + (right - left) * (position - below);
}

/** @throws RangeError if `values` is empty */
export function spread_of(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('no measurement to take the median of');
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    lower_quartile: quantile(sorted, 0.25),
    upper_quartile: quantile(sorted, 0.75),
    count: sorted.length,
  };
}

/** Rotates the items so that the one at index `round` is first: over `items.length` rounds, each item is in each position once. */
export function rotated<Item>(items: readonly Item[], round: number): Item[] {
  const start = items.length === 0 ? 0 : round % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
