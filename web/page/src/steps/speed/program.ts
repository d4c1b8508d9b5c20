/**
 * The program of a measured number: the text of its measurement, limited to the number's engine. On
 * the same machine it prints a close number.
 */
import { literal } from '../../numbers/program.ts';
import type { SpeedMode } from '../../speed/cases.ts';
import texts from './measure.ts?program';
import type * as measurements from './measure.ts';

export type SpeedAnswers = {
  readonly [Name in keyof typeof measurements]: Awaited<ReturnType<(typeof measurements)[Name]>>;
};

/**
 * Takes the place of the workers that measure the ceilings of other cores: an estimate, because
 * cores share the memory's bandwidth.
 */
const start_cores =
  'async (count, kernels) => ({ rate: async (kind, milliseconds) => count * kernels.rate(kind, milliseconds), stop() {} })';

/**
 * Returns the request that measures only the number at a path of the answer, and the path of that
 * number in the new answer.
 */
export function narrow_request(answer: SpeedAnswers['engines'], path: string) {
  const [mode = '', list, index, ...field] = path.split('.');
  const { work, lines, limits } = answer[mode as SpeedMode];
  const request = (engines: readonly string[], pools: readonly number[], row: number) => ({
    request: { work, engines, pools },
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

export function measurement_program(
  name: keyof SpeedAnswers,
  answer: SpeedAnswers[keyof SpeedAnswers],
  path: string,
): string {
  const alone = 'engine' in answer;
  const narrow = alone ? { request: answer.work, path } : narrow_request(answer, path);
  const lines = [
    "import { load } from 'ffn-lab';\n",
    `const lab = await load(${alone ? `{ variant: '${answer.engine}' }` : ''});`,
    texts[name] ?? '',
    `const request = ${literal(narrow.request)};`,
    `const host = { load, progress: () => undefined, start_cores: ${start_cores} };`,
    `const answer = await ${name}(lab, request, host);`,
    `console.log(answer.${narrow.path.replace(/\.(\d+)/g, '[$1]')});`,
  ];
  return `${lines.join('\n')}\n`;
}
