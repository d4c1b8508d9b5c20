/** The examples of the forward pass: what the page needs to know of each before anything is computed. */
export type GeluKind = 'gelu' | 'gelu_tanh';

export const gelu_kinds = ['gelu', 'gelu_tanh'] as const satisfies readonly GeluKind[];

export const example_names = ['notebook_token', 'notebook_batch', 'chapter', 'gpt2', 'pasted'] as const;
export type ExampleName = (typeof example_names)[number];

/** The form of GELU that the example's own text or model uses. */
export const gelu_of_example: Record<ExampleName, GeluKind> = {
  notebook_token: 'gelu',
  notebook_batch: 'gelu',
  chapter: 'gelu_tanh',
  gpt2: 'gelu_tanh',
  pasted: 'gelu',
};
