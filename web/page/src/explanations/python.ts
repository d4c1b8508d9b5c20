/**
 * Programs in Python: NumPy's and PyTorch's. They are put together from the blocks of
 * `python/*.py`, each with those that it needs; the state and the page's language replace the names
 * and the comments that stand for them.
 */
import examples from './python/examples.py?raw';
import numpy from './python/numpy.py?raw';
import pytorch from './python/pytorch.py?raw';
import { worked_example } from '../compute/examples.ts';
import { float32_text, float64_text } from '../words/number_text.ts';
import type { State } from '../state/state.ts';

export const frameworks = ['numpy', 'pytorch'] as const;
export type Framework = (typeof frameworks)[number];

/** The blocks that a program needs, and the number that it prints. */
export interface Piece {
  readonly needs: readonly string[];
  /** The expression whose value the program prints. */
  readonly result: string;
  /** The value is a number of Python, not an array or a tensor of one element. */
  readonly plain?: true;
}

export interface PythonRequest {
  /** The example network, if the quantity is one of its. */
  readonly example: State | undefined;
  readonly piece: Piece;
  /** Numbers that the blocks read: `token = 3`. */
  readonly given: Readonly<Record<string, string>>;
  /** Texts for the names that stand for them: `activation` for `gelu`. */
  readonly names: Readonly<Record<string, string>>;
}

/** Texts of comments by name: `example`, `changes`, … */
export type Comments = (name: string) => string;

interface Block {
  readonly name: string;
  readonly needs: readonly string[];
  readonly text: string;
}

/** Reads the blocks of a file: `# [name needs other]`, then Python. */
const read_blocks = (text: string): readonly Block[] =>
  Array.from(
    text.matchAll(/^# \[(\w+)(?: needs ([\w ]+))?\]\n([^]*?)\n*(?=^# \[|(?![^]))/gm),
    ([, name = '', needs = '', body = '']) => ({
      name,
      needs: needs.split(' ').filter((other) => other !== ''),
      text: body,
    }),
  );

const blocks_of = { numpy: read_blocks(numpy), pytorch: read_blocks(pytorch) };
const example_blocks = read_blocks(examples);

type Replace = (text: string) => string;

const replacer = (names: Readonly<Record<string, string>>): Replace => {
  if (Object.keys(names).length === 0) return (text) => text;
  const all = new RegExp(`\\b(${Object.keys(names).join('|')})\\b`, 'g');
  return (text) => text.replace(all, (name) => names[name] ?? name);
};

/** Returns the blocks with all that they need, in the order of the file. */
function needed(blocks: readonly Block[], names: readonly string[], replace: Replace): Block[] {
  const wanted = new Set(names.map(replace));
  for (const name of wanted)
    for (const other of blocks.find((block) => block.name === name)?.needs ?? [])
      wanted.add(replace(other));
  return blocks.filter(({ name }) => wanted.has(name));
}

const python_number = (text: string) => text.replace('Infinity', 'np.inf').replace('NaN', 'np.nan');
const python_float32 = (value: number) => python_number(float32_text(Math.fround(value)));
/** An integer would not be a floating-point number in Python. */
export const python_float64 = (value: number) =>
  python_number(float64_text(value)).replace(/^-?\d+$/, '$&.0');

const list = (numbers: ArrayLike<number>, text: (value: number) => string) =>
  `[${Array.from(numbers, text).join(', ')}]`;

/** The matrices of the worked example, a line for each row. */
const worked = Object.fromEntries(
  Object.entries(worked_example).map(([name, rows]) => [
    `worked_${name}`,
    `[\n${rows.map((row) => `    ${list(row, python_float64)},\n`).join('')}]`,
  ]),
);

/** The state of an example, by the names that stand for it. */
function example_names({ pasted, fact, language }: State): Record<string, string> {
  const first = `next(one for one in corpus["sentences"] if corpus["languages"][one[0]] == "${language}")`;
  return {
    ...worked,
    pasted_numbers: list(pasted?.data ?? [], python_float32),
    pasted_shape: list(pasted?.shape ?? [], String),
    chosen_sentence: fact === undefined ? first : `corpus["sentences"][${fact}]`,
  };
}

/** The blocks of an example: its own, and those that it shares with another. */
const blocks_of_example = ({ example }: State): readonly string[] =>
  example.startsWith('notebook') ? [example, 'notebook_weights'] : [example];

function example_lines(state: State, comments: Comments): string[] {
  const replace = replacer(example_names(state));
  const blocks = needed(example_blocks, blocks_of_example(state), (name) => name);
  const changes = state.edits.map(
    ({ tensor, index, value }) => `${tensor}.flat[${index}] = ${python_float32(value)}`,
  );
  return [
    `# ${comments('example')}`,
    ...blocks.map(({ text }) => replace(text)),
    ...(changes.length > 0 ? [`# ${comments('changes')}`, ...changes] : []),
    '',
  ];
}

/** Moves the imports to the top, once each, and adds those of the libraries in use. */
function with_imports(lines: readonly string[]): string {
  const all = lines.join('\n').split('\n');
  const is_import = (line: string) => /^(from|import) /.test(line);
  const rest = all.filter((line) => !is_import(line)).join('\n');
  const libraries = [
    ...(/\bnp\./.test(rest) ? ['import numpy as np'] : []),
    ...(/\btorch\./.test(rest) ? ['import torch'] : []),
  ];
  const imports = [...new Set([...all.filter(is_import), ...libraries])];
  const [plain, from] = [/^import /, /^from /].map((kind) =>
    imports.filter((one) => kind.test(one)),
  );
  return [...(plain ?? []), ...(from ?? []), '', rest.trim(), ''].join('\n').trimStart();
}

/** Sets functions apart from what is before and after them by two empty lines, as Python does. */
function spaced(text: string): string {
  const lines: string[] = [];
  let inside = false;
  for (const line of text.split('\n')) {
    const ends: boolean = inside && /^\S/.test(line);
    if (ends || line.startsWith('def ')) {
      while (lines.at(-1) === '') lines.pop();
      lines.push('', '');
    }
    inside = line.startsWith('def ') || (inside && !ends);
    if (line !== '' || lines.at(-1) !== '') lines.push(line);
  }
  return lines.join('\n').trimStart();
}

/** PyTorch prints a tensor with four digits, its number with all. */
const printed = (framework: Framework, { result, plain }: Piece) =>
  framework === 'numpy' || plain
    ? result
    : `${/^[\w.]+(\[.*\]|\(.*\))?$/.test(result) ? result : `(${result})`}.item()`;

/** Returns the program that prints a quantity. */
export function python_program(
  framework: Framework,
  { example, piece, given, names }: PythonRequest,
  comments: Comments,
): string {
  const replace = replacer(names);
  const blocks = needed(blocks_of[framework], piece.needs, replace);
  const assigned = Object.entries(given).map(([name, value]) => `${name} = ${value}`);
  const text = with_imports([
    ...(example ? example_lines(example, comments) : []),
    `# ${comments('computing')}`,
    ...assigned,
    ...blocks.map(({ text: body }) => replace(body)),
    `print(${replace(printed(framework, piece))})`,
  ]);
  return spaced(text.replace(/# \{(\w+)\}/g, (_, name: string) => `# ${comments(name)}`));
}
