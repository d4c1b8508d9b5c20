/** The program of a number of the trained variants: it trains one of them again. */
import type { Narrow } from '../numbers/program.ts';
import type { variants } from './file_recipe.ts';

export const narrow: Narrow = ({ recipe, value }, path) => {
  if (recipe !== 'facts.variants') return {};
  const { runs } = value as ReturnType<typeof variants>;
  const [list = '', index, ...fields] = path.split('.');
  const { activation, d_ff } = runs[Number(index ?? 0)] ?? { activation: 'gelu', d_ff: NaN };
  return {
    recipe: 'facts.trained',
    state: { activation, d_ff },
    path: fields.length === 0 ? list : fields.join('.'),
  };
};
