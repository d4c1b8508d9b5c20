import type { Lab, Tensor } from 'ffn-lab';

/**
 * Returns a range of all elements of a tensor in which 0 is an edge of the bins, as a bin with values of both signs would not show that
 * none is negative.
 */
export function range_with_zero_edge(lab: Lab, tensor: Tensor, bins: number): readonly [number, number] {
  const { edges } = lab.histogram(tensor, { bins: 1 });
  const [low = 0, high = 1] = edges;
  // A little wider than necessary, with 24 significant bits: so multiples of the width, and the edge at 0, are exact. At least the smallest
  // distance between float32 numbers.
  const width = Math.max(2 ** -149, Math.fround(((high - low) / (bins - 1)) * 1.000001));
  const first = Math.floor(low / width) * width;
  return [first, first + bins * width];
}
