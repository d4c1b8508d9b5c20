/** Examples of the forward pass: their names and forms of GELU. */
export type GeluKind = 'gelu' | 'gelu_tanh';

export const gelu_kinds = ['gelu', 'gelu_tanh'] as const satisfies readonly GeluKind[];

export const example_names = ['notebook_token', 'notebook_batch', 'chapter', 'facts', 'gpt2', 'pasted'] as const;
export type ExampleName = (typeof example_names)[number];

/** Default form of GELU of each example, which its source or model uses. */
export const gelu_of_example: Record<ExampleName, GeluKind> = {
  notebook_token: 'gelu',
  notebook_batch: 'gelu',
  chapter: 'gelu_tanh',
  facts: 'gelu',
  gpt2: 'gelu_tanh',
  pasted: 'gelu',
};
