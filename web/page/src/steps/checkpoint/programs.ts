/**
 * Programs that reproduce the panel's numbers. File, layer and input are taken from the panel's state; token and neuron are part of a
 * number's name, such as `neuron 17, token 3`.
 */
import { quoted } from '../../words/untrusted_text.ts';
import type { Builder, Program } from '../../numbers/as_code.ts';
import { float32_text } from '../../words/number_text.ts';
import { store } from '../../numbers/store.ts';
import { profile_thresholds, small_threshold, neuron_bins, variant_percents } from './settings.ts';
import { captured_seed, sample_code, sample_sizes } from './sample.ts';
import { scaled_neurons } from './scaled.ts';
import { activation_kinds } from './settings.ts';
import { activation, input, layer, model, opened, ranked_by, text_input, token } from './state.ts';

export function file_code(): string[] {
  const file = opened.value;
  if (file === undefined) return [];
  if (file.sample) return [...sample_code(), 'const file = await lab.open_checkpoint(bytes);'];
  return [
    "const { openAsBlob } = await import('node:fs');",
    `const file = await lab.open_checkpoint(await openAsBlob(${quoted(file.name)}));`,
  ];
}

/** Lines that create a layer's network as `ffn`. */
export function network_code(index: number, kind: string): string[] {
  const found = model.value;
  const names = found?.layers[index];
  if (found === undefined || names === undefined) return [];
  const layout = found.ambiguous ? `layout: ${quoted(found.layout)}, ` : '';
  return [`const ffn = await file.feed_forward(${names.number}, { ${layout}activation: ${quoted(kind)} });`];
}

function captured_code(index: number): string[] {
  return [
    `let h = lab.RandomState(${captured_seed}).randn([${sample_sizes.tokens}, ${sample_sizes.d_model}]);`,
    `for (let below = 0; below < ${index}; below++) h = (await file.block(below)).forward(h);`,
    `const captured = (await file.block(${index})).trace(h);`,
    'const x = captured.norm2;',
  ];
}

/** Lines that create a layer's input as `x`. */
function input_code(index: number): readonly string[] {
  const choice = input.value;
  switch (choice?.kind) {
    case 'captured':
      return captured_code(index);
    case 'random':
      return [`const x = lab.RandomState(${choice.seed}).randn([${choice.tokens}, ${model.value?.d_model ?? 0}]);`];
    case 'pasted': {
      const { data, shape } = choice.tensor;
      return [`const x = { data: Float32Array.of(${Array.from(data, float32_text).join(', ')}), shape: [${shape.join(', ')}] };`];
    }
    case 'tokens':
      return text_input.value?.code(index) ?? [];
    case undefined:
      return [];
  }
}

/** Lines that create network and input and run the forward pass, by default for the selected layer. */
function pass_code(index = layer.value, kind: string = activation.value): string[] {
  return [...file_code(), ...network_code(index, kind), ...input_code(index), 'const trace = ffn.trace(x);'];
}

const pass_program = (result: string, ...lines: readonly string[]): Program => ({ lines: [...pass_code(), ...lines], result });

/** Property path of an index: `edges.21` becomes `edges[21]`, `below` stays the same. */
const field_of = (index: string) => index.replace(/\.(\d+)$/, '[$1]');

/** The numbers in a name such as `neuron 17, token 3`. */
const numbers_in = (name: string): string[] => name.match(/\d+/g) ?? [];

const header: Builder = ({ tensor, index }) => {
  if (tensor === 'tensors') return { lines: file_code(), result: 'file.tensors.length' };
  if (tensor === 'layers') return { lines: file_code(), result: 'file.feed_forward_table().layers.length' };
  return { lines: file_code(), result: `file.tensors.find(({ name }) => name === ${quoted(tensor)}).shape[${index}]` };
};

const tensor: Builder = ({ tensor: name, index }) => pass_program(name === 'x' ? `x.data[${index}]` : `trace.${name}.data[${index}]`);

const neuron: Builder = ({ tensor: name, index }) => {
  const [unit = '', row = ''] = numbers_in(name);
  const [, , field] = name.split(', ');
  if (field === 'x') return pass_program(`x.data[${row} * ffn.d_model + ${index}]`);
  if (field !== undefined) return pass_program(`lab.neuron(ffn, trace, { token: ${row}, neuron: ${unit} }).${field}[${index}]`);
  return pass_program(`lab.neuron(ffn, trace, { token: ${row}, neuron: ${unit} }).${field_of(index)}`);
};

/** Lines that copy a neuron's numbers for all tokens into `column`. */
const column_code = (name: string, unit: string): string[] => [
  `const column = Float32Array.from({ length: trace.${name}.data.length / ffn.d_ff }, (_, token) => trace.${name}.data[token * ffn.d_ff + ${unit}]);`,
];

const histogram: Builder = ({ tensor: name, index }) => {
  const [, trace_tensor = '', unit = ''] = /^(\w+), neuron (\d+)$/.exec(name) ?? [];
  const result =
    index === 'count'
      ? 'column.length'
      : `lab.histogram({ data: column, shape: [column.length] }, { bins: ${neuron_bins} }).${field_of(index)}`;
  return pass_program(result, ...column_code(trace_tensor, unit));
};

const rank_neurons: Builder = ({ tensor: name, index }) => {
  const options = `{ top: ffn.d_ff${ranked_by.value === 'token' ? `, token: ${token.value}` : ''} }`;
  const line = `const ranking = lab.rank_neurons(ffn, trace, ${options});`;
  if (name === 'ninety') return pass_program('1 + ranking.cumulative_share.findIndex((share) => share >= 0.9)', line);
  return pass_program(`ranking.${name}[${index}]`, line);
};

const ablate: Builder = ({ tensor: name, index }) => {
  const options = `{ neurons: [${scaled_neurons.value.join(', ')}], factor: ${store.scale_by.value}, site: ${quoted(store.scale_site.value)} }`;
  const line = `const { baseline, output } = lab.ablate(ffn, x, ${options});`;
  const [row] = numbers_in(name);
  if (name === 'baseline' || name === 'output') return pass_program(`${name}.data[${index}]`, line);
  return pass_program(
    row === undefined ? `lab.difference(output, baseline).${index}` : `lab.difference_by_token(output, baseline)[${row}].${index}`,
    line,
  );
};

const sparsity: Builder = ({ tensor: name, index }) => {
  const [at = ''] = numbers_in(name);
  const place = /^small\.(\d+)$/.exec(index);
  const threshold = place === null ? small_threshold : profile_thresholds[Number(place[1])];
  const result = `lab.sparsity(trace.hidden, { threshold: ${threshold} }).${place === null ? index : 'small_share'}`;
  return { lines: pass_code(Number(at)), result };
};

/** Activation and tensor of each row in the exported table of variants. */
const variant_rows = () =>
  activation_kinds
    .filter((kind) => kind !== model.value?.activation)
    .flatMap((kind) => (['hidden', 'output'] as const).map((part) => [kind, part] as const));

/** `gelu.hidden` is the change of `hidden` with the exact GELU instead of the model's activation. */
const variants: Builder = ({ tensor: name, index }) => {
  const [kind = '', part = ''] = name.split('.');
  const own = model.value?.activation ?? 'gelu';
  return {
    lines: [...pass_code(layer.value, own), `ffn.activation = ${quoted(kind)};`, 'const other = ffn.trace(x);'],
    result: `lab.difference(other.${part}, trace.${part}, { percentiles: [${variant_percents.join(', ')}] }).${field_of(index)}`,
  };
};

export const programs: Readonly<Record<string, Builder>> = {
  'checkpoint.header': header,
  'checkpoint.network': ({ index }) => pass_program(`ffn.${index}`),
  'checkpoint.trace': tensor,
  'checkpoint.summarize': ({ tensor: name, index }) => {
    if (!index.endsWith('limit')) return pass_program(`lab.summarize(trace.${name}).${index}`);
    return pass_program(`${index === 'limit' ? '' : '-'}lab.summarize(trace.${name}).largest_finite_magnitude`);
  },
  'checkpoint.reference': ({ index }) => pass_program(`lab.difference(trace.output, captured.feed_forward.output).${index}`),
  'checkpoint.sparsity': sparsity,
  'checkpoint.rank_neurons': rank_neurons,
  'checkpoint.neuron': neuron,
  'checkpoint.histogram': histogram,
  'checkpoint.ablate': ablate,
  'checkpoint.variants': variants,
  // The figures' exported tables name a row by its number.
  'checkpoint.profile': ({ tensor: name, index }, state) =>
    sparsity(
      { call: '', tensor: `layer ${index}`, index: `small.${profile_thresholds.indexOf(Number(name.replace('below_', '')))}` },
      state,
    ),
  'checkpoint.column': ({ tensor: name, index }) => {
    const [trace_tensor = '', unit = ''] = name.split(', neuron ');
    return pass_program(`column[${index}]`, ...column_code(trace_tensor, unit));
  },
  'checkpoint.ablate_table': ({ tensor: name, index }, state) => ablate({ call: '', tensor: `token ${index}`, index: name }, state),
  'checkpoint.variants_table': ({ tensor: name, index }, state) => {
    const [kind = '', part = ''] = variant_rows()[Number(index)] ?? [];
    const place = variant_percents.indexOf(Number(name.slice(1)));
    return variants({ call: '', tensor: `${kind}.${part}`, index: `percentiles.${place}` }, state);
  },
};
