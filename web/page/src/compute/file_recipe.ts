/** The recipe for a file of numbers, which the page then shows as text. */
import { FfnError, type Tensor } from 'ffn-lab';
import type { Given } from './recipe.ts';

export interface NpyError {
  /** Reason or code of the FfnError. */
  readonly reason: string;
  readonly message: string;
}

export async function read_npy(
  { lab }: Given,
  { file }: { readonly file: Blob },
): Promise<{ readonly tensor: Tensor } | { readonly error: NpyError }> {
  try {
    return { tensor: await lab.read_npy(file) };
  } catch (error) {
    if (!(error instanceof FfnError)) throw error;
    return { error: { reason: error.reason ?? error.code, message: error.message } };
  }
}
