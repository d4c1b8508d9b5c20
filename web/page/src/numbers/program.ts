/**
 * The program of a number: the text of its recipe and of its example, with the state that they have
 * read.
 */
import type { Tensor } from 'ffn-lab';
import type { Answer } from './answers.ts';
import { path_text } from './path.ts';
import { edited_tensors, type Edit } from '../state/edits.ts';
import type { State } from '../state/state.ts';
import { float32_text, float64_text } from '../words/number_text.ts';
import { quoted } from '../words/untrusted_text.ts';

/** JavaScript that stands for a value in a program. */
export class Expression {
  constructor(readonly text: string) {}
}

/** The recipe, its state and the path of a number. */
export interface Narrowed {
  readonly recipe: string;
  readonly state: object;
  readonly path: string;
  /** The build of the package that the program loads; any by default. */
  readonly variant: string;
}

/** Returns the part of an answer that the program of one of its numbers computes. */
export type Narrow = (
  answer: { readonly recipe: string; readonly state: object; readonly value: unknown },
  path: string,
) => Partial<Narrowed>;

export type Texts = Readonly<Record<string, string>>;

export interface ProgramTexts {
  readonly recipes: Texts;
  readonly narrow?: Narrow | undefined;
  readonly examples: Texts;
  readonly traced: string;
  /** Returns comments in the page's language, by what they stand above; none by default. */
  readonly comments?: ((above: CommentPlace) => string | undefined) | undefined;
}

export type CommentPlace = 'example' | 'recipe' | 'computing';

/** Returns a value as JavaScript; numbers read back as the same bits. */
export function literal(value: unknown): string {
  if (value instanceof Expression) return value.text;
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
const program_text = (variant: string | undefined, state: object, statements: readonly string[]) =>
  [
    "import { load } from 'ffn-lab';\n",
    `const lab = await load(${variant === undefined ? '' : literal({ variant })});`,
    `const state = ${literal(state)};\n`,
    ...statements,
    '',
  ].join('\n');

const write = (target: string, { index, value }: Edit) =>
  `${target}.data[${index}] = ${float32_text(Math.fround(value))};`;

const open_facts_lines = [
  "const { readFile } = await import('node:fs/promises');",
  "const corpus = JSON.parse(await readFile('vocabulary.json', 'utf8'));",
  "const checkpoint = await lab.open_checkpoint(await readFile('facts.gelu.safetensors'));",
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
  const opened = example === 'facts' ? open_facts_lines : [];
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

/** Statements that make the session; a program has the files of the reader. */
function session_lines(text: string): string[] {
  const [, given = ''] = /function make_session\(\{([^}]*)\}/.exec(text) ?? [];
  const names = given.split(',').map((name) => name.trim());
  const files = names.filter((name) => ['open', 'readFile'].includes(name));
  return [
    ...(files.length > 0
      ? [`const { ${files.join(', ')} } = await import('node:fs/promises');`]
      : []),
    `const session = make_session({ ${names.join(', ')} });`,
  ];
}

/** Returns the program that prints the number at a path of an answer. */
export function program_of(
  answer: Answer,
  whole_path: string,
  { recipes, narrow, examples, traced, comments }: ProgramTexts,
): string {
  const narrowed: Partial<Narrowed> = narrow?.(answer, whole_path) ?? {};
  const { recipe = answer.recipe, path = whole_path, variant } = narrowed;
  const state = (narrowed.state ?? answer.state) as State;
  const name = recipe.replace(/.*\./, '');
  const text = recipes[name] ?? '';
  const signature = signature_of(text, name);
  const asks_for = (one: string) => new RegExp(`\\b${one}\\b`).test(signature);
  const { reads } = answer;
  const with_example = reads.includes('example');
  const read = (narrowed.state ? Object.keys(state) : reads).filter(
    (part) => !with_example || !of_example.includes(part),
  );
  const given = ['lab', 'example', 'session', 'progress'].filter(asks_for);
  const waits = text.includes(`async function ${name}(`) || asks_for('session');
  const of_state = Object.fromEntries(read.map((part) => [part, state[part as keyof State]]));
  const comment = (above: CommentPlace) => {
    const found = comments?.(above);
    return found === undefined ? [] : [`// ${found}`];
  };
  return program_text(variant, of_state, [
    ...(with_example ? [...comment('example'), examples[state.example] ?? '', traced] : []),
    ...comment('recipe'),
    text,
    ...comment('computing'),
    ...(with_example ? example_lines(state) : []),
    ...(asks_for('example') && !with_example ? ['const example = {};'] : []),
    ...(asks_for('session') ? session_lines(text) : []),
    ...(asks_for('progress') ? [no_progress] : []),
    `const answer = ${waits ? 'await ' : ''}${name}({ ${given.join(', ')} }, state);`,
    `console.log(${path_text('answer', answer.value, path)});`,
  ]);
}
