/** Functions of tensors that several recipes use. */
import type { Lab, Tensor, TensorLike } from 'ffn-lab';
import type { FeatureWindow } from '../state/tensor_names.ts';

export function transposed({ data, shape: [rows = 0, columns = 0] }: Tensor): Tensor {
  const turned = Float32Array.from(
    { length: data.length },
    (_, index) => data[(index % rows) * columns + Math.floor(index / rows)] ?? NaN,
  );
  return { data: turned, shape: [columns, rows] };
}

/** Returns a row of a tensor whose leading dimensions are flattened into rows. */
export function row({ data, shape }: Tensor, at: number): Float32Array<ArrayBuffer> {
  const width = shape.at(-1) ?? 1;
  return data.slice(at * width, (at + 1) * width);
}

/** Returns a column of such a tensor. */
export function column({ data, shape }: Tensor, at: number): Float32Array<ArrayBuffer> {
  const width = shape.at(-1) ?? 1;
  return data.filter((_, index) => index % width === at);
}

/** Returns the given rows and columns of a matrix. */
export function part_of(
  { data, shape }: Tensor,
  [top, bottom]: FeatureWindow,
  [left, right]: FeatureWindow,
): Tensor {
  const columns = shape[1] ?? 0;
  const [rows, width] = [bottom - top, right - left];
  const index = (place: number) =>
    (top + Math.floor(place / width)) * columns + left + (place % width);
  return {
    data: Float32Array.from({ length: rows * width }, (_, place) => data[index(place)] ?? NaN),
    shape: [rows, width],
  };
}

/** Returns the ends of a colour scale that all finite elements of the tensors fit in. */
export function limits_of(lab: Lab, ...tensors: readonly TensorLike[]) {
  const high = Math.max(...tensors.map((tensor) => lab.summarize(tensor).largest_finite_magnitude));
  return { low: -high, high };
}
