/** A `Worker` of browsers or of Node's worker_threads. */
export interface WorkerLike {
  /** As in `Worker`. */
  postMessage(...message: never): void;
  /** As in `Worker`. */
  terminate(): unknown;
}

/** Where workers come from; by default the package's own file, beside the one that makes the pool. */
export interface WorkerOrigin {
  /** Address of the module `ffn-lab/worker`. */
  readonly worker_url?: string | URL;
  /**
   * Makes a worker that runs the module `ffn-lab/worker`: `() => new Worker(…, { type: 'module' })`. For bundlers that need to see it,
   * and for pages whose policy wants a trusted address.
   */
  readonly create_worker?: () => WorkerLike;
}

/** How many workers, and where they come from. */
export interface PoolOptions extends WorkerOrigin {
  /**
   * 1 to 64, which is also how many threads work on a call; default one for each processor that the machine reports, 8 at most. Each
   * holds its own copy of the weights.
   */
  readonly workers?: number;
}

/**
 * How a call is shared out: `tokens` gives each worker some of the tokens, and the bits of `ffn.forward`; `hidden` gives each some of the
 * hidden units, for few tokens, whose partial outputs are added, with another rounding for each number of workers; `auto` takes
 * `hidden` for few tokens of a network so large that it pays, and `tokens` otherwise.
 */
export type PoolSplit = 'tokens' | 'hidden' | 'auto';

/** How far a call has come. */
export interface PoolProgress {
  /** Tokens whose output is there. */
  readonly done: number;
  /** Tokens in all. */
  readonly total: number;
}

/** Options of `pool.forward`. */
export interface PoolForwardOptions {
  /** Default `auto`. */
  readonly split?: PoolSplit;
  /** Ends the wait: the promise rejects with the signal's reason, and results that come later are dropped. */
  readonly signal?: AbortSignal;
  /** Called as parts come in. What it throws ends the call. */
  readonly on_progress?: (progress: PoolProgress) => void;
  /** Takes the result instead of a new array, of x's length; may be x's own. Undefined in part when the call fails. */
  readonly output?: Float32Array;
}

/** What a pool holds. */
export interface PoolInfo {
  /** Workers that run now; one that was lost is replaced by the next call. */
  readonly workers: number;
  /** Why there are not more. */
  readonly limit: string;
  /** Size of the workers' WebAssembly memories together, each as of its last answer. */
  readonly heap_bytes: number;
}
