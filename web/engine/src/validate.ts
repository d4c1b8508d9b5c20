/**
 * JavaScript types are checked here, because the edge to C++ would coerce silently ("abc" arrives as 0); ranges and
 * shapes are checked by the core, which knows what it needs. All functions throw FfnError `invalid_type`.
 */
import { FfnError } from './errors.js';
import type { Tensor } from './types.js';

/** A value as an error message prints it: short, and never more than one line. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (ArrayBuffer.isView(value)) return `a ${Object.prototype.toString.call(value).slice(8, -1)}`;
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    case 'object':
      return 'an object';
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

export function wrong_type(argument: string, value: unknown, expected: string): FfnError {
  const text = describe(value);
  return new FfnError('invalid_type', `${argument} is ${text}; expected ${expected}`, { argument, value: text, expected });
}

/** For the few values of which the core knows nothing: right type, wrong value. Code `invalid_argument`. */
export function wrong_value(argument: string, value: number | string, expected: string): FfnError {
  const details = { argument, value: String(value), expected };
  return new FfnError('invalid_argument', `${argument} is ${value}; expected ${expected}`, details);
}

export function expect_number(argument: string, value: unknown): number {
  if (typeof value !== 'number') throw wrong_type(argument, value, 'a number');
  return value;
}

export function expect_string(argument: string, value: unknown): string {
  if (typeof value !== 'string') throw wrong_type(argument, value, 'a string');
  return value;
}

export function expect_boolean(argument: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrong_type(argument, value, 'true or false');
  return value;
}

export function expect_function(argument: string, value: unknown): void {
  if (typeof value !== 'function') throw wrong_type(argument, value, 'a function');
}

export function expect_object(argument: string, value: unknown): object {
  if (typeof value !== 'object' || value === null) throw wrong_type(argument, value, 'an object');
  return value;
}

function is_float32_array(value: unknown): value is Float32Array {
  // By tag, not by instanceof: arrays of another realm (a frame, a test runner's sandbox) are as good.
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Float32Array]';
}

export function expect_float32_array(argument: string, value: unknown): Float32Array {
  if (!is_float32_array(value)) throw wrong_type(argument, value, 'a Float32Array');
  return value;
}

/** Float32Array as it is; an array of numbers rounded to float32. */
export function expect_numbers(argument: string, value: unknown): Float32Array {
  if (is_float32_array(value)) return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return Float32Array.from(value);
  throw wrong_type(argument, value, 'a Float32Array or an array of numbers');
}

export function expect_number_array(argument: string, value: unknown): number[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return [...value];
  throw wrong_type(argument, value, 'an array of numbers');
}

export function expect_string_array(argument: string, value: unknown): string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return [...value];
  throw wrong_type(argument, value, 'an array of strings');
}

export function expect_shape(argument: string, value: unknown): number[] {
  return expect_number_array(argument, value);
}

export function expect_tensor(argument: string, value: unknown): Tensor {
  const tensor = expect_object(argument, value) as Partial<Tensor>;
  const data = expect_float32_array(`${argument}.data`, tensor.data);
  return { data, shape: expect_shape(`${argument}.shape`, tensor.shape) };
}
