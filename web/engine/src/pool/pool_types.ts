/** A `Worker` of a browser or of Node's worker_threads. */
export interface WorkerLike {
  /** As in `Worker`. */
  postMessage(...message: never): void;
  /** As in `Worker`. */
  terminate(): unknown;
}

/**
 * Division of a call among the workers. `tokens` gives each worker some of the tokens; the result has the bits of `ffn.forward`. `hidden`,
 * for few tokens, gives each worker some of the hidden units and adds the partial outputs; rounding depends on the number of workers.
 * `auto` selects `hidden` for fewer than 192 tokens of a network large enough to profit from it, otherwise `tokens`.
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
