/** The interface of a file's bytes, and the errors of reading them. */
import { FfnError, type Signal } from '../edge/index.js';

/** Random access to the bytes of a file. */
export interface ByteSource {
  /** Size of the whole file, in bytes. */
  readonly size: number;
  /** Number of reads at the same time beyond which they do not become faster. */
  readonly parallel: number;
  /** The file's name if it is one of several: errors of reading begin with it. */
  readonly name?: string;
  /**
   * Reads bytes [begin, end), possibly as a view of the caller's memory. Returns fewer bytes at the
   * end of the file.
   */
  read(begin: number, end: number, signal: Signal | undefined): Promise<Uint8Array>;
}

/** Reasons why bytes could not be read: the `reason` of an error with code `read_failed`. */
export type ReadFailure =
  'network' | 'http_status' | 'no_ranges' | 'unknown_size' | 'changed' | 'unreadable' | 'short';

export function read_failed(reason: ReadFailure, message: string, cause?: unknown): FfnError {
  return new FfnError('read_failed', message, cause === undefined ? { reason } : { reason, cause });
}

/** Returns the error for a part of a file whose content is invalid. */
export function invalid_file(
  reason: string,
  argument: string,
  value: string,
  expected: string,
  cause?: unknown,
): FfnError {
  const details = { argument, value, expected, reason, ...(cause !== undefined && { cause }) };
  return new FfnError('invalid_file', `${argument} is ${value}; expected ${expected}`, details);
}

/** Returns the error for a file that is read whole and larger than `limit` bytes. */
export const too_large = (argument: string, size: string, limit: number) =>
  invalid_file('file_too_large', argument, size, `at most ${limit} bytes`);

/** Settles as `work` does; its errors about a file begin with the file's name. */
export async function naming_file<Result>(name: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FfnError) || !['invalid_file', 'read_failed'].includes(error.code))
      throw error;
    throw new FfnError(error.code, `${name}: ${error.message}`, error);
  }
}
