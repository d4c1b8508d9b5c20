/** Names of the prediction questions, in the order of the page. */
export const prediction_names = [
  'gelu_derivative',
  'relu_zeros',
  'other_tokens',
  'dropout_mean',
  'doubled_ratio',
  'share_of_block',
] as const;

export type PredictionName = (typeof prediction_names)[number];
