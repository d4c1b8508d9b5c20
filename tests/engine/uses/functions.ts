/** The functions of a lab that create or apply layers, networks, data sets and files. */
import type { Lab } from 'ffn-lab';
import { golden_file, numpy_file } from '../checkpoint_files.js';
import {
  all_optional,
  any_number,
  any_text,
  finite,
  may_be_empty,
  no_arguments,
  optional,
  other_members,
  owned,
  positive,
  range,
  seed,
  signal,
} from './vocabulary.js';
import type { Given, Uses } from './vocabulary.js';

const weight_options = { bias: true, init: 'gpt2', seed: 3 };
const sizes = ({ d_model, d_ff }: Given) => ({ d_model, d_ff, ...weight_options, gated: true });
const behaviour = { activation: 'silu', dropout: 0.5, dropout_placement: 'output' };
const norms = { n_heads: 2, norm: 'post', shortcuts: true, feed_forward_only: false, causal: true };
const block = { ...norms, qkv_bias: true };
const dropouts = { dropout: 0.5, attention_dropout: 0.5, feed_forward_dropout: 0.5 };
const dropout_options = Object.keys(dropouts).join(' ');
const block_options = `n_heads norm shortcuts feed_forward_only causal qkv_bias d_ff bias gated init seed activation ${dropout_options}`;

const networks: Uses<Lab> = {
  FeedForward: {
    args: (given) => [
      [{ ...sizes(given), ...behaviour }],
      [
        {
          weights: given.keep(given.lab.FeedForward(sizes(given) as never)).weights(),
          layout: 'out_in',
          ...behaviour,
        },
      ],
    ],
    accepts: [
      ...optional('0', 'd_ff bias gated init seed activation dropout dropout_placement layout'),
      ...seed('0.seed'),
      ...optional('0.weights', 'b1 b_gate b2'),
    ],
  },
  LayerNorm: {
    args: ({ d_model, tensor }) => [
      [{ features: d_model, eps: 1e-5 }],
      [{ weights: { scale: tensor(d_model), shift: tensor(d_model) }, eps: 1e-5 }],
    ],
    accepts: [...optional('0', 'eps'), ...positive('0.eps')],
  },
  Attention: {
    args: ({ lab, keep, d_model }) => [
      [{ d_model, n_heads: 2, causal: false, dropout: 0.5, qkv_bias: true, init: 'gpt2', seed: 3 }],
      [
        {
          weights: keep(lab.Attention({ d_model, n_heads: 2 })).weights(),
          n_heads: 2,
          causal: false,
          dropout: 0.5,
        },
      ],
    ],
    accepts: [
      ...optional('0', 'causal dropout qkv_bias init seed'),
      ...seed('0.seed'),
      ...optional('0.weights', 'b_query b_key b_value b_output'),
    ],
  },
  TransformerBlock: {
    args: (given) => {
      const { lab, keep, d_model, d_ff } = given;
      const weights = keep(lab.TransformerBlock({ d_model, d_ff })).weights();
      return [
        [{ ...sizes(given), ...block, ...dropouts, activation: 'silu' }],
        [{ weights, ...norms, ...dropouts, activation: 'silu' }],
      ];
    },
    accepts: [
      ...optional('0', block_options),
      ...seed('0.seed'),
      ...optional('0.weights.attention', 'b_query b_key b_value b_output'),
      ...optional('0.weights.feed_forward', 'b1 b2'),
    ],
  },
  BlockStack: {
    args: (given) => {
      const { lab, keep, d_model, d_ff } = given;
      const weights = keep(lab.BlockStack({ d_model, d_ff, n_layers: 2 })).weights();
      return [
        [{ ...sizes(given), ...block, ...dropouts, activation: 'silu', n_layers: 2 }],
        [{ weights, n_heads: 2 }],
      ];
    },
    accepts: [
      ...optional('0', block_options),
      ...seed('0.seed'),
      /^0\.weights\.blocks\.\d\.(attention|feed_forward)\.b\w+ = undefined$/,
    ],
  },
  feed_forward_from_scratch: {
    args: ({ x, tensor, d_model, d_ff }) => [
      [x, tensor(d_model, d_ff), tensor(d_ff), tensor(d_ff, d_model), tensor(d_model), 'relu'],
    ],
    accepts: optional('5', ''),
  },
};

const layer = ({ tensor, d_model }: Given) => ({ weight: tensor(2, d_model), bias: tensor(2) });

const tensors: Uses<Lab> = {
  activation: {
    args: ({ tensor }) => [
      ['gelu', [1, 2]],
      ['gelu', tensor(3).data],
    ],
    accepts: [
      ...any_number('1', '0 1'),
      ...may_be_empty('1'),
      '1 = Float32Array',
      '1 = one too long',
      '1 = plain array',
    ],
  },
  linear_weights: {
    args: ({ d_model, d_ff }) => [
      [{ in_features: d_model, out_features: d_ff, ...weight_options }],
    ],
    accepts: [...optional('0', 'bias init seed'), ...seed('0.seed')],
  },
  linear: {
    args: (given) => [[given.x, layer(given)]],
    accepts: [...optional('1', 'bias'), other_members('1')],
  },
  linear_backward: {
    args: (given) => [[given.x, layer(given), given.tensor(...given.x.shape.slice(0, -1), 2)]],
    accepts: [...optional('1', 'bias'), other_members('1')],
  },
  dropout: { args: (given) => [[given.x, 0.5, given.generator()]] },
  apply_dropout_mask: { args: ({ x }) => [[x, x]] },
  add: { args: ({ x }) => [[x, x]] },
  multiply: { args: ({ x }) => [[x, x]] },
  softmax: { args: ({ x }) => [[x]] },
  softmax_backward: { args: ({ x }) => [[x, x]] },
  RandomState: { args: () => [[3]], accepts: [...optional('0', ''), ...seed('0')] },
  mse_loss: { args: ({ x }) => [[x, x]] },
  cross_entropy: {
    args: ({ tensor, d_model }) => [
      [tensor(3, d_model), [0, 1, 1]],
      [tensor(3, d_model), Int32Array.of(0, 1, 1)],
    ],
    accepts: ['1 = plain array'],
  },
};

const training = {
  activation: 'relu',
  dropout: 0.1,
  dropout_placement: 'hidden',
  optimizer: 'sgd',
  lr: 0.1,
  weight_decay: 0.1,
  momentum: 0.5,
  nesterov: true,
  beta1: 0.8,
  beta2: 0.9,
  eps: 1e-6,
  shortcut: false,
  freeze_outer: true,
  seed: 3,
  batch_size: 4,
  snapshot_every: 8,
};
const training_options =
  'optimizer lr weight_decay nesterov beta1 beta2 eps activation dropout dropout_placement shortcut freeze_outer seed batch_size snapshot_every d_model d_ff bias gated init';
const run_sizes = { d_model: 4, d_ff: 8, bias: true, gated: false, init: 'gpt2' } as const;
export const small_dataset = (lab: Lab) => lab.dataset({ kind: 'xor', n: 8 });
const of_dataset = [
  other_members('0.dataset'),
  ...any_text('0.dataset.classes', '0 1'),
  '0.dataset.labels = plain array',
];

const data_and_training: Uses<Lab> = {
  dataset: {
    args: () => [
      [{ kind: 'sine', n: 5, noise: 0.1, seed: 3 }],
      [{ kind: 'polynomial', n: 5, coefficients: [1, 2] }],
    ],
    accepts: [
      ...optional('0', 'n noise seed coefficients'),
      ...seed('0.seed'),
      ...positive('0.noise'),
      ...finite('0.coefficients', '0 1'),
    ],
  },
  dataset_from_csv: {
    args: () => [
      ['a,b\n1,2\n3,4', { separator: ',', header: true, task: 'regression', targets: 1 }],
    ],
    accepts: all_optional('1', 'separator header task targets'),
  },
  grid: {
    args: () => [[{ d_in: 2, low: -1, high: 1, points: 3 }]],
    accepts: [...all_optional('0', 'd_in low high points'), ...range('0', 'low', 'high')],
  },
  TrainingRun: {
    args: ({ lab, keep, tensor }) => {
      const dataset = { inputs: tensor(4, 2), targets: tensor(4, 1) };
      const weights = keep(lab.TrainingRun({ dataset, ...run_sizes })).weights();
      return [[{ dataset: small_dataset(lab), ...training, ...run_sizes }], [{ dataset, weights }]];
    },
    accepts: [
      ...of_dataset,
      ...optional('0', training_options),
      ...seed('0.seed'),
      ...positive('0', 'lr weight_decay eps'),
      ...optional('0', 'dataset.classes weights'),
      ...optional('0.weights', 'b_in b1 b2 b_out'),
    ],
  },
  twin_runs: {
    args: ({ lab }) => [[{ dataset: small_dataset(lab), d_model: 4 }, ['relu', 'gelu']]],
    accepts: [...of_dataset, ...optional('0', 'dataset.classes d_model'), ...may_be_empty('1')],
  },
  pool: {
    args: () => [[{ workers: 1 }]],
    accepts: all_optional('0', 'workers'),
    expensive: true,
  },
};

const reading = [...all_optional('1', 'signal'), '1.signal = Proxy', '0 = Proxy'];

/** The files of a model beside its tensors, parsed. */
const model_files = {
  config: { activation_function: 'gelu_new' },
  index: { weight_map: { 'wte.weight': 'model.safetensors' } },
};

const files: Uses<Lab> = {
  open_checkpoint: {
    args: () => [
      [golden_file('gpt2_f32'), { signal: signal() }],
      [new Blob([golden_file('gpt2_f32')])],
      [[golden_file('gpt2_f32')], model_files],
    ],
    accepts: [
      ...reading,
      ...optional('1', 'config index'),
      '1.config = {}',
      other_members('1.config'),
      other_members('1.index'),
      // JSON omits or replaces these; the core reads a member when it needs it.
      /^1\.config\.activation_function = /,
      /^1\.index\.weight_map(\.wte\.weight)? = /,
    ],
  },
  read_npy: {
    args: () => [[numpy_file('f4'), { signal: signal() }], [new Blob([numpy_file('f4')])]],
    accepts: reading,
  },
  write_safetensors: {
    args: ({ tensor }) => [[{ a: tensor(2), b: tensor(1, 2) }, { format: 'pt' }, { dtype: 'F16' }]],
    accepts: [
      '0 = {}',
      other_members('1'),
      ...all_optional('1', 'format').slice(0, 2),
      ...any_text('1.format'),
      ...all_optional('2', 'dtype'),
    ],
  },
};

export const functions: Uses<Lab> = {
  ...owned,
  info: no_arguments,
  backend: no_arguments,
  'set backend': { args: () => [['tiles']] },
  ...networks,
  ...tensors,
  ...data_and_training,
  ...files,
};
