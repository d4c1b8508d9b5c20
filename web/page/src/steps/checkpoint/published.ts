/** Published errors of an interpretability data set that was made with another form of GELU than GPT-2's own. */
export const published_change = {
  address: 'https://github.com/openai/automated-interpretability#public-datasets',
  /** Absolute differences of the hidden activations of GPT-2 small, as printed: median, 90th, 99th and 99.9th percentile. */
  percentiles: [0.009, 0.0252, 0.0839, 0.1736],
} as const;
