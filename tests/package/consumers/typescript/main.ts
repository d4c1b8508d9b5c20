import { FfnError, load } from 'ffn-lab';
import type {
  Dataset,
  FeedForwardWeights,
  LabInfo,
  LoadOptions,
  Tensor,
  TensorLike,
} from 'ffn-lab';

export const options: LoadOptions = { variant: 'simd', memory_limit: undefined };

export async function first_output(): Promise<readonly [Tensor, LabInfo]> {
  const lab = await load(options);
  const ffn = lab.FeedForward({ d_model: 8, activation: 'gelu_tanh', d_ff: undefined });
  const output = ffn.forward({ data: new Float32Array(8), shape: [1, 8] });
  return [output, lab.info()];
}

/** Optional members of arguments may be undefined, in nested weights, too. */
export async function given(weights: FeedForwardWeights, dataset: Dataset): Promise<number> {
  const { w1, b1, w2 } = weights;
  const lab = await load();
  const ffn = lab.FeedForward({ weights: { w1, b1, w2, b2: undefined }, layout: undefined });
  const blocks = lab.BlockStack({ d_model: 8, n_heads: 2, n_layers: 1 }).weights();
  const stack = lab.BlockStack({ weights: { blocks: blocks.blocks }, n_heads: 2 });
  const { inputs, labels } = dataset;
  const run = lab.TrainingRun({ dataset: { inputs, labels, targets: undefined }, lr: undefined });
  return ffn.parameter_count + stack.parameter_count + run.parameter_count;
}

/** An argument may be on memory of any kind; a result is on memory of its own. */
export async function through(data: Float32Array, shape: readonly number[]): Promise<ArrayBuffer> {
  const lab = await load();
  const x: TensorLike = { data, shape };
  const y = lab.FeedForward({ d_model: 8 }).forward(x, { dropout_rng: undefined });
  const counts = lab.histogram(y).counts.buffer;
  const own: ArrayBuffer[] = [y.data.buffer, lab.write_safetensors({ y }).buffer, counts];
  return own[0] as ArrayBuffer;
}

export const is_ours = (error: unknown): error is FfnError =>
  error instanceof FfnError && error.code === 'load_failed';
