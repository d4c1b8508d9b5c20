/** The program of a number of all layers: it computes those of the number's layer. */
import type { Narrow } from '../../numbers/program.ts';

export const narrow: Narrow = ({ recipe, state }, path) => {
  if (recipe !== 'checkpoint.profile') return {};
  const [layer = '', ...rest] = path.split('.');
  return {
    recipe: 'checkpoint.sparsity',
    state: { ...state, layer: Number(layer) },
    path: rest.join('.'),
  };
};
