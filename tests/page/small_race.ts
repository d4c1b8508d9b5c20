/** Settings of a race that takes milliseconds. */
import type { RaceSettings } from '../../web/page/src/steps/training/twins.ts';

export const settings: RaceSettings = {
  data: 'spiral',
  n: 60,
  noise: 0.05,
  d_model: 4,
  d_ff: 6,
  optimizer: 'adamw',
  lr: 0.02,
  batch_size: 32,
  seed: 7,
  gelu: 'gelu_tanh',
};
