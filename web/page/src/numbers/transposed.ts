import type { Tensor } from 'ffn-lab';

/** Returns the transposed matrix. */
export function transposed({ data, shape: [rows = 0, columns = 0] }: Tensor): Tensor {
  const turned = Float32Array.from({ length: data.length }, (_, index) => data[(index % rows) * columns + Math.floor(index / rows)] ?? NaN);
  return { data: turned, shape: [columns, rows] };
}
