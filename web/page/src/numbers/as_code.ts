/**
 * Generates a JavaScript program for a number of the page, which recomputes it bit for bit with the package ffn-lab. Each builder mirrors
 * the handler that computed the number; a test runs the programs of all numbers on the page.
 */
import type { Tensor } from 'ffn-lab';
import type { UrlState } from './url_state.ts';
import {
  activation_code,
  activation_difference_code,
  guess_error_code,
  landmarks_code,
  largest_difference_code,
} from '../steps/activation/code.ts';
import { block_summary_code, own_weight_code } from '../steps/block/code.ts';
import { example_code } from './example_code.ts';
import { cost_code } from '../steps/cost/code.ts';
import { base_name } from './tensor_names.ts';
import type { TensorName } from './tensor_names.ts';

/** State that the numbers on the page depend on. */
export interface CodeState extends UrlState {
  readonly pasted: Tensor | undefined;
}

/** Provenance of a number, from the data attributes of its element. */
export interface NumberName {
  readonly call: string;
  readonly tensor: string;
  readonly index: string;
}

/** Statements and the expression that evaluates to the number. */
export interface Program {
  readonly lines: readonly string[];
  readonly result: string;
}

export type Builder = (name: NumberName, state: CodeState) => Program;

const quoted = (text: string) => `'${text}'`;
const property = (index: string) => (/^\d+$/.test(index) ? `[${index}]` : `.${index}`);

/** Returns the lines that assign a tensor of the forward pass to a variable, and the variable's name. */
function tensor_code(name: string, state: CodeState): { readonly lines: string[]; readonly variable: string } {
  if (name === 'x') return { lines: [], variable: 'x' };
  const kind = name.endsWith('.relu') ? 'relu' : state.gelu;
  const variable = `${base_name(name as TensorName)}_${kind}`;
  return { lines: [`ffn.activation = ${quoted(kind)};`, `const ${variable} = ffn.trace(x).${base_name(name as TensorName)};`], variable };
}

function of_tensor(name: string, state: CodeState, result: (variable: string) => string): Program {
  const { lines, variable } = tensor_code(name, state);
  return { lines: [...example_code(state), ...lines], result: result(variable) };
}

const feed_forward: Builder = ({ index }, state) => ({ lines: example_code(state), result: `ffn.${index}` });

const hidden_activations: Builder = (_, state) => {
  const [low, high] = state.brush ?? [Infinity, -Infinity];
  return of_tensor('pre_activation', state, (z) => `${z}.data.filter((z) => z >= ${low} && z <= ${high}).length`);
};

/** Removes the prefix of a prediction question's tensor; questions always use the fourth token of one example. */
function resolve_question(name: string, state: CodeState): { readonly tensor: string; readonly state: CodeState } {
  const tensor = name.replace('notebook_batch ', '');
  if (tensor === name) return { tensor, state };
  return { tensor, state: { ...state, example: 'notebook_batch', edits: [], gelu: 'gelu', token: 3 } };
}

const sparsity: Builder = ({ tensor: name, index }, given) => {
  const { tensor, state } = resolve_question(name, given);
  return of_tensor(tensor, state, (variable) => `lab.sparsity(${variable}, { threshold: ${state.threshold} }).${index}`);
};

/** Lines that replace the chosen token of x, as the independence panel does. */
function changed_token(state: CodeState): string[] {
  return [
    `const token = Math.min(${state.token}, x.data.length / ffn.d_model - 1);`,
    'const changed = { data: x.data.slice(), shape: x.shape };',
    'changed.data.set(lab.RandomState(7).randn([ffn.d_model]).data, token * ffn.d_model);',
    `ffn.activation = ${quoted(state.gelu)};`,
  ];
}

const difference_by_token: Builder = ({ tensor, index }, state) => {
  const [layer, row] = tensor.split(', token ');
  const attention = layer === 'attention';
  const network = attention ? 'attention' : 'ffn';
  const make = attention ? ['const attention = lab.Attention({ d_model: ffn.d_model, n_heads: 1, causal: false, seed: 7 });'] : [];
  const result = `lab.difference_by_token(${network}.forward(changed), ${network}.forward(x))[${row}].${index}`;
  return { lines: [...example_code(state), ...changed_token(state), ...make], result };
};

const independence: Builder = ({ tensor: name, index }, given) => {
  const { tensor, state } = resolve_question(name, given);
  return {
    lines: [...example_code(state), ...changed_token(state)],
    result: `lab.independence(ffn, x, { changed_token: token }).${tensor}.${index}`,
  };
};

/** Turns `edges.21` into `edges[21]`; other field names are unchanged. */
const field_of = (index: string) => index.replace(/\.(\d+)$/, '[$1]');

/** Histogram of a tensor of the forward pass over the range of the pre-activations. */
const histogram: Builder = ({ tensor, index }, state) => {
  const before = tensor_code('pre_activation', state);
  const shown = tensor === 'pre_activation' ? { ...before, lines: [] } : tensor_code(tensor, state);
  const range = `const { edges } = lab.histogram(${before.variable}, { bins: 48 });`;
  return {
    lines: [...example_code(state), ...before.lines, ...shown.lines, range],
    result:
      index === 'count'
        ? `${shown.variable}.data.length`
        : `lab.histogram(${shown.variable}, { bins: 48, range: [edges[0], edges[48]] }).${field_of(index)}`,
  };
};

const builders: Record<string, Builder> = {
  feed_forward,
  summarize: block_summary_code,
  mean_absolute_difference: guess_error_code,
  activation: activation_code,
  activation_landmarks: landmarks_code,
  largest_difference: largest_difference_code,
  activation_difference: activation_difference_code,
  attention: own_weight_code,
  hidden_activations,
  histogram,
  sparsity,
  difference_by_token,
  independence,
  ratio_costs: cost_code,
  model_cost: cost_code,
  feed_forward_cost: cost_code,
  info: ({ tensor }) => ({ lines: [], result: `lab.info()${property(tensor)}` }),
};

/** Adds the builders of a lazy panel. */
export function add_programs(programs: Readonly<Record<string, Builder>>): void {
  Object.assign(builders, programs);
}

/** Returns the program that prints the number, or undefined if its call has no builder. */
export function as_code(name: NumberName, state: CodeState): string | undefined {
  const program = builders[name.call]?.(name, state);
  if (program === undefined) return undefined;
  const lines = ["import { load } from 'ffn-lab';", 'const lab = await load();', ...program.lines, `console.log(${program.result});`];
  return `${lines.join('\n')}\n`;
}
