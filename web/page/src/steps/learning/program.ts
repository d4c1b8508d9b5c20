/**
 * The program of a number of the step: it reads the files of the facts and trains the twins from
 * the start.
 */
import { path_text } from '../../numbers/path.ts';
import { program_text, read_corpus_lines } from '../../numbers/program.ts';
import texts from './from_start.ts?program';

/**
 * Returns the program that prints the number at a path of the value of a function of from_start.ts.
 */
export const program_from_start = (
  name: string,
  state: object,
  value: unknown,
  path: string,
): string =>
  program_text(state, [
    ...read_corpus_lines,
    'const files = { corpus, model: (activation) => readFile(`facts.${activation}.safetensors`) };\n',
    texts[name] ?? '',
    `const answer = await ${name}(lab, files, state);`,
    `console.log(${path_text('answer', value, path)});`,
  ]);
