/** The program of a number of the step: it reads the files of the facts and trains the twins from the start. */
import { path_text } from '../../numbers/path.ts';
import { literal, read_corpus_lines } from '../../numbers/program.ts';
import texts from './from_start.ts?program';

/** Returns the program that prints the number at a path of the value of a function of from_start.ts. */
export function program_from_start(name: string, state: object, value: unknown, path: string): string {
  const lines = [
    "import { load } from 'ffn-lab';\n",
    'const lab = await load();',
    ...read_corpus_lines,
    'const files = { corpus, model: (activation) => readFile(`facts.${activation}.safetensors`) };',
    `const state = ${literal(state)};\n`,
    texts[name] ?? '',
    `const answer = await ${name}(lab, files, state);`,
    `console.log(${path_text('answer', value, path)});`,
  ];
  return `${lines.join('\n')}\n`;
}
