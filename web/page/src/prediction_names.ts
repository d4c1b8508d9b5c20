/** The questions that the page asks before it tells, in its order. */
export const prediction_names = [
  'gelu_derivative',
  'relu_zeros',
  'other_tokens',
  'dropout_mean',
  'doubled_ratio',
  'share_of_block',
] as const;

export type PredictionName = (typeof prediction_names)[number];
