/** Programs that reproduce the numbers of the race: each trains one network from step 0 and applies the user's changes. */
import type { Dataset, Tensor, TrainableWeights } from 'ffn-lab';
import type { Builder, Program } from '../../numbers/as_code.ts';
import type { UrlState } from '../../numbers/url_state.ts';
import { float32_text } from '../../words/number_text.ts';
import type { RaceChange } from '../../numbers/race_changes.ts';
import { grid_points, toy_domain } from './pictures.ts';
import { bins } from './bins.ts';
import { own_data, own_weights, usual } from './settings.ts';

const tensor_text = ({ data, shape }: Tensor) =>
  `{ data: Float32Array.of(${Array.from(data, float32_text).join(', ')}), shape: [${shape.join(', ')}] }`;

function dataset_text(own: Dataset | undefined): string {
  if (own === undefined) return 'undefined';
  const { inputs, targets, labels, classes } = own;
  const parts = [
    `inputs: ${tensor_text(inputs)}`,
    ...(targets ? [`targets: ${tensor_text(targets)}`] : []),
    ...(labels ? [`labels: [${Array.from(labels).join(', ')}]`] : []),
    ...(classes ? [`classes: ${JSON.stringify(classes)}`] : []),
  ];
  return `{ ${parts.join(', ')} }`;
}

function weights_text(weights: TrainableWeights): string {
  const tensors = Object.entries(weights as unknown as Record<string, Tensor | undefined>);
  return `{ ${tensors.flatMap(([name, tensor]) => (tensor ? [`${name}: ${tensor_text(tensor)}`] : [])).join(', ')} }`;
}

function data_code({ train_data, train_seed }: UrlState): string {
  if (train_data === 'own') return `const data = ${dataset_text(own_data.peek())};`;
  return `const data = lab.dataset({ kind: '${train_data}', n: ${usual.n}, noise: ${usual.noise}, seed: ${train_seed} });`;
}

/** Code of the data set and the options, common to both networks. */
function options_code(state: UrlState): string[] {
  const weights = own_weights.peek();
  const sizes = weights ? `weights: ${weights_text(weights)}` : `d_model: ${usual.d_model}, d_ff: ${state.train_width}`;
  return [
    data_code(state),
    `const batch_size = Math.min(${usual.batch_size}, data.inputs.shape[0]);`,
    `const optimizer = { optimizer: '${state.train_optimizer}', lr: ${state.train_lr} };`,
    `const options = { dataset: data, ${sizes}, ...optimizer, batch_size, seed: ${state.train_seed} };`,
  ];
}

const kind_of = (network: string) => (network === 'relu' ? 'relu' : usual.gelu);

/** Code that applies a change to the run in the variable `name`. */
function change_code(change: RaceChange, name: string): string[] {
  if (change.kind === 'lr') return [`${name}.set_lr(${change.lr});`];
  const dead = `lab.dead_units(${name}.trace_data(), { activation: ${name}.activation }).dead`;
  const write = change.kind === 'kill' ? 'weights.b1.data.fill(-2);' : `for (const unit of ${dead}) weights.b1.data[unit] = 0;`;
  return ['{', `  const weights = ${name}.weights();`, `  ${write}`, `  ${name}.set_weights(weights);`, '}'];
}

/** Code that trains a network up to a step. */
function run_code(state: UrlState, network: string, step: number, name = 'run'): string[] {
  const lines = [`const ${name} = lab.TrainingRun({ ...options, activation: '${kind_of(network)}' });`];
  let from = 0;
  for (const change of state.train_changes.filter((one) => one.step <= step)) {
    if (change.step > from) lines.push(`${name}.step(${change.step - from});`);
    lines.push(...change_code(change, name));
    from = change.step;
  }
  return step > from ? [...lines, `${name}.step(${step - from});`] : lines;
}

function run_program(state: UrlState, network: string, result: string, more: readonly string[] = [], step = state.train_step): Program {
  return { lines: [...options_code(state), ...run_code(state, network, step), ...more], result };
}

const dead_units = 'lab.dead_units(run.trace_data(), { activation: run.activation })';

/** Evaluates the unit at all steps that the page records (schedule.ts). */
function last_alive_code(state: UrlState, network: string, unit: string): Program {
  const changes = state.train_changes.filter(({ step }) => step <= state.train_step);
  const done = changes.flatMap((change) => [
    `  if (step === ${change.step}) {`,
    ...change_code(change, 'run').map((line) => `    ${line}`),
    '  }',
  ]);
  const changed = Array.from(new Set(changes.map(({ step }) => step)));
  return run_program(
    state,
    network,
    'last_alive',
    [
      'let last_alive = -1;',
      `for (let step = 0; step <= ${state.train_step}; step++) {`,
      ...done,
      '  let interval = 1;',
      '  while (interval * 256 < step) interval *= 2;',
      `  const looked = step % interval === 0 || [${changed.join(', ')}].includes(step);`,
      `  if (looked && !${dead_units}.dead.includes(${unit})) last_alive = step;`,
      `  if (step < ${state.train_step}) run.step();`,
      '}',
    ],
    -1,
  );
}

/** Gradient of b1 over the whole data set, at the units that are dead in the ReLU network. */
function gradient_code(state: UrlState, network: string): Program {
  const lines = [
    ...run_code(state, 'relu', state.train_step, 'relu'),
    'const { dead } = lab.dead_units(relu.trace_data(), { activation: relu.activation });',
    'const { b1: gradient } = run.data_gradients();',
    'const of_dead = { data: Float32Array.from(dead, (unit) => gradient.data[unit]), shape: [dead.length] };',
  ];
  return run_program(state, network, 'lab.summarize(of_dead).largest_finite_magnitude', lines);
}

function replay_code(state: UrlState, network: string, index: string): Program {
  const lines = [
    ...run_code(state, network, state.train_step, 'again'),
    'again.step(50);',
    `again.rewind(${state.train_step});`,
    'const flat = (trained) => {',
    '  const numbers = Object.values(trained.weights()).flatMap(({ data }) => Array.from(data));',
    '  return { data: Float32Array.from(numbers), shape: [numbers.length] };',
    '};',
  ];
  return run_program(state, network, `lab.difference(flat(run), flat(again)).${index}`, lines);
}

function network_program(state: UrlState, network: string, index: string): Program {
  const [name = '', place = ''] = index.split('.');
  if (name === 'last_alive') return last_alive_code(state, network, place);
  if (name === 'largest_gradient') return gradient_code(state, network);
  if (name === 'non_finite') return run_program(state, network, `run.non_finite.${place}`, ['run.step();']);
  if (name === 'dead' || name === 'active_share')
    return run_program(state, network, `${dead_units}.${name}${place === 'length' ? '.length' : `[${place}]`}`);
  return run_program(state, network, name.startsWith('data_') ? `run.${name}()` : `run.${name}`);
}

function grid_code({ train_data }: UrlState): string[] {
  const own = own_data.peek();
  const picture = (train_data === 'own' ? own?.targets : !['spiral', 'circle', 'xor'].includes(train_data)) ? 'curve' : 'surface';
  const sizes = `d_in: ${picture === 'curve' ? 1 : 2}, points: ${grid_points[picture]}`;
  if (train_data === 'own')
    return [
      'const { minimum, maximum } = lab.summarize(data.inputs);',
      `const grid = lab.grid({ ${sizes}, low: minimum, high: maximum });`,
    ];
  const [low, high] = toy_domain[picture];
  return [`const grid = lab.grid({ ${sizes}, low: ${low}, high: ${high} });`];
}

/** Program of `histogram.hidden.gelu`, index `counts.3`. */
function histogram_code(state: UrlState, tensor: keyof typeof bins, network: string, index: string): Program {
  const options = `{ bins: ${bins[tensor].bins}, range: [${bins[tensor].range.join(', ')}] }`;
  const field = index.replace(/\.(\d+)$/, '[$1]');
  return run_program(state, network, `lab.histogram(run.trace_data().${tensor}, ${options}).${field}`);
}

export const training_run: Builder = ({ tensor, index }, state) => {
  const [kind = '', ...rest] = tensor.split('.');
  const network = rest[rest.length - 1] ?? '';
  switch (kind) {
    case 'data':
      return { lines: [data_code(state)], result: `data.${rest.join('.')}${rest[0] === 'labels' ? '' : '.data'}[${index}]` };
    case 'grid':
      return { lines: [data_code(state), ...grid_code(state)], result: `grid.data[${index}]` };
    case 'predict':
    case 'probabilities':
      return run_program(state, network, `run.${kind}(grid).data[${index}]`, grid_code(state));
    case 'histogram':
      return histogram_code(state, rest[0] as keyof typeof bins, network, index);
    case 'data_loss':
      return run_program(state, network, 'run.data_loss()', [], Number(index));
    case 'dead':
      return run_program(state, network, `${dead_units}.dead.length`, [], Number(index));
    case 'replay':
      return replay_code(state, network, index);
    default:
      return network_program(state, kind, index);
  }
};
