/** Options of the stack of Transformer blocks whose gradients are measured by depth; small enough to recompute for a slider. */
export const stack = { d_model: 32, n_heads: 4, activation: 'gelu', init: 'pytorch', seed: 42 } as const;
/** The seed differs from the stack's: otherwise the weights would begin with the same random numbers as the input. */
export const stack_input = { tokens: 8, seed: 43 } as const;
