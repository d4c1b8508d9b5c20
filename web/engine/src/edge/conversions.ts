/** Expressions that convert a value of the caller to what a function expects, for error messages. */
import { array_kind, is_detached, readable } from './describe.js';

export const is_array = (value: unknown) => readable(false, () => Array.isArray(value));

/** Returns the sizes of nested arrays along their first elements. */
const shape_of = (part: unknown): number[] =>
  Array.isArray(part) ? [part.length, ...shape_of(part[0])] : [];

const first_of = (part: unknown): unknown => (Array.isArray(part) ? first_of(part[0]) : part);

/** Returns the sizes of arrays; none for one that contains itself, which overflows the stack. */
const readable_shape = (value: unknown) => readable([], () => shape_of(value));

/** Returns the expression for an array of numbers of another kind, or undefined. */
export function converted(into: string, argument: string, value: unknown): string | undefined {
  const kind = array_kind(value);
  if (kind === undefined && !is_array(value)) return undefined;
  if (kind !== undefined && is_detached(value as ArrayBufferView)) return undefined;
  if (kind === into) return argument;
  const depth = kind === undefined ? readable_shape(value).length : 1;
  if (depth === 0) return undefined;
  const flat = depth === 1 ? argument : `${argument}.flat(Infinity)`;
  const is_bigint = kind?.startsWith('Big') ?? typeof first_of(value) === 'bigint';
  return `${into}.from(${flat}${is_bigint ? ', Number' : ''})`;
}

/** Returns the end of a message: a colon and the expression, or nothing. */
export const converting = (into: string, argument: string, value: unknown): string => {
  const expression = converted(into, argument, value);
  return expression === undefined ? '' : `: ${expression}`;
};

/** Tensors of TensorFlow.js, whose data is in `dataSync()`, and of ONNX Runtime, with `dims`. */
interface ForeignTensor {
  readonly data?: unknown;
  readonly dataSync?: unknown;
  readonly dims?: unknown;
}

/**
 * Describes a tensor; for a value that can become one with the expression that converts it: an
 * array of any kind, nested arrays, and tensors of TensorFlow.js and ONNX Runtime.
 */
export function tensor_instead_of(argument: string, value: object): string {
  const { data, dataSync, dims } = readable<ForeignTensor>({}, () => {
    const { data, dataSync, dims } = value as ForeignTensor;
    return { data, dataSync, dims };
  });
  if (typeof dataSync === 'function')
    return `a tensor: { data: ${argument}.dataSync(), shape: ${argument}.shape }`;
  const own = converted('Float32Array', `${argument}.data`, data);
  if (is_array(dims) && own !== undefined)
    return `a tensor: { data: ${own}, shape: ${argument}.dims }`;
  const all = converted('Float32Array', argument, value);
  if (all === undefined) return 'a tensor';
  const { length } = value as { readonly length: number };
  const shape = is_array(value) ? readable_shape(value) : [length];
  return `a tensor: { data: ${all}, shape: [${shape.join(', ')}] }`;
}
