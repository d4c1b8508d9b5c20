/** The quantities that a race measures: times and rates of its contestants, limits of the machine. */
import type { TensorLike } from 'ffn-lab';
import { operations_of } from './harness/cases.ts';
import type { RaceResult, Spread } from './harness/race.ts';

const giga = 1e9;

/** Spread of a function of each measurement; a decreasing function swaps the quartiles. */
function map_spread(
  { median, lower_quartile, upper_quartile, count }: Spread,
  map: (value: number) => number,
): Spread {
  const ends = [map(lower_quartile), map(upper_quartile)] as const;
  return {
    median: map(median),
    lower_quartile: Math.min(...ends),
    upper_quartile: Math.max(...ends),
    count,
  };
}

/**
 * Returns the measurements of the contestant of that name; its products have the share
 * `of_operations` of the pass.
 */
/** Returns the times of all rounds of an engine, as a tensor. */
export function times_of({ engines }: RaceResult, name: string): TensorLike {
  const found = engines.find(({ engine }) => engine === name);
  const data = Float32Array.from(found?.by_round ?? []);
  return { data, shape: [data.length] };
}

export function measured_of({ case: work, engines }: RaceResult, name: string, of_operations = 1) {
  const found = engines.find(({ engine }) => engine === name) as RaceResult['engines'][number];
  const { milliseconds, share_of_limit: share, passes_per_sample: passes } = found;
  return {
    /** Per pass. */
    milliseconds,
    /** Microseconds. */
    per_token: map_spread(milliseconds, (time) => (1000 * time) / work.tokens),
    /** Billions of multiplications and additions per second. */
    gflops: map_spread(
      milliseconds,
      (time) => (1000 * of_operations * operations_of(work)) / time / giga,
    ),
    /**
     * Measured rate divided by the machine's limit (arithmetic or memory bandwidth) at the same
     * time; 1 is the limit.
     */
    share,
    /** Passes in one sample; in a burst they are single calls, and the sample is their mean. */
    passes,
  };
}

/**
 * Peak rates that the microbenchmark loops reached between the rounds, in billions of operations or
 * bytes per second.
 */
export function limits_of({
  case: work,
  ceilings: { all_cores },
  limit_milliseconds,
  threads,
}: RaceResult) {
  const rate = (kind: 'fused' | 'separate' | 'stream') =>
    map_spread(all_cores[kind] as Spread, (value) => value / giga);
  return {
    workers: threads,
    /** Multiply-adds; absent if the browser has none. */
    ...(all_cores.fused && { fused: rate('fused') }),
    /** Multiplications and additions. */
    separate: rate('separate'),
    /** Reading of weights. */
    stream: rate('stream'),
    /** Upper bound for this work at these rates. */
    gflops: (1000 * operations_of(work)) / limit_milliseconds / giga,
  };
}
export type Limits = ReturnType<typeof limits_of>;
