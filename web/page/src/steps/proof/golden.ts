/** PyTorch's tensors of tests/golden: the module virtual:golden, their names, and the options with which their scripts generated them. */
import type { OptimizerOptions, Tensor } from 'ffn-lab';
import type { FamilyName, Golden } from './check.ts';

/** Returns the name of the golden file with the tensors of a family. */
export const golden_file = (family: FamilyName): string => (family === 'random' ? 'random_notebook' : family);

export const attention_names = ['w_query', 'b_query', 'w_key', 'b_key', 'w_value', 'b_value', 'w_output', 'b_output'] as const;

/** Parts of a Transformer block and their tensors. */
export const block_parts = [
  ['norm1', ['scale', 'shift']],
  ['attention', attention_names],
  ['norm2', ['scale', 'shift']],
  ['feed_forward', ['w1', 'b1', 'w2', 'b2']],
] as const;

/** Name of a block's tensor in the flat golden file: norm1_scale, w_query, w1, … */
export const golden_name = (part: string, tensor: string): string => (part.startsWith('norm') ? `${part}_${tensor}` : tensor);

export const weight_names = ['w_in', 'b_in', 'w1', 'b1', 'w2', 'b2', 'w_out', 'b_out'] as const;

/** Optimiser options of the training runs, as in training_golden.py; the loss is in the name. */
export const trainings = {
  sgd_nesterov_cross_entropy: { optimizer: 'sgd', lr: 0.02, momentum: 0.8, nesterov: true, weight_decay: 0.01 },
  adamw_decay_cross_entropy: { optimizer: 'adamw', lr: 0.1, weight_decay: 0.2, beta1: 0.8, beta2: 0.95, eps: 1e-4 },
  adamw_mse: { optimizer: 'adamw', lr: 0.03, weight_decay: 0 },
} as const satisfies Readonly<Record<string, OptimizerOptions>>;

/** Networks of the gradient check. */
export const checked_networks = {
  gelu: { activation: 'gelu', gated: false },
  gelu_tanh: { activation: 'gelu_tanh', gated: false },
  relu: { activation: 'relu', gated: false },
  silu_gated: { activation: 'silu', gated: true },
} as const;

export interface GoldenArchive {
  /** Libraries, with versions, that generated the data. */
  readonly made_by: string;
  /** Total number of elements. */
  readonly count: number;
  readonly files: Readonly<Record<string, GoldenFile>>;
  /** Base64 of little-endian float32 in byte planes: the first bytes of all elements, then the second bytes, … */
  readonly data: string;
}

interface GoldenFile {
  /** Description from the script that generated the file. */
  readonly what: string;
  readonly tensors: Readonly<Record<string, GoldenSlice>>;
}

interface GoldenSlice {
  readonly shape: readonly number[];
  /** Index of the first element. */
  readonly from: number;
}

const elements = (shape: readonly number[]) => shape.reduce((product, size) => product * size, 1);

function numbers({ count, data }: GoldenArchive): Float32Array<ArrayBuffer> {
  const planes = atob(data);
  const bytes = new Uint8Array(planes.length);
  for (let place = 0; place < bytes.length; place++) bytes[place] = planes.charCodeAt((place % 4) * count + Math.floor(place / 4));
  return new Float32Array(bytes.buffer);
}

/** Returns the tensors by golden file and by name in the file. */
export function unpack_golden(archive: GoldenArchive): Readonly<Record<string, Golden>> {
  const all = numbers(archive);
  const tensor = ({ shape, from }: GoldenSlice): Tensor => ({ data: all.slice(from, from + elements(shape)), shape });
  const files = Object.entries(archive.files).map(([name, { tensors }]) => {
    const named = Object.entries(tensors).map(([key, place]) => [key, tensor(place)] as const);
    return [name, Object.fromEntries(named)] as const;
  });
  return Object.fromEntries(files);
}
