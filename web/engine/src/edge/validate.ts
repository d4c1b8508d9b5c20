/**
 * Checks the JavaScript types of arguments, because the C++ bindings would convert silently ("abc"
 * becomes 0). The core checks ranges and shapes. All functions throw FfnError `invalid_type`.
 */
import {
  array_kind,
  describe,
  is_detached,
  is_plain,
  tag_of,
  try_read,
  wrong_type,
  wrong_value,
} from './describe.js';
import { converting, is_array, tensor_instead_of } from './conversions.js';
import type { TensorLike } from './types.js';
import type { Signal } from './platform_types.js';

/** Returns a check for one of JavaScript's primitive types. */
function expect_primitive<Type>(type: 'number' | 'string' | 'boolean', expected: string) {
  return (argument: string, value: unknown): Type => {
    if (typeof value === type) return value as Type;
    const is_convertible = typeof value === 'bigint' && type === 'number';
    throw wrong_type(
      argument,
      value,
      is_convertible ? `${expected}: Number(${argument})` : expected,
    );
  };
}

export const expect_number = expect_primitive<number>('number', 'a number');

export const expect_string = expect_primitive<string>('string', 'a string');

export const expect_boolean = expect_primitive<boolean>('boolean', 'true or false');

/** Checks only for a string: the core knows the names and rejects others. */
export const expect_name = expect_string as <Name extends string>(
  argument: string,
  value: unknown,
) => Name;

/**
 * Rejects half a surrogate pair: it has no UTF-8 encoding, and the C++ bindings would silently
 * replace it by another character.
 */
export function expect_text(argument: string, value: unknown): string {
  const text = expect_string(argument, value);
  if (/\p{Surrogate}/u.test(text))
    throw wrong_type(argument, text, 'a string without lone surrogates');
  return text;
}

export function expect_function<Type>(argument: string, value: unknown): Type {
  if (typeof value === 'function') return value as Type;
  throw wrong_type(argument, value, 'a function');
}

function expect_object(argument: string, value: unknown): object {
  if (typeof value !== 'object' || value === null) throw wrong_type(argument, value, 'an object');
  return value;
}

function expect_plain_object(argument: string, value: unknown): object {
  const object = expect_object(argument, value);
  if (!try_read(argument, value, 'an object', () => is_plain(object)))
    throw wrong_type(argument, value, 'an object');
  return object;
}

/** Members of an object of the caller that are not checked yet. */
type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the options, each read once, own and inherited ones (such as the getters of a class). An
 * undefined option counts as omitted.
 * @throws FfnError `invalid_argument`, too, for an own property that is not `known`, so that
 * misspelled options are reported
 */
export function expect_options(
  argument: string,
  value: unknown,
  known: readonly string[],
): Members {
  const given = expect_plain_object(argument, value);
  const own = try_read(argument, value, 'an object', () => Object.keys(given));
  const unknown = own.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw wrong_value(`a name in ${argument}`, describe(unknown), known.join(', '));
  return expect_members(argument, given, known);
}

/**
 * Returns the named members of an object, each read once. Unlike options, the object may have other
 * members.
 */
export function expect_members(
  argument: string,
  value: unknown,
  names: readonly string[],
): Members {
  const given = expect_plain_object(argument, value) as Members;
  const read = () =>
    names.map((name) => [name, given[name]] as const).filter(([, member]) => member !== undefined);
  return try_read(argument, value, 'an object', () => Object.fromEntries(read()));
}

/** Returns names and values of an object's own properties. */
export function expect_entries(argument: string, value: unknown): [string, unknown][] {
  const given = expect_plain_object(argument, value);
  return try_read(argument, value, 'an object', () => Object.entries(given));
}

function is_array_of<Kind extends 'Float32Array' | 'Int32Array'>(
  kind: Kind,
  value: unknown,
): value is InstanceType<(typeof globalThis)[Kind]> {
  return array_kind(value) === kind && !is_detached(value as ArrayBufferView);
}

export function expect_float32_array(argument: string, value: unknown): Float32Array {
  if (is_array_of('Float32Array', value)) return value;
  throw wrong_type(argument, value, `a Float32Array${converting('Float32Array', argument, value)}`);
}

/** Checks an array of the caller for a result of `length` elements. */
export function expect_output(value: unknown, length: number): Float32Array {
  const output = expect_float32_array('output', value);
  if (output.length !== length)
    throw wrong_value('output', `data of ${output.length} elements`, `${length}, as in x`);
  return output;
}

/** Returns a copy of an array, with undefined for holes. */
export function expect_list(argument: string, value: unknown, expected: string): unknown[] {
  try {
    if (Array.isArray(value)) return [...(value as unknown[])];
  } catch (cause) {
    throw wrong_type(argument, value, `${expected} that can be read`, cause);
  }
  throw wrong_type(argument, value, expected);
}

/** Returns a check for an array of items; a message shows the conversion `into` such an array. */
function expect_list_of<Item>(
  type: 'number' | 'string',
  expect_item: (argument: string, item: unknown) => Item,
  expected: string,
  into?: string,
) {
  return (argument: string, value: unknown): Item[] => {
    const way_on =
      into !== undefined && array_kind(value) !== undefined
        ? converting(into, argument, value)
        : '';
    const list = expect_list(argument, value, expected + way_on);
    const wrong = list.findIndex((item) => typeof item !== type);
    if (wrong >= 0) expect_item(`${argument}[${wrong}]`, list[wrong]); // throws
    return list as Item[];
  };
}

export const expect_number_array = expect_list_of(
  'number',
  expect_number,
  'an array of numbers',
  'Array',
);

export const expect_string_array = expect_list_of('string', expect_string, 'an array of strings');

const expect_floats = expect_list_of(
  'number',
  expect_number,
  'a Float32Array or an array of numbers',
  'Float32Array',
);

const expect_integers = expect_list_of(
  'number',
  expect_number,
  'an Int32Array or an array of numbers',
  'Int32Array',
);

/** Returns a Float32Array unchanged and converts an array of numbers to float32. */
export function expect_numbers(argument: string, value: unknown): Float32Array {
  return is_array_of('Float32Array', value)
    ? value
    : Float32Array.from(expect_floats(argument, value));
}

/**
 * Accepts an Int32Array or an array of numbers; the core checks that they are integers in range.
 */
export function expect_labels(argument: string, value: unknown): Int32Array | number[] {
  return is_array_of('Int32Array', value) ? value : expect_integers(argument, value);
}

/** Largest size of a dimension: the core's sizes have 31 bits. */
const largest_size = 2 ** 31 - 1;

const is_size = (size: number) => Number.isInteger(size) && size >= 0 && size <= largest_size;

/** Checks the dimensions of a tensor; the core checks their product. */
export function expect_shape(argument: string, value: unknown): number[] {
  const shape = expect_number_array(argument, value);
  for (const size of shape)
    if (!is_size(size))
      throw wrong_value(argument, `(${shape.join(', ')})`, `integers from 0 to ${largest_size}`);
  return shape;
}

export function expect_tensor(argument: string, value: unknown): TensorLike {
  const tensor = expect_object(argument, value) as Partial<TensorLike>;
  let data: unknown;
  let shape: unknown;
  try {
    ({ data, shape } = tensor); // without try_read, whose closure would cost a tenth of a small network's pass
  } catch (cause) {
    throw wrong_type(argument, value, 'a tensor that can be read', cause);
  }
  if (!is_array_of('Float32Array', data) || shape === undefined) {
    const expected = tensor_instead_of(argument, tensor);
    if (expected !== 'a tensor' || is_array(value)) throw wrong_type(argument, value, expected);
  }
  return {
    data: expect_float32_array(`${argument}.data`, data),
    shape: expect_shape(`${argument}.shape`, shape),
  };
}

/**
 * Returns a check for several arguments of one type, named as the properties of an object:
 * `expect_tensors({ a, b })`.
 */
function each<Value>(check: (argument: string, value: unknown) => Value) {
  return (named: Readonly<Record<string, unknown>>): Value[] =>
    Object.entries(named).map(([name, value]) => check(name, value));
}

export const expect_tensors = each(expect_tensor);

export const expect_strings = each(expect_string);

/** Checks for the methods of an AbortSignal: signals of other realms and of polyfills are valid. */
export function expect_signal(value: unknown): Signal {
  const is_signal = () => {
    const { aborted, throwIfAborted, addEventListener } = Object(value) as Partial<AbortSignal>;
    return (
      typeof aborted === 'boolean' &&
      typeof throwIfAborted === 'function' &&
      typeof addEventListener === 'function'
    );
  };
  if (!try_read('signal', value, 'an AbortSignal', is_signal))
    throw wrong_type('signal', value, 'an AbortSignal');
  return value as AbortSignal;
}

/** Returns a string, or a URL of any realm as a string. */
export function expect_address(argument: string, value: unknown): string {
  const is_url = () => tag_of(value) === 'URL';
  if (typeof value === 'string') return value;
  if (!try_read(argument, value, 'a string or a URL', is_url))
    throw wrong_type(argument, value, 'a string or a URL');
  return try_read(argument, value, 'a string or a URL', () => String(value));
}
