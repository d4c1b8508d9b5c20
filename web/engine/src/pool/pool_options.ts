/** Validates the options of a pool and of its calls. */
import type { PoolForwardOptions, PoolOptions, PoolSplit, WorkerOrigin } from './pool_types.js';
import { expect_address, expect_function, expect_number, expect_options } from '../edge/validate.js';
import { expect_output, expect_signal, optional, wrong_type, wrong_value } from '../edge/validate.js';

/** Each worker stores a copy of the weights, and with more cores the memory bandwidth is the bottleneck. */
const max_default_workers = 8;

/** Far more than any useful number; a larger number is a mistake. */
const max_workers = 64;

export interface CheckedPoolOptions {
  readonly workers: number;
  /** Reason why there are not more workers. */
  readonly limit: string;
  readonly origin: WorkerOrigin;
}

function default_workers(processors: number): Pick<CheckedPoolOptions, 'workers' | 'limit'> {
  if (processors > max_default_workers) return { workers: max_default_workers, limit: `at most ${max_default_workers} by default` };
  return { workers: Math.max(1, processors), limit: `the number of processors that this machine reports: ${processors}` };
}

function checked_worker_count(value: unknown): number {
  const workers = expect_number('workers', value);
  if (Number.isInteger(workers) && workers >= 1 && workers <= max_workers) return workers;
  throw wrong_value('workers', workers, `an integer from 1 to ${max_workers}`);
}

export function checked_pool_options(options: PoolOptions, processors: number): CheckedPoolOptions {
  const { workers, worker_url: address, create_worker } = expect_options('options', options, ['workers', 'worker_url', 'create_worker']);
  const worker_url = optional(expect_address, 'worker_url', address);
  if (create_worker !== undefined) expect_function('create_worker', create_worker);
  const origin = { ...(worker_url !== undefined && { worker_url }), ...(create_worker !== undefined && { create_worker }) };
  if (workers === undefined) return { ...default_workers(processors), origin };
  return { workers: checked_worker_count(workers), limit: 'the requested number', origin };
}

const splits: readonly unknown[] = ['tokens', 'hidden', 'auto'] satisfies PoolSplit[];

export interface CheckedForwardOptions {
  readonly split: PoolSplit;
  readonly signal: AbortSignal | undefined;
  readonly on_progress: PoolForwardOptions['on_progress'];
  readonly output: Float32Array | undefined;
}

/** `length` is the number of elements of x and of the output. */
export function checked_forward_options(options: PoolForwardOptions, length: number): CheckedForwardOptions {
  const { split = 'auto', signal, on_progress, output } = expect_options('options', options, ['split', 'signal', 'on_progress', 'output']);
  if (!splits.includes(split)) throw wrong_type('split', split, '"tokens", "hidden" or "auto"');
  if (signal !== undefined) expect_signal(signal);
  if (on_progress !== undefined) expect_function('on_progress', on_progress);
  if (output !== undefined) expect_output(output, length);
  return { split, signal, on_progress, output };
}
