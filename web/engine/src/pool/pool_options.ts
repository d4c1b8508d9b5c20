/** Options of a pool and of its calls. */
import {
  expect_address,
  expect_float32_array,
  expect_function,
  expect_number,
  expect_output,
  expect_signal,
  option,
  type OptionsOf,
  type Read,
  read_options,
  wrong_type,
  wrong_value,
  type AnyFloat32Array,
  type FeedForwardGradients,
  type Url,
} from '../edge/index.js';
import { gradient_options, type GradientOptions } from '../layers/network.js';

/** A `Worker` of a browser or of Node's worker_threads. */
export interface WorkerLike {
  /** As in `Worker`. */
  postMessage(...message: never): void;
  /** As in `Worker`. */
  terminate(): unknown;
}

/**
 * Division of a call among the workers. `tokens` gives each worker some of the tokens; the result
 * has the bits of `ffn.forward`. `hidden`, for few tokens, gives each worker some of the hidden
 * units and adds the partial outputs; rounding depends on the number of workers. `auto` selects
 * `hidden` for fewer than 192 tokens if there is enough work to profit from it, less of it where
 * threads share memory, otherwise `tokens`.
 */
export type PoolSplit = 'tokens' | 'hidden' | 'auto';

/** Progress of a call. */
export interface PoolProgress {
  /** Number of completed tokens. */
  readonly done: number;
  /** Number of all tokens. */
  readonly total: number;
}

/**
 * Hand-over of work to workers: `shared`, through memory that the threads share, where the page is
 * cross-origin isolated and in Node; otherwise `messages`. The results have the same bits.
 */
export type PoolTransport = 'shared' | 'messages';

/** State of a pool. */
export interface PoolInfo {
  /** Number of running workers; the next call replaces lost ones. */
  readonly workers: number;
  /** Reason why there are not more workers. */
  readonly limit: string;
  /** Hand-over of work to the workers. */
  readonly transport: PoolTransport;
  /** Reason for the transport. */
  readonly transport_reason: string;
  /** Total size of the workers' WebAssembly memories in bytes, as of their last messages. */
  readonly heap_bytes: number;
}

/**
 * Each worker stores a copy of the weights, and with more cores the memory bandwidth is the
 * bottleneck.
 */
const max_default_workers = 8;

/** Far more than any useful number; a larger number is a mistake. */
const max_workers = 64;

function expect_worker_count(argument: string, value: unknown): number {
  const workers = expect_number(argument, value);
  if (Number.isInteger(workers) && workers >= 1 && workers <= max_workers) return workers;
  throw wrong_value(argument, workers, `an integer from 1 to ${max_workers}`);
}

const worker_options = {
  /** Address of the module `ffn-lab/worker`. */
  worker_url: option<string | Url>(expect_address),
  /**
   * Creates a worker that runs the module `ffn-lab/worker`: `() => new Worker(…, { type: 'module'
   * })`. For bundlers that must see this expression, and for pages whose policy requires a trusted
   * URL.
   */
  create_worker: option(expect_function<() => WorkerLike>),
};

/** Source of the workers' script; default: the package's own file. */
export interface WorkerOrigin extends OptionsOf<typeof worker_options> {}

export type CheckedOrigin = Read<typeof worker_options>;

const worker_count = {
  /**
   * Number of workers, 1 to 64, and of threads that compute a call; default: the number of
   * processors that the machine reports, at most 8. Each worker stores its own copy of the weights.
   */
  workers: option(expect_worker_count),
};

/** Number of workers and source of their script. */
export interface PoolOptions extends WorkerOrigin, OptionsOf<typeof worker_count> {}

/**
 * Returns the options, the number of workers and the reason why there are not more. `processors` is
 * the number that the machine reports.
 */
export function checked_pool_options(given: PoolOptions, processors: number) {
  const { workers, ...origin } = read_options(given, { ...worker_count, ...worker_options });
  if (workers !== undefined) return { workers, limit: 'the requested number', origin };
  if (processors > max_default_workers)
    return {
      workers: max_default_workers,
      limit: `at most ${max_default_workers} by default`,
      origin,
    };
  return {
    workers: Math.max(1, processors),
    limit: `the number of processors that this machine reports: ${processors}`,
    origin,
  };
}

function expect_split(argument: string, value: unknown): PoolSplit {
  if (value === 'tokens' || value === 'hidden' || value === 'auto') return value;
  throw wrong_type(argument, value, '"tokens", "hidden" or "auto"');
}

/** The core does not know this option, so its default is here. */
export const default_split: PoolSplit = 'auto';

const signal_option = {
  /**
   * Aborts the call: the promise rejects with the signal's reason, and results that arrive later
   * are discarded.
   */
  signal: option((_, value) => expect_signal(value)),
};

const forward_options = {
  /** Division of the call among the workers; default `auto`. */
  split: option<PoolSplit>(expect_split),
  ...signal_option,
  /**
   * Called whenever a part of the result arrives. If it throws, the call fails with the thrown
   * value. A promise that it returns is ignored, so an async function must handle its own errors.
   */
  on_progress: option(expect_function<(progress: PoolProgress) => void>),
  /**
   * Array for the result, of x's length, instead of a new one; may be the array of x. Its contents
   * are partly undefined if the call fails.
   */
  output: option<AnyFloat32Array>(expect_float32_array),
};

/** Options of `pool.forward`. */
export interface PoolForwardOptions extends OptionsOf<typeof forward_options> {}

export type CheckedForwardOptions = Read<typeof forward_options>;

const no_options = read_options({}, forward_options);

/** `length` is the number of elements of x and of the output. */
export function checked_forward_options(
  options: PoolForwardOptions | undefined,
  length: number,
): CheckedForwardOptions {
  if (options === undefined) return no_options; // a tenth of the time of a short call
  const checked = read_options(options, forward_options);
  if (checked.output !== undefined) expect_output(checked.output, length);
  return checked;
}

const backward_options = { ...signal_option, ...gradient_options };

/** Options of `pool.backward`. */
export interface PoolBackwardOptions
  extends OptionsOf<typeof signal_option>, GradientOptions<FeedForwardGradients> {}

export const checked_backward_options = (options: PoolBackwardOptions) =>
  read_options(options, backward_options);
