/** Checkpoint files for the tests, and Blobs that record which ranges are read. */
import { readFileSync } from 'node:fs';
import { FfnError } from 'ffn-lab';
import type { BlobLike } from 'ffn-lab';

/** tests/golden/NAME.safetensors */
export function golden_file(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`../golden/${name}.safetensors`, import.meta.url)));
}

/** tests/golden/npy/NAME.npy */
export function numpy_file(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`../golden/npy/${name}.npy`, import.meta.url)));
}

/** Returns a file with the given header and data. */
export function file_of(
  header: object | string,
  data: Uint8Array = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(
    typeof header === 'string' ? header : JSON.stringify(header),
  );
  const file = new Uint8Array(8 + text.length + data.length);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true);
  file.set(text, 8);
  file.set(data, 8 + text.length);
  return file;
}

export interface RecordedBlob extends BlobLike {
  /** All ranges that were read, in order. */
  readonly reads: [number, number][];
}

export function recorded(blob: BlobLike): RecordedBlob {
  const reads: [number, number][] = [];
  return {
    reads,
    size: blob.size,
    slice(begin, end) {
      reads.push([begin, end]);
      return blob.slice(begin, end);
    },
  };
}

/** The golden files of GPT-2 in each element type. */
export const files = ['gpt2_f32', 'gpt2_f16', 'gpt2_bf16'];

// Casts values that TypeScript would reject, which callers in plain JavaScript may pass.
export const anything = (value: unknown) => value as never;

/** Returns the FfnError with which the promise rejects. */
export async function error_of(work: Promise<unknown>): Promise<FfnError> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error instanceof FfnError) return error;
  throw new Error(`expected an FfnError, not ${String(error)}`, { cause: error });
}
