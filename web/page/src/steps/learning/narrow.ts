/** The program of a number of the training: only the record needs the steps behind the shown one. */
import type { Narrow } from '../../numbers/program.ts';

export const narrow: Narrow = ({ state, value }, path) =>
  path.startsWith('history.')
    ? { state: { ...state, reached: (value as { readonly reached: number }).reached } }
    : {};
