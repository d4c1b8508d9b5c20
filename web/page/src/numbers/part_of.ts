import type { Tensor } from 'ffn-lab';

/** Half-open range of indices. */
export type Window = readonly [from: number, to: number];

/** Copies the given rows and columns of a matrix. */
export function part_of({ data, shape }: Tensor, [top, bottom]: Window, [left, right]: Window): Tensor {
  const columns = shape[1] ?? 0;
  const [rows, width] = [Math.max(0, bottom - top), Math.max(0, right - left)];
  const part = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++) part.set(data.subarray((top + row) * columns + left, (top + row) * columns + right), row * width);
  return { data: part, shape: [rows, width] };
}
