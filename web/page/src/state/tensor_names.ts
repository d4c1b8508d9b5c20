/** Tensors of the forward pass that the page shows, in the order of computation. */
export const tensor_names = [
  'x',
  'pre_activation',
  'hidden.gelu',
  'hidden.relu',
  'output.gelu',
  'output.relu',
] as const;
export type TensorName = (typeof tensor_names)[number];

/** Name of a tensor in the answer of the forward pass: `hidden_gelu` for `hidden.gelu`. */
type KeyOf<Name extends string> = Name extends `${infer Base}.${infer Activation}`
  ? `${Base}_${Activation}`
  : Name;
export const tensor_key = (name: TensorName) => name.replace('.', '_') as KeyOf<TensorName>;

export const width_of = (name: TensorName) =>
  name === 'pre_activation' || name.startsWith('hidden') ? 'd_ff' : 'd_model';

/** Returns the core's name of a tensor: `hidden` for `hidden.gelu`. */
export const base_name = (name: TensorName) =>
  name.replace(/\..*/, '') as 'x' | 'pre_activation' | 'hidden' | 'output';

/** Returns the token's index in the leading dimensions of a shape: `[1, 3]`. */
export function leading_index(token: number, shape: readonly number[]): readonly number[] {
  const length = shape.at(-2);
  return length === undefined
    ? []
    : [...leading_index(Math.floor(token / length), shape.slice(0, -1)), token % length];
}

export interface ElementReference {
  readonly tensor: TensorName;
  readonly token: number;
  readonly feature: number;
}

/** The features of a tensor that are shown as numbers: a half-open range of indices. */
export type FeatureWindow = readonly [from: number, to: number];

/** Number of features shown at a time. */
export const window_length = 32;

/** Returns the window that begins at `start`, or at 0 if there are not so many features. */
export function window_at(start: number, features: number): FeatureWindow {
  const from = start < features ? start : 0;
  return [from, Math.min(features, from + window_length)];
}
