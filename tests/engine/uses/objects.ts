/** The classes of the package, except those of language models. */
import * as api from 'ffn-lab';
import type { Attention, BlockStack, LayerNorm, TransformerBlock } from 'ffn-lab';
import { golden_file } from '../checkpoint_files.js';
import { small_dataset } from './functions.js';
import {
  after_dispose,
  all_optional,
  any_number,
  any_weights,
  may_be_empty,
  no_arguments,
  optional,
  owned,
  positive,
  seed,
  signal,
  recorded_run,
} from './vocabulary.js';
import type { Kind, Use, Uses } from './vocabulary.js';

/** Returns a use that accepts more misuses. */
const accepting = <Subject>(use: Use<Subject> | undefined, ...misuses: RegExp[]): Use<Subject> => {
  if (use === undefined) throw new Error('there is no such use');
  return { ...use, accepts: [...(use.accepts ?? []), ...misuses] };
};

const network: Uses<api.FeedForward | LayerNorm | Attention | TransformerBlock | BlockStack> = {
  ...owned,
  forward: {
    args: (given) => [
      [given.x, { dropout_rng: given.generator(), output: new Float32Array(given.x.data.length) }],
    ],
    accepts: all_optional('1', 'dropout_rng output'),
  },
  trace: {
    args: (given, made) => {
      const dropout_rng = given.generator();
      return [[given.x, { dropout_rng, into: made.trace(given.x, { dropout_rng }) }]];
    },
    accepts: all_optional('1', 'dropout_rng into'),
  },
  backward: {
    args: ({ x }, made) => (made.trace(x), [[x, { into: made.backward(x) }]]),
    accepts: all_optional('1', 'into'),
  },
  weights: no_arguments,
  set_weights: { args: (_, made) => [[made.weights()]], accepts: any_weights('0') },
};

const feed_forward: Uses<api.FeedForward> = {
  ...network,
  backward: {
    args: ({ x }, ffn) => {
      ffn.trace(x);
      return [[x, { trace: true, into: ffn.backward(x, { trace: true }) }]];
    },
    accepts: all_optional('1', 'trace into'),
  },
  activation: after_dispose,
  'set activation': { args: () => [['relu']] },
  layers: no_arguments,
  state_dict: { args: () => [['module'], ['sequential']], accepts: optional('0', '') },
  load_state_dict: { args: (_, ffn) => [[ffn.state_dict()], [ffn.state_dict('sequential')]] },
  gradient_check: {
    args: ({ x }) => [[x, { step: 1e-6, seed: 1 }]],
    accepts: [...all_optional('1', 'step seed'), ...seed('1.seed'), ...positive('1.step')],
  },
  toString: no_arguments,
};

const layer_norm: Uses<LayerNorm> = {
  ...network,
  trace: accepting(network.trace, /^1\.into\.(?:mean|reciprocal_deviation)\.data = Float32Array$/),
};

/** Misuses of the list of blocks of `into`: only the blocks of the network are read. */
const other_blocks = /^1\.into\.blocks = (?:holes|an object in it)$/;

const block_stack: Uses<BlockStack> = {
  ...network,
  trace: accepting(network.trace, other_blocks),
  backward: accepting(network.backward, other_blocks),
  set_weights: {
    args: (_, stack) => [[stack.weights()]],
    accepts: [
      ...any_weights('0'),
      ...may_be_empty('0.blocks'),
      '0.blocks = holes',
      '0.blocks = an object in it',
    ],
  },
  gradient_by_depth: {
    args: (given) => [[given.x, given.x, { dropout_rng: given.generator() }]],
    accepts: all_optional('2', 'dropout_rng'),
  },
};

const random_state: Uses<api.RandomState> = {
  ...owned,
  randn: {
    args: () => [[[2, 3], { scale: 2 }]],
    accepts: [...all_optional('1', 'scale'), ...any_number('1.scale'), ...may_be_empty('0')],
  },
};

const dropout_run: Uses<api.DropoutRun> = {
  ...owned,
  passes: no_arguments,
  advance: { args: () => [[2]] },
  statistics: { args: (_, run) => (run.advance(2), [[]]) },
};

const forward_stages: Uses<api.ForwardStages> = {
  ...owned,
  run: { args: () => [['activation', 2]], accepts: optional('1', '') },
};

const training_run: Uses<api.TrainingRun> = {
  ...recorded_run,
  data_loss: no_arguments,
  data_gradients: no_arguments,
  data_accuracy: no_arguments,
  trace_data: no_arguments,
  next_batch: no_arguments,
  predict: { args: ({ tensor }) => [[tensor(3, 2)]] },
  probabilities: { args: ({ tensor }) => [[tensor(3, 2)]] },
  weights: no_arguments,
  set_weights: { args: (_, run) => [[run.weights()]] },
  set_lr: { args: () => [[0.1]], accepts: positive('0') },
};

const reading = (names: string) => [...all_optional('1', names), '1.signal = Proxy'];
const block_options = {
  activation: 'relu',
  shortcuts: true,
  causal: true,
  dropout: 0.5,
  attention_dropout: 0.5,
  feed_forward_dropout: 0.5,
};
const stack_options = { stack: 'h.*.mlp', layout: 'in_out' };
const network_options = {
  ...stack_options,
  activation: 'relu',
  dropout: 0.5,
  dropout_placement: 'hidden',
};

/** States what the names of the small golden file leave open. */
const gpt2_config = { model_type: 'gpt2', activation_function: 'gelu_new', n_head: 2 };

const checkpoint: Uses<api.Checkpoint> = {
  ...owned,
  tensor: {
    args: () => [['wte.weight', { rows: [1, 2], signal: signal() }]],
    accepts: reading('signal rows'),
  },
  feed_forward_table: {
    args: () => [[stack_options]],
    accepts: all_optional('0', Object.keys(stack_options).join(' ')),
  },
  feed_forward_tables: {
    args: () => [[{ layout: 'in_out' }]],
    accepts: all_optional('0', 'layout'),
  },
  feed_forward: {
    args: () => [[1, { ...network_options, signal: signal(), on_progress: () => undefined }]],
    accepts: reading(`${Object.keys(network_options).join(' ')} signal on_progress`),
  },
  block: {
    args: () => [[1, { n_heads: 2, ...block_options, signal: signal() }]],
    accepts: reading(`${Object.keys(block_options).join(' ')} n_heads signal`),
  },
  block_weights: { args: () => [[1, { signal: signal() }]], accepts: reading('signal') },
  language_model: {
    args: () => [[{ n_heads: 2, activation: 'relu', signal: signal() }]],
    accepts: [...all_optional('0', 'n_heads activation signal'), '0.signal = Proxy'],
  },
};

const linear_layer: Uses<api.LinearLayer> = {
  weight: no_arguments,
  bias: no_arguments,
  'set weight': { args: (_, layer) => [[layer.weight]] },
  'set bias': { args: (_, layer) => [[layer.bias]] },
  copy_from: { args: (given) => [[given.network().layers[0]]] },
};

const layers: readonly Kind[] = [
  {
    name: 'FeedForward',
    type: api.FeedForward,
    make: ({ lab, d_model }) => lab.FeedForward({ d_model }),
    uses: feed_forward,
  },
  {
    name: 'LinearLayer',
    type: api.LinearLayer,
    make: (given) => given.network().layers[0] as api.LinearLayer,
    uses: linear_layer,
    never_disposed: true,
  },
  {
    name: 'LayerNorm',
    type: api.LayerNorm,
    make: ({ lab, d_model }) => lab.LayerNorm({ features: d_model }),
    uses: layer_norm,
  },
  {
    name: 'Attention',
    type: api.Attention,
    make: ({ lab, d_model }) => lab.Attention({ d_model, n_heads: 2 }),
    uses: network,
  },
  {
    name: 'TransformerBlock',
    type: api.TransformerBlock,
    make: ({ lab, d_model }) => lab.TransformerBlock({ d_model, n_heads: 2 }),
    uses: network,
  },
  {
    name: 'BlockStack',
    type: api.BlockStack,
    make: ({ lab, d_model }) => lab.BlockStack({ d_model, n_heads: 2, n_layers: 2 }),
    uses: block_stack,
  },
];

export const object_kinds: readonly Kind[] = [
  ...layers,
  {
    name: 'RandomState',
    type: api.RandomState,
    make: ({ lab }) => lab.RandomState(1),
    uses: random_state,
  },
  {
    name: 'DropoutRun',
    type: api.DropoutRun,
    make: (given) => given.lab.DropoutRun(given.network(), given.x, { passes: 9 }),
    uses: dropout_run,
  },
  {
    name: 'ForwardStages',
    type: api.ForwardStages,
    make: (given) => given.lab.ForwardStages(given.network(), given.x),
    uses: forward_stages,
  },
  {
    name: 'TrainingRun',
    type: api.TrainingRun,
    make: ({ lab }) => lab.TrainingRun({ dataset: small_dataset(lab), d_model: 4 }),
    uses: training_run,
  },
  {
    name: 'Checkpoint',
    type: api.Checkpoint,
    make: ({ lab }) => lab.open_checkpoint(golden_file('gpt2_f32'), { config: gpt2_config }),
    uses: checkpoint,
  },
];
