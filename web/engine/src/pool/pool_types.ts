/** A `Worker` of a browser or of Node's worker_threads. */
export interface WorkerLike {
  /** As in `Worker`. */
  postMessage(...message: never): void;
  /** As in `Worker`. */
  terminate(): unknown;
}

/** Source of the workers' script; default: the package's own file. */
export interface WorkerOrigin {
  /** Address of the module `ffn-lab/worker`. */
  readonly worker_url?: string | URL;
  /**
   * Creates a worker that runs the module `ffn-lab/worker`: `() => new Worker(…, { type: 'module' })`. For bundlers that must see this
   * expression, and for pages whose policy requires a trusted URL.
   */
  readonly create_worker?: () => WorkerLike;
}

/** Number of workers and source of their script. */
export interface PoolOptions extends WorkerOrigin {
  /**
   * Number of workers, 1 to 64, and of threads that compute a call; default: the number of processors that the machine reports, at most 8.
   * Each worker stores its own copy of the weights.
   */
  readonly workers?: number;
}

/**
 * Division of a call among the workers. `tokens` gives each worker some of the tokens; the result has the bits of `ffn.forward`. `hidden`,
 * for few tokens, gives each worker some of the hidden units and adds the partial outputs; rounding depends on the number of workers.
 * `auto` selects `hidden` for few tokens of a network large enough to profit from it, otherwise `tokens`.
 */
export type PoolSplit = 'tokens' | 'hidden' | 'auto';

/** Progress of a call. */
export interface PoolProgress {
  /** Number of completed tokens. */
  readonly done: number;
  /** Number of all tokens. */
  readonly total: number;
}

/** Options of `pool.forward`. */
export interface PoolForwardOptions {
  /** Division of the call among the workers; default `auto`. */
  readonly split?: PoolSplit;
  /** Aborts the call: the promise rejects with the signal's reason, and results that arrive later are discarded. */
  readonly signal?: AbortSignal;
  /**
   * Called whenever a part of the result arrives. If it throws, the call fails with the thrown value. A promise that it returns is ignored,
   * so an async function must handle its own errors.
   */
  readonly on_progress?: (progress: PoolProgress) => void;
  /**
   * Array for the result, of x's length, instead of a new one; may be the array of x. Its contents are partly undefined if the call fails.
   */
  readonly output?: Float32Array;
}

/**
 * Hand-over of work to workers: `shared`, through memory that the threads share, where the page is cross-origin isolated and in Node;
 * otherwise `messages`. The results have the same bits.
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
