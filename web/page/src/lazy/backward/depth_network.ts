/** The stack of blocks through which the gradient is followed: whole ones, attention and network, small enough for a slider. */
export const stack = { d_model: 32, n_heads: 4, activation: 'gelu', init: 'pytorch', seed: 42 } as const;
/** Another seed than the stack's: the weights would else begin with the numbers of the input. */
export const stack_input = { tokens: 8, seed: 43 } as const;
