/** The two runs: GELU in the form that was chosen, and ReLU. */
export const race_names = ['gelu', 'relu'] as const;
export type RaceName = (typeof race_names)[number];
