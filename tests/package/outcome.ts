/** The outcome of consumers/page/work.js, and its checks. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { LabInfo, Variant } from 'ffn-lab';
import { largest_error, read_golden } from '../golden.js';

interface PoolOutcome {
  readonly pooled: number[];
  /** Number of elements, of 8,000, that differ in the pool's result. */
  readonly differing: number;
  readonly workers: number;
}

interface BuildOutcome extends LabInfo {
  readonly output: number[];
  readonly pool?: PoolOutcome;
}

interface Work {
  readonly variant: Variant;
  readonly builds: readonly BuildOutcome[];
}

export interface Outcome {
  /** Outcome in the page, or in Node's main thread. */
  readonly page: Work;
  /** Outcome in the application's own worker or thread. */
  readonly worker: Work;
}

const best_first: readonly Variant[] = ['relaxed', 'simd'];
const expected_output = read_golden('notebook_batch')('output_gelu').values;
const wasm = new URL('../../web/engine/dist/wasm/', import.meta.url);

/** The custom section `build` is the last of the file (src/bindings/stamp_module.mjs). */
const build_in = (variant: Variant) =>
  readFileSync(new URL(`ffn-lab.${variant}.wasm`, wasm))
    .subarray(-16)
    .toString('latin1');

/** Expects the output of the seed-42 example. */
export const expect_right_output = (output: readonly number[]) =>
  expect(largest_error(output, expected_output)).toBeLessThan(1e-6);

function expect_right_build(outcome: BuildOutcome, pools: boolean): void {
  expect_right_output(outcome.output);
  expect(outcome.pool).toEqual(
    pools ? { pooled: outcome.output, differing: 0, workers: 2 } : undefined,
  );
}

/**
 * Expects the numbers of the seed-42 example in every build from `variant` down, in both threads,
 * and identical bits from requested pools.
 */
export function expect_right(
  outcome: Outcome,
  variant: Variant,
  pools_in_worker = true,
  pools_in_page = true,
): void {
  const expected = best_first.slice(best_first.indexOf(variant));
  for (const [{ variant: chosen, builds }, pools] of [
    [outcome.page, pools_in_page] as const,
    [outcome.worker, pools_in_worker] as const,
  ]) {
    expect(chosen).toBe(variant);
    expect(builds.map((build) => build.variant)).toEqual(expected);
    for (const build of builds) expect_right_build(build, pools);
    expect(builds.map(({ build }) => build)).toEqual(expected.map(build_in));
  }
}
