/** Valid arguments of every public method of a lab, and the misuses that are valid, too. */
import type { Lab } from 'ffn-lab';
import { golden_file, numpy_file } from './checkpoint_files.js';
import { language_lab_uses } from './misuse_language.js';
import {
  after_dispose,
  all_optional,
  any_number,
  any_text,
  finite,
  may_be_empty,
  no_arguments,
  optional,
  other_members,
  positive,
  range,
  seed,
  tensor,
  x,
} from './misuse_table.js';
import type { Uses } from './misuse_table.js';

const network = (lab: Lab) => lab.FeedForward({ d_model: 4, d_ff: 8 });
const trace = (lab: Lab) => network(lab).trace(x);
const sizes = { d_model: 4, d_ff: 8, bias: true, gated: true, init: 'gpt2', seed: 3 };
const behaviour = { activation: 'silu', dropout: 0.5, dropout_placement: 'output' };
const norms = { n_heads: 2, norm: 'post', shortcuts: true, feed_forward_only: false, causal: true };
const block = { ...norms, qkv_bias: true };
const dropouts = { dropout: 0.5, attention_dropout: 0.5, feed_forward_dropout: 0.5 };
const biases = 'b_query b_key b_value b_output';
const dropout_options = 'dropout attention_dropout feed_forward_dropout';
const block_options = `n_heads norm shortcuts feed_forward_only causal qkv_bias d_ff bias gated init seed activation ${dropout_options}`;
const optimizer_options = 'optimizer lr weight_decay nesterov beta1 beta2 eps';
const training_options = `${optimizer_options} activation dropout dropout_placement shortcut seed batch_size snapshot_every d_model d_ff bias gated init`;
const data = (lab: Lab) => lab.dataset({ kind: 'xor', n: 8 });
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
  seed: 3,
  batch_size: 4,
  snapshot_every: 8,
};
const run_sizes = { d_model: 4, d_ff: 8, bias: true, gated: false, init: 'gpt2' };

export const lab_uses: Uses<Lab> = {
  ...language_lab_uses,
  info: no_arguments,
  dispose: after_dispose,
  'Symbol.dispose': after_dispose,
  backend: no_arguments,
  'set backend': { args: () => [['tiles']] },
  activation: {
    args: () => [
      ['gelu', [1, 2]],
      ['gelu', new Float32Array(3)],
    ],
    accepts: [
      ...any_number('1', '0 1'),
      ...may_be_empty('1'),
      '1 = Float32Array',
      '1 = one too long',
      '1 = plain array',
    ],
  },
  FeedForward: {
    args: (lab) => [
      [{ ...sizes, ...behaviour }],
      [
        {
          weights: lab.FeedForward({ ...sizes, init: 'gpt2' }).weights(),
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
  feed_forward_from_scratch: {
    args: () => [[x, tensor(4, 8), tensor(8), tensor(8, 4), tensor(4), 'relu']],
    accepts: optional('5', ''),
  },
  linear_weights: {
    args: () => [[{ in_features: 2, out_features: 3, bias: true, init: 'gpt2', seed: 3 }]],
    accepts: [...optional('0', 'bias init seed'), ...seed('0.seed')],
  },
  linear: {
    args: () => [[x, { weight: tensor(2, 4), bias: tensor(2) }]],
    accepts: [...optional('1', 'bias'), other_members('1')],
  },
  linear_backward: {
    args: () => [[x, { weight: tensor(2, 4), bias: tensor(2) }, tensor(3, 2)]],
    accepts: [...optional('1', 'bias'), other_members('1')],
  },
  dropout: { args: (lab) => [[x, 0.5, lab.RandomState(1)]] },
  apply_dropout_mask: { args: () => [[x, x]] },
  add: { args: () => [[x, x]] },
  multiply: { args: () => [[x, x]] },
  LayerNorm: {
    args: () => [
      [{ features: 4, eps: 1e-5 }],
      [{ weights: { scale: tensor(4), shift: tensor(4) }, eps: 1e-5 }],
    ],
    accepts: [...optional('0', 'eps'), ...positive('0.eps')],
  },
  softmax: { args: () => [[x]] },
  softmax_backward: { args: () => [[x, x]] },
  Attention: {
    args: (lab) => [
      [
        {
          d_model: 4,
          n_heads: 2,
          causal: false,
          dropout: 0.5,
          qkv_bias: true,
          init: 'gpt2',
          seed: 3,
        },
      ],
      [
        {
          weights: lab.Attention({ d_model: 4, n_heads: 2 }).weights(),
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
    args: (lab) => [
      [{ ...sizes, ...block, ...dropouts, activation: 'silu' }],
      [
        {
          weights: lab.TransformerBlock({ d_model: 4, d_ff: 8 }).weights(),
          ...norms,
          ...dropouts,
          activation: 'silu',
        },
      ],
    ],
    accepts: [
      ...optional('0', block_options),
      ...seed('0.seed'),
      ...optional('0.weights.attention', biases),
      ...optional('0.weights.feed_forward', 'b1 b2'),
    ],
  },
  BlockStack: {
    args: (lab) => [
      [{ ...sizes, ...block, ...dropouts, activation: 'silu', n_layers: 2 }],
      [{ weights: lab.BlockStack({ d_model: 4, d_ff: 8, n_layers: 2 }).weights(), n_heads: 2 }],
    ],
    accepts: [
      ...optional('0', block_options),
      ...seed('0.seed'),
      /^0\.weights\.blocks\.\d\.(attention|feed_forward)\.b\w+ = undefined$/,
    ],
  },
  open_checkpoint: {
    args: () => [
      [golden_file('gpt2_f32'), { signal: new AbortController().signal }],
      [new Blob([golden_file('gpt2_f32')])],
    ],
    accepts: [...all_optional('1', 'signal'), '1.signal = Proxy', '0 = Proxy'],
  },
  read_npy: {
    args: () => [
      [numpy_file('f4'), { signal: new AbortController().signal }],
      [new Blob([numpy_file('f4')])],
    ],
    accepts: [...all_optional('1', 'signal'), '1.signal = Proxy', '0 = Proxy'],
  },
  write_safetensors: {
    args: () => [[{ a: tensor(2), b: tensor(1, 2) }, { format: 'pt' }, { dtype: 'F16' }]],
    accepts: [
      '0 = {}',
      other_members('1'),
      ...all_optional('1', 'format').slice(0, 2),
      ...any_text('1.format'),
      ...all_optional('2', 'dtype'),
    ],
  },
  RandomState: { args: () => [[3]], accepts: [...optional('0', ''), ...seed('0')] },
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
  mse_loss: { args: () => [[x, x]] },
  cross_entropy: {
    args: () => [
      [x, [0, 1, 2]],
      [x, Int32Array.of(0, 1, 2)],
    ],
    accepts: ['1 = plain array'],
  },
  TrainingRun: {
    args: (lab) => [
      [{ dataset: data(lab), ...training, ...run_sizes }],
      [
        {
          dataset: { inputs: tensor(4, 2), targets: tensor(4, 1) },
          weights: lab
            .TrainingRun({
              dataset: { inputs: tensor(4, 2), targets: tensor(4, 1) },
              ...run_sizes,
              init: 'gpt2',
            })
            .weights(),
        },
      ],
    ],
    accepts: [
      other_members('0.dataset'),
      ...optional('0', training_options),
      ...seed('0.seed'),
      ...positive('0', 'lr weight_decay eps'),
      ...optional('0', 'dataset.classes weights'),
      ...optional('0.weights', 'b_in b1 b2 b_out'),
      ...any_text('0.dataset.classes', '0 1'),
      '0.dataset.labels = plain array',
    ],
  },
  twin_runs: {
    args: (lab) => [[{ dataset: data(lab), d_model: 4 }, ['relu', 'gelu']]],
    accepts: [
      other_members('0.dataset'),
      ...optional('0', 'dataset.classes d_model'),
      ...any_text('0.dataset.classes', '0 1'),
      '0.dataset.labels = plain array',
      ...may_be_empty('1'),
    ],
  },
  pool: { args: () => [[{ workers: 1 }]], accepts: all_optional('0', 'workers') },
  activation_landmarks: { args: () => [['gelu']] },
  largest_difference: { args: () => [['gelu', 'gelu_tanh']] },
  compare_activations: {
    args: () => [[['gelu', 'relu'], { low: -1, high: 1, points: 5 }]],
    accepts: [...all_optional('1', 'low high points'), ...range('1', 'low', 'high')],
  },
  activation_difference: {
    args: () => [['gelu', 'relu', { low: -1, high: 1, points: 5 }]],
    accepts: [...all_optional('2', 'low high points'), ...range('2', 'low', 'high')],
  },
  feed_forward_cost: {
    args: () => [[{ d_model: 4, d_ff: 8, bias: true, gated: true }]],
    accepts: optional('0', 'd_ff bias gated'),
  },
  ratio_costs: {
    args: () => [[{ d_model: 4, ratios: [1, 2], bias: true }]],
    accepts: [...optional('0', 'ratios bias'), ...may_be_empty('0.ratios')],
  },
  attention_cost: {
    args: () => [[{ d_model: 4, seq_len: 3, causal: true, qkv_bias: true }]],
    accepts: optional('0', 'causal qkv_bias'),
  },
  model_cost: {
    args: () => [
      [
        {
          n_layers: 2,
          d_model: 4,
          d_ff: 8,
          n_vocab: 10,
          n_context: 5,
          qkv_bias: true,
          tied_embedding: true,
        },
      ],
    ],
    accepts: all_optional('0', 'n_layers d_model d_ff n_vocab n_context qkv_bias tied_embedding'),
  },
  summarize: { args: () => [[x]] },
  mean_absolute_difference: { args: () => [[x, x]] },
  difference: {
    args: () => [[x, x, { percentiles: [50, 90] }]],
    accepts: [
      ...all_optional('2', 'percentiles'),
      ...may_be_empty('2.percentiles'),
      '2.percentiles.0 = 1.5',
      '2.percentiles.1 = 1.5',
    ],
  },
  difference_by_token: { args: () => [[x, x]] },
  percentiles: {
    args: () => [[x, [50, 90]]],
    accepts: [...may_be_empty('1'), '1.0 = 1.5', '1.1 = 1.5'],
  },
  histogram: {
    args: () => [[x, { bins: 4, range: [-1, 1] }]],
    accepts: [...all_optional('1', 'bins range'), ...range('1.range', '0', '1')],
  },
  sparsity: {
    args: () => [[x, { threshold: 0.1 }]],
    accepts: [...all_optional('1', 'threshold'), ...positive('1.threshold')],
  },
  dimension_check: {
    args: () => [
      [
        {
          d_model: 4,
          d_ff: 8,
          batch: 2,
          seq_len: 3,
          activation: 'relu',
          bias: true,
          gated: true,
          seed: 3,
        },
      ],
    ],
    accepts: [...optional('0', 'd_ff batch seq_len activation bias gated seed'), ...seed('0.seed')],
  },
  dimension_grid: {
    args: () => [[[{ d_model: 4 }, { d_model: 8 }]]],
    accepts: [...optional('0', ''), ...may_be_empty('0')],
  },
  independence: {
    args: (lab) => [[network(lab), x, { changed_token: 1, change: 2, seed: 3 }]],
    accepts: [
      ...all_optional('2', 'changed_token change seed'),
      ...seed('2.seed'),
      ...finite('2.change'),
    ],
  },
  dropout_statistics: {
    args: (lab) => [
      [
        network(lab),
        x,
        { dropout: 0.5, dropout_placement: 'output', passes: 3, seed: 3, token: 1, feature: 2 },
      ],
    ],
    accepts: [
      ...all_optional('2', 'dropout dropout_placement passes seed token feature'),
      ...seed('2.seed'),
    ],
  },
  DropoutRun: {
    args: (lab) => [
      [
        network(lab),
        x,
        { dropout: 0.5, dropout_placement: 'output', passes: 3, seed: 3, token: 1, feature: 2 },
      ],
    ],
    accepts: [
      ...all_optional('2', 'dropout dropout_placement passes seed token feature'),
      ...seed('2.seed'),
    ],
  },
  ForwardStages: { args: (lab) => [[network(lab), x]] },
  dead_units: {
    args: (lab) => {
      const { pre_activation, hidden } = trace(lab);
      return [
        [
          { pre_activation, hidden },
          { activation: 'gelu', threshold: 0.1 },
        ],
      ];
    },
    accepts: [other_members('0'), ...optional('1', 'threshold'), ...positive('1.threshold')],
  },
  rank_neurons: {
    args: (lab) => [
      [network(lab), { hidden_dropped: trace(lab).hidden_dropped }, { token: 1, top: 3 }],
    ],
    accepts: [other_members('1'), ...all_optional('2', 'token top')],
  },
  neuron: {
    args: (lab) => {
      const { pre_activation, hidden_dropped } = trace(lab);
      return [[network(lab), { pre_activation, hidden_dropped }, { token: 1, neuron: 2 }]];
    },
    accepts: [other_members('1')],
  },
  ablate: {
    args: (lab) => [[network(lab), x, { neurons: [1, 2], factor: 0.5, site: 'after_activation' }]],
    accepts: [...optional('2', 'factor site'), ...finite('2.factor')],
  },
  trace_dot: {
    args: (lab) => [[network(lab), x, { layer: 'linear1', token: 1, feature: 2 }]],
    accepts: optional('2', 'token feature'),
  },
  forward_statistics: { args: (lab) => [[network(lab), x]] },
  compare_forward: { args: (lab) => [[network(lab), x, 'relu', 'gelu']] },
};
