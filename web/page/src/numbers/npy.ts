/** Handler that reads a .npy file; returns the tensor, or the reason why the file was rejected. */
import { FfnError } from 'ffn-lab';
import type { Lab, Tensor } from 'ffn-lab';

export interface NpyError {
  /** Reason or code of the FfnError. */
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
