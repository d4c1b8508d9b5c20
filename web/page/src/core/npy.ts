/** A reader's .npy file, read by the core: which array is in it, or why there is none. */
import { FfnError } from 'ffn-lab';
import type { Lab, Tensor } from 'ffn-lab';

export interface NpyError {
  /** Of the engine. */
  readonly reason: string;
  readonly message: string;
}

export type NpyReply = { readonly tensor: Tensor } | { readonly error: NpyError };

export async function read_npy(lab: Lab, file: Blob): Promise<NpyReply> {
  try {
    return { tensor: await lab.read_npy(file) };
  } catch (error) {
    if (!(error instanceof FfnError)) throw error;
    return { error: { reason: error.reason ?? error.code, message: error.message } };
  }
}
