/** Handler that returns the visible part of the weight matrices. */
import type { Lab, Tensor } from 'ffn-lab';
import type { Network as Example } from './examples.ts';
import type { WeightsReply, WeightsRequest, Window } from './protocol.ts';

/** Copies the given rows and columns of a matrix. */
export function part_of({ data, shape }: Tensor, [top, bottom]: Window, [left, right]: Window): Tensor {
  const columns = shape[1] ?? 0;
  const [rows, width] = [Math.max(0, bottom - top), Math.max(0, right - left)];
  const part = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++) part.set(data.subarray((top + row) * columns + left, (top + row) * columns + right), row * width);
  return { data: part, shape: [rows, width] };
}

export function weights_window(lab: Lab, { ffn }: Example, { example, features, units }: WeightsRequest): WeightsReply {
  const clamp = ([from, to]: Window, length: number): Window => [Math.min(from, length), Math.min(to, length)];
  const [of_features, of_units] = [clamp(features, ffn.d_model), clamp(units, ffn.d_ff)];
  const { w1, w2 } = ffn.weights();
  const limit = (tensor: Tensor) => lab.summarize(tensor).largest_finite_magnitude;
  return {
    example,
    features: of_features,
    units: of_units,
    w1: part_of(w1, of_units, of_features),
    w2: part_of(w2, of_features, of_units),
    limits: { w1: limit(w1), w2: limit(w2) },
  };
}
