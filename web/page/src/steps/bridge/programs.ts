/** Programs that reproduce the numbers of the bridge panel, with the same calls as handlers.ts. */
import type { Builder, CodeState, NumberName, Program } from '../../numbers/as_code.ts';
import { example_code } from '../../numbers/example_code.ts';
import { bridge_bins, bridge_gelu } from './calls.ts';

/** Lines that create the network `net` and its input `x` and run the forward pass `pass`. */
function pass_lines(network: string, activation: string, state: CodeState): string[] {
  const example = network === 'gpt2' ? 'gpt2' : 'notebook_batch';
  const setup = example_code({ ...state, example, edits: [] });
  const net = network === 'toy_gpt2' ? "lab.FeedForward({ d_model: 8, d_ff: 32, init: 'gpt2', seed: 42 })" : 'ffn';
  return [...setup, `const net = ${net};`, `net.activation = '${activation}';`, 'const pass = net.trace(x);'];
}

function variable_of(tensor: string): string {
  if (tensor === 'x') return 'x';
  if (tensor === 'w1') return 'net.weights().w1';
  return `pass.${tensor.replace(/\..*/, '')}`;
}

/** Property path of an index: `edges.21` becomes `edges[21]`, `below` stays the same. */
const field_of = (index: string) => index.replace(/\.(\d+)$/, '[$1]');

function histogram_program(variable: string, index: string): Program {
  const range = `const { edges } = lab.histogram(pass.pre_activation, { bins: ${bridge_bins} });`;
  const histogram = `lab.histogram(${variable}, { bins: ${bridge_bins}, range: [edges[0], edges[${bridge_bins}]] })`;
  return { lines: [range], result: `${histogram}.${field_of(index)}` };
}

const is_share = (index: string) => /^(zero|not_positive|small)(_share)?$/.test(index);

function number_of(variable: string, tensor: string, index: string, { threshold }: CodeState): Program {
  if (tensor === 'cost') return { lines: [], result: `lab.feed_forward_cost({ d_model: net.d_model, d_ff: net.d_ff }).${index}` };
  if (index === 'count') return { lines: [], result: `${variable}.data.length` };
  if (/^(edges|counts)\.|^(below|above|nan)$/.test(index)) return histogram_program(variable, index);
  if (is_share(index)) return { lines: [], result: `lab.sparsity(${variable}, { threshold: ${threshold} }).${index}` };
  if (index.endsWith('limit'))
    return { lines: [], result: `${index.replace('limit', '')}lab.summarize(${variable}).largest_finite_magnitude` };
  if (/^\d+$/.test(index)) return { lines: [], result: `${variable}.data[${index}]` };
  return { lines: [], result: `lab.summarize(${variable}).${index}` };
}

/** A name is a network and a tensor (`gpt2 hidden.relu`); in an exported table also a column (`gpt2 pre_activation counts`). */
export const bridge: Builder = ({ tensor: text, index }: NumberName, state) => {
  const [network = '', tensor = '', column] = text.split(' ');
  const activation = tensor.endsWith('.relu') ? 'relu' : bridge_gelu;
  const { lines, result } = number_of(variable_of(tensor), tensor, column === undefined ? index : `${column}.${index}`, state);
  return { lines: [...pass_lines(network, activation, state), ...lines], result };
};
