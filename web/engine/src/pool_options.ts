/** What users say to a pool, checked. */
import type { PoolForwardOptions, PoolOptions, PoolSplit, WorkerOrigin } from './pool_types.js';
import { expect_address, expect_float32_array, expect_function, expect_number, expect_options } from './validate.js';
import { expect_signal, optional, wrong_type, wrong_value } from './validate.js';

/** Each worker holds the weights once more, and beyond so many cores memory is the limit, not arithmetic. */
const most_by_default = 8;

/** Far beyond any gain; a larger number is a mistake. */
const most_workers = 64;

export interface CheckedPoolOptions {
  readonly workers: number;
  /** Why there are not more. */
  readonly limit: string;
  readonly origin: WorkerOrigin;
}

function default_workers(processors: number): Pick<CheckedPoolOptions, 'workers' | 'limit'> {
  if (processors > most_by_default) return { workers: most_by_default, limit: `${most_by_default} at most unless more are asked for` };
  return { workers: Math.max(1, processors), limit: `as many as this machine reports processors: ${processors}` };
}

function checked_worker_count(value: unknown): number {
  const workers = expect_number('workers', value);
  if (Number.isInteger(workers) && workers >= 1 && workers <= most_workers) return workers;
  throw wrong_value('workers', workers, `an integer from 1 to ${most_workers}`);
}

export function checked_pool_options(options: PoolOptions, processors: number): CheckedPoolOptions {
  const { workers, worker_url: address, create_worker } = expect_options('options', options, ['workers', 'worker_url', 'create_worker']);
  const worker_url = optional(expect_address, 'worker_url', address);
  if (create_worker !== undefined) expect_function('create_worker', create_worker);
  const origin = { ...(worker_url !== undefined && { worker_url }), ...(create_worker !== undefined && { create_worker }) };
  if (workers === undefined) return { ...default_workers(processors), origin };
  return { workers: checked_worker_count(workers), limit: 'as many as were asked for', origin };
}

const splits: readonly unknown[] = ['tokens', 'hidden', 'auto'] satisfies PoolSplit[];

export interface CheckedForwardOptions {
  readonly split: PoolSplit;
  readonly signal: AbortSignal | undefined;
  readonly on_progress: PoolForwardOptions['on_progress'];
  readonly output: Float32Array | undefined;
}

/** `length`: of x, and so of the output. */
export function checked_forward_options(options: PoolForwardOptions, length: number): CheckedForwardOptions {
  const { split = 'auto', signal, on_progress, output } = expect_options('options', options, ['split', 'signal', 'on_progress', 'output']);
  if (!splits.includes(split)) throw wrong_type('split', split, '"tokens", "hidden" or "auto"');
  if (signal !== undefined) expect_signal(signal);
  if (on_progress !== undefined) expect_function('on_progress', on_progress);
  if (output !== undefined && expect_float32_array('output', output).length !== length) {
    throw wrong_value('output', `data of ${output.length} elements`, `${length}, as in x`);
  }
  return { split, signal, on_progress, output };
}
