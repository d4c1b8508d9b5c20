/** Values of the caller as texts, and the errors that describe them. */
import { FfnError } from './errors.js';

/**
 * Returns `read()`, or the fallback if it throws: a value of the caller may be a proxy that throws
 * or has been revoked.
 */
export function readable<Found>(fallback: Found, read: () => Found): Found {
  try {
    return read();
  } catch {
    return fallback;
  }
}

export const tag_of = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1);

/**
 * Returns whether the object is the caller's own and not a list, a promise or another platform
 * object, which are easily confused.
 */
export const is_plain = (value: object) => tag_of(value) === 'Object' || tag_of(value) === 'Module';

const array_tag = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
);

/**
 * Returns `Float32Array` and so on, or undefined for other values. Accepts arrays of any realm (a
 * frame, the sandbox of a test runner).
 */
export function array_kind(value: unknown): string | undefined {
  return array_tag?.get?.call(value) as string | undefined;
}

/**
 * Returns whether the array's memory was transferred. Such an array has length 0 and cannot be
 * read.
 */
export function is_detached({ byteLength, buffer }: ArrayBufferView): boolean {
  return byteLength === 0 && readable(true, () => new Uint8Array(buffer).length < 0); // throws for a detached buffer
}

/** Returns a value as short text on one line, for error messages. */
export const describe = (value: unknown): string =>
  readable('an object that cannot be read', () => describe_readable(value));

function describe_readable(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (ArrayBuffer.isView(value)) {
    const kind = `${is_detached(value) ? 'detached ' : ''}${array_kind(value) ?? 'DataView'}`;
    return `${kind.startsWith('I') ? 'an' : 'a'} ${kind}`;
  }
  if (typeof value === 'string')
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'object') return is_plain(value) ? 'an object' : `a ${tag_of(value)}`;
  if (typeof value === 'bigint') return `the bigint ${value}n`;
  const primitive = value as number | symbol;
  return typeof value === 'function' ? 'a function' : String(primitive);
}

export function wrong_type(
  argument: string,
  value: unknown,
  expected: string,
  cause?: unknown,
): FfnError {
  const text = describe(value);
  const details = { argument, value: text, expected, ...(cause !== undefined && { cause }) };
  return new FfnError('invalid_type', `${argument} is ${text}; expected ${expected}`, details);
}

/** Returns an `invalid_argument` error for the few values that the core does not check. */
export function wrong_value(argument: string, value: number | string, expected: string): FfnError {
  const details = { argument, value: String(value), expected };
  return new FfnError('invalid_argument', `${argument} is ${value}; expected ${expected}`, details);
}

/**
 * Calls `read`, which reads a value of the caller whose proxies and getters may throw anything.
 * Callers must store the result: a second read may return another value.
 */
export function try_read<Found>(
  argument: string,
  value: unknown,
  expected: string,
  read: () => Found,
): Found {
  try {
    return read();
  } catch (cause) {
    throw wrong_type(argument, value, `${expected} that can be read`, cause);
  }
}
