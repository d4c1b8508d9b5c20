/**
 * The program of a number of the step: the text of the function that computes it from the start,
 * with its settings.
 */
import type { Dataset } from 'ffn-lab';
import { path_text } from '../../numbers/path.ts';
import { literal } from '../../numbers/program.ts';
import texts from './from_start.ts?program';

/** Programs read larger data sets from the user's file instead of writing out the numbers. */
const most_numbers = 5000;

const from_file = "lab.dataset_from_csv(await (await fetch('data.csv')).text())";

export function program_from_start(
  name: string,
  state: { readonly settings: object },
  value: unknown,
  path: string,
): string {
  const { settings: all, ...rest } = state;
  const { own, ...settings } = all as { readonly own?: Dataset };
  const lines = [
    "import { load } from 'ffn-lab';\n",
    'const lab = await load();',
    `const settings = ${literal(settings)};`,
    ...(own
      ? [`settings.own = ${own.inputs.data.length > most_numbers ? from_file : literal(own)};`]
      : []),
    `const state = { settings, ...${literal(rest)} };\n`,
    texts[name] ?? '',
    `const answer = ${name}(lab, state);`,
    `console.log(${path_text('answer', value, path)});`,
  ];
  return `${lines.join('\n')}\n`;
}
