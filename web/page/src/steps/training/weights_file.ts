/** Writes and reads weights files, and validates that the tensors of a file form a network of the race and fit the data set. */
import { FfnError } from 'ffn-lab';
import type { Checkpoint, Lab, Tensor, TrainableWeights } from 'ffn-lab';
import type { Widths } from './run_options.ts';

export interface FileTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** As named in the file. */
  readonly dtype: string;
}

export type FileError =
  /** The file is not a valid safetensors file, or cannot be read; reason and message are the core's. */
  | { readonly kind: 'file'; readonly reason: string; readonly message: string }
  | { readonly kind: 'missing'; readonly names: readonly string[] }
  /** `expected` has the names of the sizes that are still free, such as `d_ff`. */
  | { readonly kind: 'shape'; readonly name: string; readonly found: readonly number[]; readonly expected: readonly (number | string)[] }
  | { readonly kind: 'not_finite'; readonly name: string }
  | { readonly kind: 'inputs' | 'outputs'; readonly found: number; readonly expected: number };

/** Shape of each tensor in layout (out, in). The first tensor with a named size determines it. */
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
/** Biases are optional. */
export const needed_names = weight_names.filter((name) => name.startsWith('w'));

/** Returns the first error of the tensors' names and shapes; undefined if they form a network. */
export function network_error(tensors: readonly FileTensor[]): FileError | undefined {
  const by_name = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  const missing = needed_names.filter((name) => !by_name.has(name));
  if (missing.length > 0) return { kind: 'missing', names: missing };
  const sizes = new Map<string, number>();
  for (const name of weight_names) {
    const found = by_name.get(name)?.shape;
    if (found === undefined) continue;
    const wanted = shapes[name];
    const matches = found.length === wanted.length && wanted.every((size, axis) => (sizes.get(size) ?? found[axis]) === found[axis]);
    if (!matches || found.includes(0)) return { kind: 'shape', name, found, expected: wanted.map((size) => sizes.get(size) ?? size) };
    for (const [axis, size] of wanted.entries()) sizes.set(size, found[axis] ?? 0);
  }
  return undefined;
}

/** Returns an error if the network's input or output width differs from the data set's. */
export function data_error(found: Widths, expected: Widths): FileError | undefined {
  if (found.d_in !== expected.d_in) return { kind: 'inputs', found: found.d_in, expected: expected.d_in };
  if (found.d_out !== expected.d_out) return { kind: 'outputs', found: found.d_out, expected: expected.d_out };
  return undefined;
}

export function write_weights(lab: Lab, weights: TrainableWeights, metadata: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const tensors = weight_names.flatMap((name) => (weights[name] === undefined ? [] : [[name, weights[name]] as const]));
  return lab.write_safetensors(Object.fromEntries(tensors), metadata);
}

interface ReadWeights {
  readonly tensors: readonly FileTensor[];
  readonly metadata: Readonly<Record<string, string>>;
  /** Undefined if `error` is set. */
  readonly weights: TrainableWeights | undefined;
  readonly error: FileError | undefined;
}

async function weights_of(lab: Lab, checkpoint: Checkpoint): Promise<ReadWeights> {
  const tensors = checkpoint.tensors.map(({ name, shape, dtype }) => ({ name, shape, dtype }));
  const { metadata } = checkpoint;
  const refuse = (error: FileError) => ({ tensors, metadata, weights: undefined, error });
  const error = network_error(tensors);
  if (error) return refuse(error);
  const read: Record<string, Tensor> = {};
  for (const name of weight_names.filter((wanted) => tensors.some((tensor) => tensor.name === wanted))) {
    const tensor = await checkpoint.tensor(name);
    if (lab.summarize(tensor).non_finite_count > 0) return refuse({ kind: 'not_finite', name });
    read[name] = tensor;
  }
  return { tensors, metadata, weights: read as unknown as TrainableWeights, error: undefined };
}

export async function read_weights(lab: Lab, file: Blob): Promise<ReadWeights> {
  try {
    const checkpoint = await lab.open_checkpoint(file);
    return await weights_of(lab, checkpoint).finally(() => checkpoint.dispose());
  } catch (error) {
    if (!(error instanceof FfnError) || !/^(invalid_file|read_failed)$/.test(error.code)) throw error;
    const { reason = '', message } = error;
    return { tensors: [], metadata: {}, weights: undefined, error: { kind: 'file', reason, message } };
  }
}
