/**
 * The program of a number: the text of its recipe and of its example, with the state that they have
 * read.
 */
import type { Tensor } from 'ffn-lab';
import type { Answer } from './answers.ts';
import { path_text } from './path.ts';
import { edited_tensors, type Edit } from './edits.ts';
import type { State } from './recipe.ts';
import { float32_text, float64_text } from '../words/number_text.ts';
import { quoted } from '../words/untrusted_text.ts';

export type Texts = Readonly<Record<string, string>>;

export interface ProgramTexts {
  readonly recipes: Texts;
  /** How a program makes the session of the step, if it has one. */
  readonly session?: string | undefined;
  readonly examples: Texts;
  readonly traced: string;
}

/** Returns a value as JavaScript; numbers read back as the same bits. */
export function literal(value: unknown): string {
  if (typeof value === 'number') return float64_text(value);
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Float32Array)
    return `Float32Array.of(${Array.from(value, float32_text).join(', ')})`;
  if (value instanceof Int32Array) return `Int32Array.of(${value.join(', ')})`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
  return `{ ${members.join(', ')} }`;
}

/** Returns the program that loads the package and runs statements with a state. */
export const program_text = (state: object, statements: readonly string[]): string =>
  [
    "import { load } from 'ffn-lab';\n",
    'const lab = await load();',
    `const state = ${literal(state)};\n`,
    ...statements,
    '',
  ].join('\n');

const write = (target: string, { index, value }: Edit) =>
  `${target}.data[${index}] = ${float32_text(Math.fround(value))};`;

export const read_corpus_lines: readonly string[] = [
  "const { readFile } = await import('node:fs/promises');",
  "const corpus = JSON.parse(await readFile('vocabulary.json', 'utf8'));",
];

export const open_facts_lines = (activation: string): string[] => [
  ...read_corpus_lines,
  `const checkpoint = await lab.open_checkpoint(await readFile('facts.${activation}.safetensors'));`,
  'const model = await checkpoint.language_model();',
];

function example_arguments({ example, pasted, fact, language }: State): string {
  if (example === 'facts') return `lab, { model, corpus }, ${literal(fact)}, ${literal(language)}`;
  return example === 'pasted' ? `lab, ${literal(pasted satisfies Tensor | undefined)}` : 'lab';
}

/** Statements that make the network and the input of the state, with the user's edits. */
function example_lines(state: State): string[] {
  const { example, edits } = state;
  const of_x = edits.filter(({ tensor }) => tensor === 'x');
  const of_weights = edited_tensors.flatMap((name) =>
    edits.filter(({ tensor }) => name !== 'x' && tensor === name),
  );
  const opened = example === 'facts' ? open_facts_lines('gelu') : [];
  const lines = [
    ...opened,
    `const network = ${example}(${example_arguments(state)});`,
    ...of_x.map((edit) => write('network.x', edit)),
  ];
  if (of_weights.length > 0) {
    lines.push(
      'const weights = network.ffn.weights();',
      ...of_weights.map((edit) => write(`weights.${edit.tensor}`, edit)),
    );
    lines.push('network.ffn.set_weights(weights);');
  }
  return [...lines, 'const example = traced(network);'];
}

/** The parts of the state that are written as statements about the example. */
const of_example: readonly string[] = [
  'edits',
  'pasted',
  'fact',
  'language',
] satisfies (keyof State)[];

/** The part of a recipe's text that names what it is given. */
const signature_of = (text: string, name: string): string =>
  /^[^]*?\) \{\n/.exec(text.slice(text.search(new RegExp(`function ${name}\\(`))))?.[0] ?? '';

/** Outside the page, a recipe runs to the end at once. */
const no_progress = 'const progress = { report: () => undefined, pause: () => undefined };';

/** Returns the program that prints the number at a path of an answer. */
export function program_of(
  { recipe, value, state, reads }: Answer,
  path: string,
  { recipes, session, examples, traced }: ProgramTexts,
): string {
  const name = recipe.replace(/.*\./, '');
  const text = recipes[name] ?? '';
  const signature = signature_of(text, name);
  const given = ['lab', 'example', 'session', 'progress'].filter((one) =>
    new RegExp(`\\b${one}\\b`).test(signature),
  );
  const with_example = reads.includes('example');
  const read = reads.filter((part) => !with_example || !of_example.includes(part));
  const call = `${name}({ ${given.join(', ')} }, state)`;
  return program_text(Object.fromEntries(read.map((part) => [part, state[part as keyof State]])), [
    ...(with_example ? [examples[state.example] ?? '', traced] : []),
    ...(given.includes('session') ? [session ?? ''] : []),
    text,
    ...(with_example ? example_lines(state) : []),
    ...(given.includes('example') && !with_example ? ['const example = {};'] : []),
    ...(given.includes('session') ? ['const session = make_session({ lab, readFile });'] : []),
    ...(given.includes('progress') ? [no_progress] : []),
    `const answer = ${text.includes(`async function ${name}(`) ? 'await ' : ''}${call};`,
    `console.log(${path_text('answer', value, path)});`,
  ]);
}
