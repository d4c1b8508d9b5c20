/**
 * What went wrong, as a stable code:
 * - `invalid_type`: an argument is not of the documented JavaScript type, or cannot be read: a getter or a proxy throws, an array's memory
 *   has been transferred elsewhere. `null` is a value of its own and never a default; `undefined` is as good as left out;
 * - `invalid_argument`: of the right type, but the core refuses its value or shape;
 * - `invalid_file`: a checkpoint file is not what it should be; `reason` says why (`git_lfs_pointer`, `header_too_large`,
 *   `duplicate_key`, `size_mismatch`, `missing_tensor`, ...);
 * - `read_failed`: the bytes of a checkpoint could not be read; `reason` says why (`network`, `http_status`, `no_ranges`,
 *   `unknown_size`, `changed`, `unreadable`, `short`);
 * - `disposed`: the object, or the lab it came from, has been disposed;
 * - `unsupported`: this machine cannot run WebAssembly, or not the variant that was asked for;
 * - `not_loaded`: what was called is in a part of the module that has not been loaded;
 * - `load_failed`: a .wasm file could not be fetched, read or compiled;
 * - `out_of_memory`: the WebAssembly memory cannot grow far enough (`memory_limit` of `load`), or this machine has no room for it or for
 *   a result; everything made before goes on working;
 * - `worker_failed`: a worker of a pool could not be started, or was lost with its work;
 * - `internal`: a fault of this package.
 */
export type FfnErrorCode =
  | 'invalid_type'
  | 'invalid_argument'
  | 'invalid_file'
  | 'read_failed'
  | 'disposed'
  | 'unsupported'
  | 'not_loaded'
  | 'load_failed'
  | 'out_of_memory'
  | 'worker_failed'
  | 'internal';

/** What an error knows beside its code and its message. */
export interface FfnErrorDetails {
  /** Name of the argument at fault. */
  readonly argument?: string;
  /** Its value, as text. */
  readonly value?: string;
  /** What was expected of it. */
  readonly expected?: string;
  /** Of a file: why exactly, as a stable word. */
  readonly reason?: string;
  /** The error underneath, where there is one. */
  readonly cause?: unknown;
}

/** The one error class of the package. */
export class FfnError extends Error {
  /** Stable: to be tested for, where the message may change. */
  readonly code: FfnErrorCode;
  /** Name of the argument at fault. */
  readonly argument: string | undefined;
  /** Its value, as text. */
  readonly value: string | undefined;
  /** What was expected of it. */
  readonly expected: string | undefined;
  /** Of a file: why exactly, as a stable word. */
  readonly reason: string | undefined;

  constructor(code: FfnErrorCode, message: string, details: FfnErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'FfnError';
    this.code = code;
    this.argument = details.argument;
    this.value = details.value;
    this.expected = details.expected;
    this.reason = details.reason;
  }
}
