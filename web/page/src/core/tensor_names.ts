/** The tensors that the page shows of one forward pass, in the order of the formula. */
export const tensor_names = ['x', 'pre_activation', 'hidden.gelu', 'hidden.relu', 'output.gelu', 'output.relu'] as const;
export type TensorName = (typeof tensor_names)[number];

/** Which of the two widths of the network a tensor has. */
export type TensorWidth = 'd_model' | 'd_ff';

export function width_of(name: TensorName): TensorWidth {
  return name === 'pre_activation' || name.startsWith('hidden') ? 'd_ff' : 'd_model';
}

/** The name that the core gives the tensor: `hidden` for `hidden.gelu`. */
export function base_name(name: TensorName): string {
  return name.replace(/\..*/, '');
}
