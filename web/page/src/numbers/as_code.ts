/**
 * Generates a JavaScript program for a number of the page, which recomputes it bit for bit with the package ffn-lab. Each builder mirrors
 * the handler that computed the number; a test runs the programs of all numbers on the page.
 */
import type { Tensor } from 'ffn-lab';
import type { UrlState } from './url_state.ts';
import { example_code } from './example_code.ts';
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

const feed_forward: Builder = ({ tensor, index }, state) =>
  tensor === 'ffn'
    ? { lines: example_code(state), result: `ffn.${index}` }
    : of_tensor(tensor, state, (variable) => `${variable}.data[${index}]`);

/** Limit of the colour scale: the GELU and the ReLU tensor share the larger of their two limits. */
function limit_code(tensor: string, sign: string, state: CodeState): Program {
  const base = tensor.replace(/\..*/, '');
  const twins = /^(hidden|output)\./.test(tensor) ? [`${base}.gelu`, `${base}.relu`] : [tensor];
  const codes = twins.map((twin) => tensor_code(twin, state));
  const limits = codes.map(({ variable }) => `lab.summarize(${variable}).largest_finite_magnitude`);
  return { lines: [...example_code(state), ...codes.flatMap(({ lines }) => lines)], result: `${sign}Math.max(${limits.join(', ')})` };
}

const summarize: Builder = ({ tensor, index }, state) => {
  if (index.endsWith('limit')) return limit_code(tensor, index.replace('limit', ''), state);
  return of_tensor(tensor, state, (variable) => `lab.summarize(${variable}).${index}`);
};

const mean_absolute_difference: Builder = ({ tensor }, state) => {
  const [a = '', b = ''] = tensor.split('−');
  const [first, second] = [tensor_code(a, state), tensor_code(b, state)];
  const result = `lab.mean_absolute_difference(${first.variable}, ${second.variable})`;
  return { lines: [...example_code(state), ...first.lines, ...second.lines], result };
};

const weights: Builder = ({ tensor, index }, state) => ({
  lines: example_code(state),
  result: tensor === 'x' ? `x.data[${index}]` : `ffn.weights().${tensor}.data[${index}]`,
});

/** `tensor` is the traced element: `pre_activation[token, feature]`, `output.relu[…]`. */
const trace_dot: Builder = ({ tensor, index }, state) => {
  const [, name = '', token = '', feature = ''] = /^([\w.]+)\[(\d+), (\d+)\]$/.exec(tensor) ?? [];
  const first = name === 'pre_activation';
  const kind = name === 'output.relu' ? 'relu' : state.gelu;
  const input = first ? 'x' : 'ffn.trace(x).hidden_dropped';
  const options = `{ layer: ${first ? "'linear1'" : "'linear2'"}, token: ${token}, feature: ${feature} }`;
  return {
    lines: [...example_code(state), `ffn.activation = ${quoted(kind)};`],
    result: `lab.trace_dot(ffn, ${input}, ${options}).${index}`,
  };
};

/** x, FFN(x) or their sum. */
const shortcut: Builder = ({ tensor, index }, state) =>
  tensor === 'x'
    ? of_tensor('x', state, (x) => `${x}.data[${index}]`)
    : of_tensor('output.gelu', state, (output) => `${tensor === 'sum' ? `lab.add(x, ${output})` : output}.data[${index}]`);

const feed_forward_cost: Builder = ({ tensor, index }) => {
  const [d_model, d_ff] = tensor.match(/\d+/g) ?? [];
  return { lines: [], result: `lab.feed_forward_cost({ d_model: ${d_model}, d_ff: ${d_ff} }).${index}` };
};

const builders: Record<string, Builder> = {
  feed_forward,
  summarize,
  mean_absolute_difference,
  weights,
  trace_dot,
  shortcut,
  feed_forward_cost,
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
