/** The four GPT-2 models that OpenAI released in 2019. */
export const gpt2_models = [
  { name: 'GPT-2', n_layers: 12, d_model: 768 },
  { name: 'GPT-2 medium', n_layers: 24, d_model: 1024 },
  { name: 'GPT-2 large', n_layers: 36, d_model: 1280 },
  { name: 'GPT-2 XL', n_layers: 48, d_model: 1600 },
] as const;

/** Common values of d_model: those of the examples and of published models. */
export const usual_widths = [8, 128, 256, 512, 768, 1024, 1280, 1600] as const;
