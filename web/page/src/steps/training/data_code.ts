/** Programs that reproduce the numbers of the data preview and of the ten-seed experiment. */
import type { Dataset, Tensor, TrainableWeights } from 'ffn-lab';
import type { Builder, Program } from '../../numbers/as_code.ts';
import { quoted } from '../../words/untrusted_text.ts';
import { float32_text } from '../../words/number_text.ts';
import { data_widths } from './run_options.ts';
import type { SeedsRequest } from './seed_runs.ts';
import { found } from './seeds_state.ts';
import { own_data } from './settings.ts';
import { weight_names } from './weights_check.ts';

const list = (numbers: ArrayLike<number>) => Array.from(numbers, float32_text).join(', ');
const tensor_text = ({ data, shape }: Tensor) => `{ data: Float32Array.of(${list(data)}), shape: [${shape.join(', ')}] }`;

/** Programs read larger data sets from the user's file instead of writing out the numbers. */
const most_numbers = 5000;

function dataset_text({ inputs, targets, labels, classes }: Dataset): string {
  if (inputs.data.length > most_numbers) return "lab.dataset_from_csv(await (await fetch('data.csv')).text())";
  const parts = [
    `inputs: ${tensor_text(inputs)}`,
    ...(targets ? [`targets: ${tensor_text(targets)}`] : []),
    ...(labels ? [`labels: [${list(labels)}]`] : []),
    ...(classes ? [`classes: [${classes.map(quoted).join(', ')}]`] : []),
  ];
  return `{ ${parts.join(', ')} }`;
}

/** Program of a field of the summary of the user's data set. */
const dataset_code: Builder = ({ index }) => {
  const dataset = own_data.value;
  if (dataset === undefined) return { lines: [], result: 'undefined' };
  const lines = [`const dataset = ${dataset_text(dataset)};`];
  const [field = '', label] = index.split('.');
  const { d_out = 0 } = data_widths({ data: 'own', own: dataset }) ?? {};
  const results: Readonly<Record<string, string>> = {
    examples: 'dataset.inputs.shape[0]',
    d_in: 'dataset.inputs.shape[1]',
    d_out: dataset.targets ? 'dataset.targets.shape[1]' : 'dataset.classes.length',
    minimum: 'lab.summarize(dataset.inputs).minimum',
    maximum: 'lab.summarize(dataset.inputs).maximum',
    counts: `lab.histogram(labels, { bins: ${d_out}, range: [0, ${d_out}] }).counts[${label}]`,
  };
  if (field === 'counts') lines.push('const labels = { data: Float32Array.from(dataset.labels), shape: [dataset.labels.length] };');
  return { lines, result: results[field] ?? 'undefined' };
};

function weights_text(weights: TrainableWeights): string {
  const parts = weight_names.flatMap((name) => (weights[name] === undefined ? [] : [`  ${name}: ${tensor_text(weights[name])},`]));
  return `{\n${parts.join('\n')}\n}`;
}

function options_lines({ settings, weights }: SeedsRequest): string[] {
  const { data, own, n, noise, seed, d_model, d_ff, optimizer, lr, batch_size } = settings;
  const dataset = own ? dataset_text(own) : `lab.dataset({ kind: '${data}', n: ${n}, noise: ${noise}, seed: ${seed} })`;
  const sizes = weights ? ['weights'] : [`d_model: ${d_model}`, `d_ff: ${d_ff}`];
  const size = Math.min(batch_size, own?.inputs.shape[0] ?? n);
  return [
    `const dataset = ${dataset};`,
    ...(weights ? [`const weights = ${weights_text(weights)};`] : []),
    `const options = { dataset, ${sizes.join(', ')}, optimizer: '${optimizer}', lr: ${lr}, batch_size: ${size} };`,
  ];
}

/** Expression of a measure at the end of a run. */
const end_text = (measure: string, activation: string) =>
  measure === 'dead' ? `lab.dead_units(run.trace_data(), { activation: ${activation} }).dead.length` : `run.data_${measure}()`;

/** Defines `ends(activation)`: the measure at the end of the run of each seed. */
const ends_lines = ({ steps }: SeedsRequest, seeds: number, measure: string) => [
  'const ends = (activation) =>',
  `  Array.from({ length: ${seeds} }, (_, seed) => {`,
  '    const run = lab.TrainingRun({ ...options, activation, seed });',
  `    run.step(${steps});`,
  `    const end = ${end_text(measure, 'activation')};`,
  '    run.dispose();',
  '    return end;',
  '  });',
];

/** `tensor` is, for example, `gelu.loss`; `index` is a seed, a percentile such as `p50`, or `lower`. */
const seeds_code: Builder = ({ tensor, index }): Program => {
  const current = found.value;
  if (current === undefined) return { lines: [], result: 'undefined' };
  const { request, outcome } = current;
  const [run = '', measure = ''] = tensor.split('.');
  const kind = (name: string) => (name === 'relu' ? "'relu'" : `'${request.settings.gelu}'`);
  const options = options_lines(request);
  const ends = [...options, ...ends_lines(request, outcome.seeds, measure)];
  if (/^\d+$/.test(index)) {
    const made = `const run = lab.TrainingRun({ ...options, activation: ${kind(run)}, seed: ${index} });`;
    return { lines: [...options, made, `run.step(${request.steps});`], result: end_text(measure, kind(run)) };
  }
  if (index !== 'lower') {
    const data = `const data = Float32Array.from(ends(${kind(run)}));`;
    return { lines: [...ends, data], result: `lab.percentiles({ data, shape: [${outcome.seeds}] }, [${index.slice(1)}])[0]` };
  }
  const other = kind(run === 'relu' ? 'gelu' : 'relu');
  const lines = [
    ...ends,
    `const others = ends(${other});`,
    `const pairs = Float32Array.from(ends(${kind(run)}).flatMap((loss, seed) => [loss, others[seed]]));`,
    'const minus = { weight: { data: Float32Array.of(1, -1), shape: [1, 2] } };',
    `const differences = lab.linear({ data: pairs, shape: [${outcome.seeds}, 2] }, minus);`,
  ];
  return { lines, result: 'lab.histogram(differences, { bins: 1, range: [0, 1] }).below' };
};

export const data_programs: Readonly<Record<string, Builder>> = { training_dataset: dataset_code, training_seeds: seeds_code };
