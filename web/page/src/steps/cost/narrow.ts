/** The program of a number of the networks that were trained ahead trains one of them again. */
import type { Narrow } from '../../numbers/program.ts';
import type { pairs, PairsState } from './pairs_recipe.ts';

type Pairs = ReturnType<typeof pairs>;

/** Returns the state of `held` for a draw of a network. */
export function state_of(
  value: Pairs,
  list: 'wider' | 'same_parameters',
  row: number,
  activation: PairsState['activation'],
  draw: number,
): PairsState {
  const { wider, same_parameters, ...task } = value;
  const lists = { wider, same_parameters };
  const network = lists[list][row];
  const results = network as
    Partial<Record<PairsState['activation'], { readonly seeds: readonly number[] }>> | undefined;
  const { d_model = NaN, d_ff = NaN } = network ?? {};
  return { task, d_model, d_ff, activation, seed: results?.[activation]?.seeds[draw] ?? 0 };
}

export const narrow: Narrow = ({ recipe, value }, path) => {
  if (recipe !== 'cost.pairs') return {};
  const [list, row, field = '', ...place] = path.split('.');
  if (list !== 'wider' && list !== 'same_parameters')
    return { recipe: 'cost.held', state: state_of(value as Pairs, 'wider', 0, 'gelu', 0), path };
  const activation = place.length > 0 ? (field as PairsState['activation']) : 'gelu';
  return {
    recipe: 'cost.held',
    state: state_of(value as Pairs, list, Number(row), activation, Number(place.at(-1) ?? 0)),
    path: place[0] ?? field,
  };
};
