/** The program of a number of the self-check: the check of its family, with PyTorch's tensors. */
import type { Narrow } from '../../numbers/program.ts';
import type { ValueOf } from '../../compute/recipe.ts';
import type { self_test } from './recipe.ts';

/** The path is `rows.ROW.FIELD`; the program has the rows of one family. */
export const narrow: Narrow = ({ value }, path) => {
  const { rows, golden } = value as ValueOf<typeof self_test>;
  const [, row = '', field = ''] = path.split('.');
  const { family = 'random_notebook' } = rows[Number(row)] ?? {};
  const first = rows.findIndex((one) => one.family === family);
  return {
    recipe: `proof.${family}`,
    state: golden[family] ?? {},
    path: `${Number(row) - first}.${field}`,
  };
};
