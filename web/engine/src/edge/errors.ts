/**
 * Stable code of an error:
 * - `invalid_type`: an argument does not have the documented JavaScript type or cannot be read: a
 *   getter or a proxy throws, or an array's memory was transferred. `null` is a value and never
 *   means a default; `undefined` means that the option is omitted;
 * - `invalid_argument`: an argument has the right type, but an invalid value or shape;
 * - `invalid_file`: a file does not conform to its format or lacks data; `reason` is one of
 *   `git_lfs_pointer`, `header_too_large`, `duplicate_key`, `size_mismatch`, `missing_tensor`, ...;
 * - `read_failed`: the bytes of a file could not be read; `reason` is `network`, `http_status`,
 *   `no_ranges`, `unknown_size`, `changed`, `unreadable` or `short`;
 * - `disposed`: the object, or the lab that created it, was disposed;
 * - `unsupported`: this machine cannot run WebAssembly or the requested variant, or it lacks a global
 *   such as `TextDecoder`, or `Worker` for pools;
 * - `load_failed`: a .wasm file could not be fetched, read or compiled, or the module could not be
 *   started;
 * - `out_of_memory`: the WebAssembly memory cannot grow far enough (`memory_limit` of `load`), or
 *   this machine has too little memory for it or for a result; existing objects stay usable;
 * - `worker_failed`: a worker of a pool could not be started or was lost during its work;
 * - `internal`: a defect of this package.
 */
export type FfnErrorCode =
  | 'invalid_type'
  | 'invalid_argument'
  | 'invalid_file'
  | 'read_failed'
  | 'disposed'
  | 'unsupported'
  | 'load_failed'
  | 'out_of_memory'
  | 'worker_failed'
  | 'internal';

/** Optional fields of an error. */
export interface FfnErrorDetails extends Partial<
  Pick<FfnError, 'argument' | 'value' | 'expected' | 'reason'>
> {
  /** Underlying error, if there is one. */
  readonly cause?: unknown;
}

/** The fields of an error as a plain object. */
export type FfnErrorFields = Pick<
  FfnError,
  'name' | 'message' | 'code' | 'argument' | 'value' | 'expected' | 'reason'
>;

/** The class of all errors that the package throws. */
export class FfnError extends Error {
  /** Stable error code; the message may change between versions. */
  readonly code: FfnErrorCode;
  /** Name of the invalid argument. */
  readonly argument: string | undefined;
  /** Value of the argument, as text. */
  readonly value: string | undefined;
  /** Description of the valid values. */
  readonly expected: string | undefined;
  /** Stable identifier of the cause, for `invalid_file` and `read_failed`. */
  readonly reason: string | undefined;

  constructor(code: FfnErrorCode, message: string, details: FfnErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'FfnError';
    this.code = code;
    ({
      argument: this.argument,
      value: this.value,
      expected: this.expected,
      reason: this.reason,
    } = details);
  }

  /**
   * Returns the fields as a plain object, for `postMessage` and JSON: a structured clone of an Error
   * keeps its message, but neither its code nor its class.
   */
  toJSON(): FfnErrorFields {
    const { name, message, code, argument, value, expected, reason } = this;
    return { name, message, code, argument, value, expected, reason };
  }
}
