/**
 * Writes and reads weights files, and validates that the tensors of a file form a network of the
 * race and fit the data set.
 */
import { FfnError } from 'ffn-lab';
import type {
  ActivationKind,
  Checkpoint,
  CheckpointTensor,
  Lab,
  Tensor,
  TrainableWeights,
} from 'ffn-lab';
import type { RaceSettings, Widths } from './twins.ts';

/** A number, or the sizes of a tensor; a size that is still free has a name, such as `d_ff`. */
type Size = number | readonly (number | string)[];

export interface FileError {
  /**
   * `file`: the file is not a valid safetensors file, or cannot be read; the reason and the message
   * are the core's.
   */
  readonly kind: 'file' | 'missing' | 'shape' | 'not_finite' | 'inputs' | 'outputs';
  readonly reason?: string;
  readonly message?: string;
  readonly names?: readonly string[];
  readonly found?: Size;
  readonly expected?: Size;
}

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

export const weight_names = Object.keys(shapes) as (keyof typeof shapes)[];

/** Returns the first error of the tensors' names and shapes; undefined if they form a network. */
export function network_error(
  tensors: readonly Pick<CheckpointTensor, 'name' | 'shape'>[],
): FileError | undefined {
  const by_name = new Map(tensors.map(({ name, shape }) => [name, shape]));
  // Biases are optional.
  const missing = weight_names.filter((name) => name.startsWith('w') && !by_name.has(name));
  if (missing.length > 0) return { kind: 'missing', names: missing };
  const sizes = new Map<string, number>();
  for (const name of weight_names) {
    const found = by_name.get(name);
    if (found === undefined) continue;
    const wanted = shapes[name];
    const matches =
      found.length === wanted.length &&
      wanted.every((size, axis) => (sizes.get(size) ?? found[axis]) === found[axis]);
    if (!matches || found.includes(0))
      return {
        kind: 'shape',
        names: [name],
        found,
        expected: wanted.map((size) => sizes.get(size) ?? size),
      };
    for (const [axis, size] of wanted.entries()) sizes.set(size, found[axis] ?? 0);
  }
  return undefined;
}

/** Returns an error if the network's input or output width differs from the data set's. */
export function data_error(
  { w_in, w_out }: TrainableWeights,
  { d_in, d_out }: Widths,
): FileError | undefined {
  const [inputs = 0, outputs = 0] = [w_in.shape[1], w_out.shape[0]];
  if (inputs !== d_in) return { kind: 'inputs', found: inputs, expected: d_in };
  return outputs === d_out ? undefined : { kind: 'outputs', found: outputs, expected: d_out };
}

/** Returns a file with the weights of a run and, as metadata, their origin. */
export function write_weights(
  lab: Lab,
  weights: TrainableWeights,
  activation: ActivationKind,
  settings: RaceSettings,
) {
  const { data, n, noise, optimizer, seed, lr, batch_size } = settings;
  const origin = {
    made_by: 'FFN Lab',
    layout: 'out_in',
    activation,
    data,
    n,
    noise,
    optimizer,
    seed,
    lr,
    batch_size,
  };
  const metadata = Object.fromEntries(
    Object.entries(origin).map(([name, value]) => [name, String(value)]),
  );
  const tensors = weight_names.flatMap((name) =>
    weights[name] === undefined ? [] : [[name, weights[name]] as const],
  );
  return lab.write_safetensors(Object.fromEntries(tensors), metadata);
}

export interface ReadWeights {
  readonly weights?: TrainableWeights;
  /** Whether the file has float64 tensors, which are rounded to float32. */
  readonly rounded?: boolean;
  /** Set if `weights` is not. */
  readonly error?: FileError;
}

async function weights_of(lab: Lab, checkpoint: Checkpoint): Promise<ReadWeights> {
  const error = network_error(checkpoint.tensors);
  if (error) return { error };
  const tensors = checkpoint.tensors.filter(({ name }) => name in shapes);
  const weights: Record<string, Tensor> = {};
  for (const { name } of tensors) {
    const tensor = await checkpoint.tensor(name);
    if (lab.summarize(tensor).non_finite_count > 0)
      return { error: { kind: 'not_finite', names: [name] } };
    weights[name] = tensor;
  }
  return {
    weights: weights as unknown as TrainableWeights,
    rounded: tensors.some(({ dtype }) => dtype === 'F64'),
  };
}

export async function read_weights(lab: Lab, file: Blob): Promise<ReadWeights> {
  try {
    const checkpoint = await lab.open_checkpoint(file);
    return await weights_of(lab, checkpoint).finally(() => checkpoint.dispose());
  } catch (error) {
    if (!(error instanceof FfnError) || !/^(invalid_file|read_failed)$/.test(error.code))
      throw error;
    return { error: { kind: 'file', reason: error.reason ?? '', message: error.message } };
  }
}
