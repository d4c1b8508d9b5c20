/** The user's own numbers in a link: their bytes in base64url (RFC 4648), without padding. */
import type { Matrix } from './parse_matrix.ts';
import { matrix_limits } from './parse_matrix.ts';

/** Larger matrices are left out: many programs cut off a link of more than a few thousand characters. */
export const most_matrix_bytes = 2048;

export const write_bytes = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Returns undefined for text that `write_bytes` does not write. */
export function read_bytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return write_bytes(bytes) === text ? bytes : undefined;
}

export const fits_into_link = ({ data }: Matrix): boolean => data.byteLength <= most_matrix_bytes;

/** Writes rows, columns and the bits of all float32 numbers: `3x4.AACAPwAA…`. */
export const write_matrix = ({ rows, columns, data }: Matrix): string =>
  `${rows}x${columns}.${write_bytes(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))}`;

/** Returns undefined for a matrix that the page does not accept in its field. */
export function read_matrix(text: string): Matrix | undefined {
  const [, rows = '', columns = '', packed = ''] = /^(\d{1,3})x(\d{1,4})\.(.+)$/.exec(text) ?? [];
  const bytes = read_bytes(packed);
  if (bytes === undefined || bytes.length % 4 !== 0 || bytes.length > most_matrix_bytes)
    return undefined;
  const matrix = {
    rows: Number(rows),
    columns: Number(columns),
    data: new Float32Array(bytes.buffer),
  };
  const fits =
    matrix.data.length > 0 &&
    matrix.rows * matrix.columns === matrix.data.length &&
    matrix.rows <= matrix_limits.rows &&
    matrix.columns <= matrix_limits.columns;
  return fits && matrix.data.every(Number.isFinite) ? matrix : undefined;
}
