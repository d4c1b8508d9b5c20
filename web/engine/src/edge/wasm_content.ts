/** The content of a .wasm file, and the errors for other contents. */
import { FfnError } from './errors.js';
import type { Variant } from './types.js';

const starts_with = (bytes: Uint8Array, ...magic: readonly number[]) =>
  magic.every((byte, index) => bytes[index] === byte);

/** Returns the name that HTTP gives to a compression, or undefined. */
function compression_of(bytes: Uint8Array): string | undefined {
  if (starts_with(bytes, 0x1f, 0x8b)) return 'gzip';
  return starts_with(bytes, 0x28, 0xb5, 0x2f, 0xfd) ? 'zstd' : undefined;
}

/** Returns whether the bytes begin like text: no control characters but tabs and ends of lines. */
function is_text(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 64);
  return start.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13)) && is_utf8(start);
}

function is_utf8(start: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true }); // may end in a character
    return true;
  } catch {
    return false;
  }
}

const compressed_with = (name: string, header: string) =>
  `compressed with ${name}, but was served without the header "Content-Encoding: ${header}"; let the server send it, or serve the uncompressed file`;

/** Describes bytes that are not a module. Brotli has no magic number: it is what nothing else is. */
function description_of(bytes: Uint8Array): string {
  const compression = compression_of(bytes);
  if (compression !== undefined) return compressed_with(compression, compression);
  if (bytes.length === 0) return 'empty';
  const no_module = 'not a WebAssembly module';
  if (is_text(bytes)) return `${no_module} (an error page of the server?)`;
  return `${no_module}, nor text; perhaps it is ${compressed_with('Brotli', 'br')}`;
}

/** @throws FfnError `load_failed` unless the bytes begin like a WebAssembly module */
export function expect_wasm(bytes: Uint8Array, variant: Variant): void {
  if (starts_with(bytes, 0, 0x61, 0x73, 0x6d)) return;
  throw new FfnError('load_failed', `the file of variant ${variant} is ${description_of(bytes)}`);
}
