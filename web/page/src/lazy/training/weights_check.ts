/** Do the tensors of a file make a network of the race, and one for these data? Pure. */
import type { Widths } from './run_options.ts';

export interface FileTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** As in the file. */
  readonly dtype: string;
}

export type FileError =
  /** The bytes are no safetensors file, or cannot be read: the core's reason and words. */
  | { readonly kind: 'file'; readonly reason: string; readonly message: string }
  | { readonly kind: 'missing'; readonly names: readonly string[] }
  /** Undefined for a size that may be any. */
  | { readonly kind: 'shape'; readonly name: string; readonly found: readonly number[]; readonly expected: readonly (number | string)[] }
  | { readonly kind: 'not_finite'; readonly name: string }
  | { readonly kind: 'inputs' | 'outputs'; readonly found: number; readonly expected: number };

/** Sizes of each tensor, by name, layout (out, in). The network takes the sizes where they first stand. */
const shapes = {
  w_in: ['d_model', 'd_in'],
  b_in: ['d_model'],
  w1: ['d_ff', 'd_model'],
  b1: ['d_ff'],
  w2: ['d_model', 'd_ff'],
  b2: ['d_model'],
  w_out: ['d_out', 'd_model'],
  b_out: ['d_out'],
} as const;

export type WeightName = keyof typeof shapes;
export const weight_names = Object.keys(shapes) as WeightName[];
/** A network may do without biases. */
export const needed_names = weight_names.filter((name) => name.startsWith('w'));

export function network_error(tensors: readonly FileTensor[]): FileError | undefined {
  const by_name = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  const missing = needed_names.filter((name) => !by_name.has(name));
  if (missing.length > 0) return { kind: 'missing', names: missing };
  const sizes = new Map<string, number>();
  for (const name of weight_names) {
    const found = by_name.get(name)?.shape;
    if (found === undefined) continue;
    const wanted = shapes[name];
    const right = found.length === wanted.length && wanted.every((size, axis) => (sizes.get(size) ?? found[axis]) === found[axis]);
    if (!right || found.includes(0)) return { kind: 'shape', name, found, expected: wanted.map((size) => sizes.get(size) ?? size) };
    for (const [axis, size] of wanted.entries()) sizes.set(size, found[axis] ?? 0);
  }
  return undefined;
}

export function data_error(found: Widths, expected: Widths): FileError | undefined {
  if (found.d_in !== expected.d_in) return { kind: 'inputs', found: found.d_in, expected: expected.d_in };
  if (found.d_out !== expected.d_out) return { kind: 'outputs', found: found.d_out, expected: expected.d_out };
  return undefined;
}
