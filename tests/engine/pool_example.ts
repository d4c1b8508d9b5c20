/** A network and inputs for the tests of failures of a pool, and what must hold after each. */
import type { Pool, Tensor } from 'ffn-lab';
import { FfnError, load } from 'ffn-lab';
import { expect } from 'vitest';
import { same_bits } from './pool_workers.js';

export const lab = await load();
export const ffn = lab.FeedForward({ d_model: 16, d_ff: 4096, seed: 3 });

export function randn(shape: number[]): Tensor {
  using rng = lab.RandomState(1);
  return rng.randn(shape);
}

/** An input that gives each of two workers several pieces; the pieces fit into a mailbox. */
export const long_x = randn([8000, 16]);
export const x = randn([300, 16]);
export const expected = ffn.forward(x);

export async function error_of(promise: Promise<unknown>): Promise<FfnError> {
  const error = await promise.then(
    () => 'resolved',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FfnError);
  return error as FfnError;
}

/** Expects that the pool's next call returns the correct bits. */
export async function expect_usable(pool: Pool): Promise<void> {
  expect(same_bits(await pool.forward(ffn, x, { split: 'tokens' }), expected)).toBe(true);
  expect(pool.info().workers).toBe(pool.workers);
}
