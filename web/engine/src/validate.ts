/**
 * JavaScript types are checked here, because the edge to C++ would coerce silently ("abc" arrives as 0); ranges and
 * shapes are checked by the core, which knows what it needs. All functions throw FfnError `invalid_type`.
 */
import { FfnError } from './errors.js';
import type { Tensor } from './types.js';

/** A value as an error message prints it: short, and never more than one line. */
export function describe(value: unknown): string {
  try {
    return describe_readable(value);
  } catch {
    return 'an object that cannot be read'; // a proxy that throws or has been revoked
  }
}

function describe_readable(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (ArrayBuffer.isView(value)) return `a ${is_detached(value) ? 'detached ' : ''}${array_kind(value) ?? 'DataView'}`;
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    case 'object':
      return is_plain(value) ? 'an object' : `a ${tag_of(value)}`;
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'symbol':
    case 'undefined':
      return String(value);
    default:
      return 'a function';
  }
}

export function wrong_type(argument: string, value: unknown, expected: string, cause?: unknown): FfnError {
  const text = describe(value);
  const details = { argument, value: text, expected, ...(cause !== undefined && { cause }) };
  return new FfnError('invalid_type', `${argument} is ${text}; expected ${expected}`, details);
}

/** For the few values of which the core knows nothing: right type, wrong value. Code `invalid_argument`. */
export function wrong_value(argument: string, value: number | string, expected: string): FfnError {
  const details = { argument, value: String(value), expected };
  return new FfnError('invalid_argument', `${argument} is ${value}; expected ${expected}`, details);
}

/**
 * What `look` finds in a value of the caller's, whose proxies and getters may throw anything. Whatever is found is to be kept: at a
 * second look it may be something else.
 */
export function looked_at<Found>(argument: string, value: unknown, expected: string, look: () => Found): Found {
  try {
    return look();
  } catch (cause) {
    throw unreadable(argument, value, expected, cause);
  }
}

function unreadable(argument: string, value: unknown, expected: string, cause: unknown): FfnError {
  return wrong_type(argument, value, `${expected} that can be read`, cause);
}

/** A check for values of one of JavaScript's own types; the fallback stands for undefined. */
function expect_primitive<Type>(type: 'number' | 'string' | 'boolean', expected: string) {
  return (argument: string, value: unknown, fallback?: Type): Type => {
    const given = value === undefined ? fallback : value;
    if (typeof given !== type) throw wrong_type(argument, value, expected);
    return given as Type;
  };
}

export const expect_number = expect_primitive<number>('number', 'a number');
export const expect_string = expect_primitive<string>('string', 'a string');
export const expect_boolean = expect_primitive<boolean>('boolean', 'true or false');

/** Half a surrogate pair is in no UTF-8, and the edge to C++ would turn it into another character without a word. */
export function expect_text(argument: string, value: unknown): string {
  const text = expect_string(argument, value);
  if (/\p{Surrogate}/u.test(text)) throw wrong_type(argument, text, 'a string without lone surrogates');
  return text;
}

export function expect_function(argument: string, value: unknown): void {
  if (typeof value !== 'function') throw wrong_type(argument, value, 'a function');
}

const tag_of = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1);

/** An object of the caller's making, and not of the platform's, such as a list or a promise, which are easily mistaken for one. */
const is_plain = (value: object) => tag_of(value) === 'Object' || tag_of(value) === 'Module';

function expect_object(argument: string, value: unknown): object {
  if (typeof value !== 'object' || value === null) throw wrong_type(argument, value, 'an object');
  return value;
}

function expect_plain_object(argument: string, value: unknown): object {
  const object = expect_object(argument, value);
  if (!looked_at(argument, value, 'an object', () => is_plain(object))) throw wrong_type(argument, value, 'an object');
  return object;
}

/** A union's options are those of all its members. */
type NameOf<Options> = Options extends unknown ? keyof Options & string : never;
type Chosen<Options, Name> = Options extends unknown ? Pick<Options, Name & keyof Options> : never;

/**
 * Options, each read once: own ones and inherited ones, such as the getters of a class. One that is undefined counts as left out.
 * @throws FfnError `invalid_argument` too, for an own name that is not `known`: a slip of the pen would go unnoticed
 */
export function expect_options<Options extends object, const Name extends NameOf<Options>>(
  argument: string,
  value: Options,
  known: readonly Name[],
): Chosen<Options, Name> {
  const given = expect_plain_object(argument, value) as Record<string, unknown>;
  const own = looked_at(argument, value, 'an object', () => Object.keys(given));
  const unknown = own.find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined) throw wrong_value(`a name in ${argument}`, describe(unknown), known.join(', '));
  return expect_members(argument, given, known) as Chosen<Options, Name>;
}

/** Members of an object that is no set of options: it may have others. Each is read once. */
export function expect_members<Name extends string>(
  argument: string,
  value: unknown,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  const given = expect_plain_object(argument, value) as Record<Name, unknown>;
  const read = () => names.map((name) => [name, given[name]] as const).filter(([, member]) => member !== undefined);
  return looked_at(argument, value, 'an object', () => Object.fromEntries(read()) as Partial<Record<Name, unknown>>);
}

/** Names and values of an object's own properties. */
export function expect_entries(argument: string, value: unknown): [string, unknown][] {
  const given = expect_plain_object(argument, value);
  return looked_at(argument, value, 'an object', () => Object.entries(given));
}

const array_tag = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);

/** `Float32Array` and so on, undefined for what is no typed array. Arrays of another realm (a frame, a test runner's sandbox) are as good. */
export function array_kind(value: unknown): string | undefined {
  return array_tag?.get?.call(value) as string | undefined;
}

/** Is its memory gone, transferred elsewhere? It looks empty then, and nothing can be read of it. */
function is_detached({ byteLength, buffer }: ArrayBufferView): boolean {
  if (byteLength > 0) return false;
  try {
    return new Uint8Array(buffer).length < 0; // throws
  } catch {
    return true;
  }
}

function is_array_of(kind: 'Float32Array' | 'Int32Array', value: unknown): boolean {
  return array_kind(value) === kind && !is_detached(value as ArrayBufferView);
}

function is_float32_array(value: unknown): value is Float32Array {
  return is_array_of('Float32Array', value);
}

export function expect_float32_array(argument: string, value: unknown): Float32Array {
  if (!is_float32_array(value)) throw wrong_type(argument, value, 'a Float32Array');
  return value;
}

/** A copy of an array, in which holes are undefined. */
function list_of(argument: string, value: unknown, expected: string): unknown[] {
  try {
    if (Array.isArray(value)) return [...(value as unknown[])];
  } catch (cause) {
    throw unreadable(argument, value, expected, cause);
  }
  throw wrong_type(argument, value, expected);
}

function numbers_of(argument: string, value: unknown, expected: string): number[] {
  const list = list_of(argument, value, expected);
  for (const item of list) if (typeof item !== 'number') throw wrong_type(argument, value, expected);
  return list as number[];
}

/** Float32Array as it is; an array of numbers rounded to float32. */
export function expect_numbers(argument: string, value: unknown): Float32Array {
  return is_float32_array(value) ? value : Float32Array.from(numbers_of(argument, value, 'a Float32Array or an array of numbers'));
}

export function expect_number_array(argument: string, value: unknown): number[] {
  return numbers_of(argument, value, 'an array of numbers');
}

/** Int32Array as it is, or an array of numbers; whether they are whole and in range, the core checks. */
export function expect_labels(argument: string, value: unknown): Int32Array | number[] {
  if (is_array_of('Int32Array', value)) return value as Int32Array;
  return numbers_of(argument, value, 'an Int32Array or an array of numbers');
}

export function expect_list(argument: string, value: unknown, expected: string): unknown[] {
  return list_of(argument, value, expected);
}

export function expect_string_array(argument: string, value: unknown): string[] {
  const list = list_of(argument, value, 'an array of strings');
  if (list.every((item) => typeof item === 'string')) return list;
  throw wrong_type(argument, value, 'an array of strings');
}

export function expect_shape(argument: string, value: unknown): number[] {
  return expect_number_array(argument, value);
}

export function expect_tensor(argument: string, value: unknown): Tensor {
  const tensor = expect_object(argument, value) as Partial<Tensor>;
  let data: unknown;
  let shape: unknown;
  try {
    ({ data, shape } = tensor); // not by looked_at, whose function would be a tenth of a small network's time
  } catch (cause) {
    throw unreadable(argument, value, 'a tensor', cause);
  }
  return { data: expect_float32_array(`${argument}.data`, data), shape: expect_shape(`${argument}.shape`, shape) };
}

/** By what it can do: a signal of another realm, or of a library that stands in for one, is as good. */
export function expect_signal(value: unknown): AbortSignal {
  const is_signal = () => {
    const { aborted, throwIfAborted, addEventListener } = Object(value) as Partial<AbortSignal>;
    return typeof aborted === 'boolean' && typeof throwIfAborted === 'function' && typeof addEventListener === 'function';
  };
  if (!looked_at('signal', value, 'an AbortSignal', is_signal)) throw wrong_type('signal', value, 'an AbortSignal');
  return value as AbortSignal;
}

/** A string, or a URL of any realm, as a string. */
export function expect_address(argument: string, value: unknown): string {
  const is_url = () => Object.prototype.toString.call(value) === '[object URL]';
  if (typeof value === 'string') return value;
  if (!looked_at(argument, value, 'a string or a URL', is_url)) throw wrong_type(argument, value, 'a string or a URL');
  return looked_at(argument, value, 'a string or a URL', () => String(value));
}

/** `check(name, value)`, or undefined for a value left out. */
export function optional<Value>(check: (name: string, value: unknown) => Value, name: string, value: unknown): Value | undefined {
  return value === undefined ? undefined : check(name, value);
}
