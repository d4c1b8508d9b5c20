/** The functions of a lab that analyse activations, tensors, networks and costs. */
import type { Lab } from 'ffn-lab';
import {
  all_optional,
  finite,
  may_be_empty,
  optional,
  other_members,
  positive,
  range,
  seed,
} from './vocabulary.js';
import type { Given, Uses } from './vocabulary.js';

const points = { low: -1, high: 1, points: 5 };
const any_points = (path: string) => [
  ...all_optional(path, 'low high points'),
  ...range(path, 'low', 'high'),
];

const activations_and_costs: Uses<Lab> = {
  activation_landmarks: { args: () => [['gelu']] },
  largest_difference: { args: () => [['gelu', 'gelu_tanh']] },
  compare_activations: { args: () => [[['gelu', 'relu'], points]], accepts: any_points('1') },
  activation_difference: { args: () => [['gelu', 'relu', points]], accepts: any_points('2') },
  feed_forward_cost: {
    args: ({ d_model, d_ff }) => [[{ d_model, d_ff, bias: true, gated: true }]],
    accepts: optional('0', 'd_ff bias gated'),
  },
  ratio_costs: {
    args: ({ d_model }) => [[{ d_model, ratios: [1, 2], bias: true }]],
    accepts: [...optional('0', 'ratios bias'), ...may_be_empty('0.ratios')],
  },
  attention_cost: {
    args: ({ d_model }) => [[{ d_model, seq_len: 3, causal: true, qkv_bias: true }]],
    accepts: optional('0', 'causal qkv_bias'),
  },
  model_cost: {
    args: ({ d_model, d_ff }) => [
      [
        {
          n_layers: 2,
          d_model,
          d_ff,
          n_vocab: 10,
          n_context: 5,
          qkv_bias: true,
          tied_embedding: true,
        },
      ],
    ],
    accepts: all_optional('0', 'n_layers d_model d_ff n_vocab n_context qkv_bias tied_embedding'),
  },
  dimension_check: {
    args: ({ d_model, d_ff }) => [
      [
        {
          d_model,
          d_ff,
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
    args: ({ d_model }) => [[[{ d_model }, { d_model: 8 }]]],
    accepts: [...optional('0', ''), ...may_be_empty('0')],
  },
};

const tensors: Uses<Lab> = {
  summarize: { args: ({ x }) => [[x]] },
  mean_absolute_difference: { args: ({ x }) => [[x, x]], gives: 0 },
  difference: {
    args: ({ x }) => [[x, x, { percentiles: [50, 90] }]],
    accepts: [
      ...all_optional('2', 'percentiles'),
      ...may_be_empty('2.percentiles'),
      '2.percentiles.0 = 1.5',
      '2.percentiles.1 = 1.5',
    ],
  },
  difference_by_token: { args: ({ x }) => [[x, x]] },
  percentiles: {
    args: ({ x }) => [[x, [50, 90]]],
    accepts: [...may_be_empty('1'), '1.0 = 1.5', '1.1 = 1.5'],
  },
  rank_test: { args: ({ x }) => [[x, x]] },
  histogram: {
    args: ({ x }) => [[x, { bins: 4, range: [-1, 1] }]],
    accepts: [...all_optional('1', 'bins range'), ...range('1.range', '0', '1')],
  },
  sparsity: {
    args: ({ x }) => [[x, { threshold: 0.1 }]],
    accepts: [...all_optional('1', 'threshold'), ...positive('1.threshold')],
  },
};

const dropout_experiment = {
  args: (given: Given) => [
    [
      given.network(),
      given.x,
      { dropout: 0.5, dropout_placement: 'output', passes: 3, seed: 3, token: 1, feature: 2 },
    ],
  ],
  accepts: [
    ...all_optional('2', 'dropout dropout_placement passes seed token feature'),
    ...seed('2.seed'),
  ],
};

const networks: Uses<Lab> = {
  independence: {
    args: (given) => [[given.network(), given.x, { changed_token: 1, change: 2, seed: 3 }]],
    accepts: [
      ...all_optional('2', 'changed_token change seed'),
      ...seed('2.seed'),
      ...finite('2.change'),
    ],
  },
  dropout_statistics: dropout_experiment,
  DropoutRun: dropout_experiment,
  ForwardStages: { args: (given) => [[given.network(), given.x]] },
  dead_units: {
    args: (given) => {
      const { pre_activation, hidden } = given.network().trace(given.x);
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
    args: (given) => {
      const network = given.network();
      const { hidden_dropped } = network.trace(given.x);
      return [[network, { hidden_dropped }, { token: 1, top: 3 }]];
    },
    accepts: [other_members('1'), ...all_optional('2', 'token top')],
  },
  neuron: {
    args: (given) => {
      const network = given.network();
      const { pre_activation, hidden_dropped } = network.trace(given.x);
      return [[network, { pre_activation, hidden_dropped }, { token: 1, neuron: 2 }]];
    },
    accepts: [other_members('1')],
  },
  ablate: {
    args: (given) => [
      [given.network(), given.x, { neurons: [1, 2], factor: 0.5, site: 'after_activation' }],
    ],
    accepts: [...optional('2', 'factor site'), ...finite('2.factor')],
  },
  trace_dot: {
    args: (given) => [[given.network(), given.x, { layer: 'linear1', token: 1, feature: 2 }]],
    accepts: optional('2', 'token feature'),
  },
  forward_statistics: { args: (given) => [[given.network(), given.x]] },
  compare_forward: { args: (given) => [[given.network(), given.x, 'relu', 'gelu']] },
};

export const analyses: Uses<Lab> = { ...activations_and_costs, ...tensors, ...networks };
