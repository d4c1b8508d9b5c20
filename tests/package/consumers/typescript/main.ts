import { FfnError, load } from 'ffn-lab';
import type { LabInfo, LoadOptions, Tensor } from 'ffn-lab';
import address from 'ffn-lab/ffn-lab.simd.wasm';

export const options: LoadOptions = { variant: 'simd', wasm_url: address };

export async function first_output(): Promise<readonly [Tensor, LabInfo]> {
  const lab = await load(options);
  const ffn = lab.FeedForward({ d_model: 8, activation: 'gelu_tanh' });
  const output = ffn.forward({ data: new Float32Array(8), shape: [1, 8] });
  return [output, lab.info()];
}

export const is_ours = (error: unknown): error is FfnError =>
  error instanceof FfnError && error.code === 'load_failed';
