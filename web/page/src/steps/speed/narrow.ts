/**
 * The program of a measured number: its measurement, limited to the number's engine. On the same
 * machine it prints a close number.
 */
import type { Narrow } from '../../numbers/program.ts';
import type { SpeedMode } from './harness/cases.ts';
import type { SpeedAnswers } from './answers.ts';

/**
 * Returns the state that measures only the number at a path of the answer, and the path of that
 * number in the new answer.
 */
function narrow_request(answer: SpeedAnswers['engines'], path: string) {
  const [mode = '', list, index, ...field] = path.split('.');
  const { work, lines, limits } = answer[mode as SpeedMode];
  const request = (engines: readonly string[], pools: readonly number[], row: number) => ({
    state: { work, engines, pools },
    path: [mode, list, row, ...field].join('.'),
  });
  const { workers = 1, engine = '' } = {
    ...(list === 'limits' ? limits : lines)[Number(index)],
  } as Partial<(typeof lines)[number]>;
  const pools = workers > 1 ? [workers] : [];
  // The limits of one core come first.
  if (list === 'limits') return request([], pools, pools.length);
  if (pools.length > 0) return request([], pools, 0);
  const [first] = lines.filter(({ difference }) => difference !== undefined);
  if (field[0] === 'difference' && first && first.engine !== engine)
    return request([first.engine, engine], [], 1);
  return request([engine], [], 0);
}

export const narrow: Narrow = ({ recipe, value }, path) => {
  if (recipe === 'speed.engines') return narrow_request(value as SpeedAnswers['engines'], path);
  const { work, engine } = value as SpeedAnswers['activations' | 'stages'];
  return { state: { work }, variant: engine };
};
