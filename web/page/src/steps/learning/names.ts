/** Names of the twins, not translated. */
export const twin_names = { gelu: 'GELU', relu: 'ReLU' } as const;
