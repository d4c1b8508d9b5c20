/** Rounded figures of the worked example 4 → 8 → 4, as published in its source; one row per position. */
import type { Pass } from '../../numbers/forward_pass.ts';

interface Printed {
  /** Name of the tensor in the source. */
  readonly name: string;
  readonly tensor: keyof Pass['value']['tensors'];
  readonly rows: readonly (readonly number[])[];
  /** Number of printed decimals. */
  readonly digits: 2 | 3;
}

export const printed_figures: readonly Printed[] = [
  {
    name: 'hidden',
    tensor: 'pre_activation',
    digits: 2,
    rows: [
      [0.43, 0.37, 0.63, 0.57, 0.51, 0.61, 0.39, 0.49],
      [0.17, 0.21, 0.23, 0.19, 0.2, 0.22, 0.29, 0.23],
    ],
  },
  {
    name: 'activated',
    tensor: 'hidden_gelu',
    digits: 3,
    rows: [
      [0.287, 0.241, 0.452, 0.4, 0.344, 0.432, 0.257, 0.328],
      [0.098, 0.126, 0.14, 0.113, 0.121, 0.134, 0.182, 0.139],
    ],
  },
  {
    name: 'output',
    tensor: 'output_gelu',
    digits: 3,
    rows: [
      [0.498, 0.492, 0.489, 0.501],
      [0.187, 0.184, 0.182, 0.189],
    ],
  },
];
