/** Names of the activations, not translated. */
export const activation_names = { gelu: 'GELU', relu: 'ReLU' } as const;
