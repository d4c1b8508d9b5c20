/** The program of a number: the text of its recipe and of its example, with the state that they have read. */
import type { Tensor } from 'ffn-lab';
import type { Answer } from './answers.ts';
import { path_text } from './path.ts';
import { edited_tensors, type Edit } from './edits.ts';
import type { State } from './recipe.ts';
import { float32_text, float64_text } from '../words/number_text.ts';
import { quoted } from '../words/untrusted_text.ts';

/** Texts of functions by name. */
export type Texts = Readonly<Record<string, string>>;

/** Texts of the functions in a program. */
export interface ProgramTexts {
  /** The recipes of the number's step. */
  readonly recipes: Texts;
  readonly examples: Texts;
  /** The function of traced.ts. */
  readonly traced: string;
}

/** Returns a value as JavaScript; numbers read back as the same bits. */
export function literal(value: unknown): string {
  if (typeof value === 'number') return float64_text(value);
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Float32Array) return `Float32Array.of(${Array.from(value, float32_text).join(', ')})`;
  if (value instanceof Int32Array) return `Int32Array.of(${value.join(', ')})`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
  return `{ ${members.join(', ')} }`;
}

const write = (target: string, { index, value }: Edit) => `${target}.data[${index}] = ${float32_text(Math.fround(value))};`;

/** Statements that read the corpus of the facts. */
export const read_corpus_lines: readonly string[] = [
  "const { readFile } = await import('node:fs/promises');",
  "const corpus = JSON.parse(await readFile('vocabulary.json', 'utf8'));",
];

/** Statements that open the files of the model of the facts. */
export const open_facts_lines = (activation: string): string[] => [
  ...read_corpus_lines,
  `const checkpoint = await lab.open_checkpoint(await readFile('facts.${activation}.safetensors'));`,
  'const model = await checkpoint.language_model();',
];

/** Returns what the function of an example gets. */
function example_arguments({ example, pasted, fact, language }: State): string {
  if (example === 'facts') return `lab, { model, corpus }, ${literal(fact)}, ${literal(language)}`;
  return example === 'pasted' ? `lab, ${literal(pasted satisfies Tensor | undefined)}` : 'lab';
}

/** Statements that make the network and the input of the state, with the user's edits. */
function example_lines(state: State): string[] {
  const { example, edits } = state;
  const of_x = edits.filter(({ tensor }) => tensor === 'x');
  const of_weights = edited_tensors.flatMap((name) => edits.filter(({ tensor }) => name !== 'x' && tensor === name));
  const opened = example === 'facts' ? open_facts_lines('gelu') : [];
  const lines = [...opened, `const network = ${example}(${example_arguments(state)});`, ...of_x.map((edit) => write('network.x', edit))];
  if (of_weights.length > 0) {
    lines.push('const weights = network.ffn.weights();', ...of_weights.map((edit) => write(`weights.${edit.tensor}`, edit)));
    lines.push('network.ffn.set_weights(weights);');
  }
  return [...lines, 'const example = traced(network);'];
}

/** The parts of the state that are written as statements about the example. */
const of_example: readonly string[] = ['edits', 'pasted', 'fact', 'language'] satisfies (keyof State)[];

/** The job of a slow recipe outside the page: it runs to the end at once. */
const job_line = 'const job = { advance: (run, count) => run.advance(count), pause: () => undefined };';

/** Returns the program that prints the number at a path of an answer. */
export function program_of({ recipe, value, state, reads }: Answer, path: string, { recipes, examples, traced }: ProgramTexts): string {
  const name = recipe.replace(/.*\./, '');
  const text = recipes[name] ?? '';
  const slow = text.includes(`async function ${name}(`);
  const with_example = reads.includes('example');
  const read = reads.filter((part) => !with_example || !of_example.includes(part));
  const parts = [
    "import { load } from 'ffn-lab';\n",
    'const lab = await load();',
    `const state = ${literal(Object.fromEntries(read.map((part) => [part, state[part]])))};\n`,
    ...(with_example ? [examples[state.example] ?? '', traced] : []),
    text,
    ...(with_example ? example_lines(state) : ['const example = {};']),
    ...(slow ? [job_line] : []),
    `const answer = ${slow ? 'await ' : ''}${name}(lab, example, state${slow ? ', job' : ''});`,
    `console.log(${path_text('answer', value, path)});`,
  ];
  return `${parts.join('\n')}\n`;
}
