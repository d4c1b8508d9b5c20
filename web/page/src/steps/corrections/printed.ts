/** Numbers as the sources print them. */

/** The worked example 4 → 8 → 4, rounded; one row per position. */
export const printed_tensors = [
  {
    name: 'hidden',
    tensor: 'pre_activation',
    style: 'hundredths',
    rows: [
      [0.43, 0.37, 0.63, 0.57, 0.51, 0.61, 0.39, 0.49],
      [0.17, 0.21, 0.23, 0.19, 0.2, 0.22, 0.29, 0.23],
    ],
  },
  {
    name: 'activated',
    tensor: 'hidden',
    style: 'cell',
    rows: [
      [0.287, 0.241, 0.452, 0.4, 0.344, 0.432, 0.257, 0.328],
      [0.098, 0.126, 0.14, 0.113, 0.121, 0.134, 0.182, 0.139],
    ],
  },
  {
    name: 'output',
    tensor: 'output',
    style: 'cell',
    rows: [
      [0.498, 0.492, 0.489, 0.501],
      [0.187, 0.184, 0.182, 0.189],
    ],
  },
] as const;

/** Networks with their numbers of parameters. */
export const printed_networks = [
  { d_model: 768, d_ff: 768, printed: 1_181_952 },
  { d_model: 768, d_ff: 1536, printed: 2_363_904 },
  { d_model: 768, d_ff: 3072, printed: 4_727_808 },
  { d_model: 768, d_ff: 4096, printed: 6_297_600 },
] as const;
