/** The worked example 4 → 8 → 4: its weights (layout out_in, zero biases) and its input of two positions. */
import type { Tensor } from 'ffn-lab';

function matrix(rows: readonly (readonly number[])[]): Tensor {
  return { data: Float32Array.from(rows.flat()), shape: [rows.length, rows[0]?.length ?? 0] };
}

export const worked_x = () =>
  matrix([
    [1.0, 0.5, -0.3, 0.8],
    [0.2, -0.4, 0.6, 0.1],
  ]);

export const worked_w1 = () =>
  matrix([
    [0.1, 0.2, 0.3, 0.4],
    [0.2, 0.1, 0.4, 0.3],
    [0.3, 0.4, 0.1, 0.2],
    [0.4, 0.3, 0.2, 0.1],
    [0.1, 0.3, 0.2, 0.4],
    [0.2, 0.4, 0.1, 0.3],
    [0.3, 0.1, 0.4, 0.2],
    [0.4, 0.2, 0.3, 0.1],
  ]);

export const worked_w2 = () =>
  matrix([
    [0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2],
    [0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1],
    [0.1, 0.1, 0.2, 0.2, 0.1, 0.1, 0.2, 0.2],
    [0.2, 0.2, 0.1, 0.1, 0.2, 0.2, 0.1, 0.1],
  ]);
