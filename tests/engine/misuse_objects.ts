/**
 * Valid arguments of every public method of the package's objects, and the misuses that are valid,
 * too.
 */
import { readFileSync } from 'node:fs';
import * as api from 'ffn-lab';
import type {
  Attention,
  BlockStack,
  Checkpoint,
  DropoutRun,
  FeedForward,
  ForwardStages,
  Lab,
  LayerNorm,
  LinearLayer,
  Pool,
  RandomState,
  TrainingRun,
  TransformerBlock,
} from 'ffn-lab';
import { golden_file } from './checkpoint_files.js';
import { lab_uses } from './misuse_lab.js';
import {
  fact_table,
  language_model,
  language_training,
  make_model,
  make_table,
  make_training,
} from './misuse_language.js';
import {
  after_dispose,
  all_optional,
  any_number,
  any_weights,
  may_be_empty,
  no_arguments,
  optional,
  positive,
  seed,
  tensor,
  x,
} from './misuse_table.js';
import type { Uses } from './misuse_table.js';

/** A class of the package. */
export interface Kind {
  readonly name: string;
  readonly type: { readonly prototype: object };
  /** Creates an object. */
  readonly make: (lab: Lab) => object | Promise<object>;
  readonly uses: Uses<never>;
  /** The object has no dispose(); it belongs to another object. */
  readonly never_disposed?: true;
}

const owned = { dispose: after_dispose, 'Symbol.dispose': after_dispose };
const pass = { accepts: all_optional('1', 'dropout_rng') };

const network: Uses<FeedForward | LayerNorm | Attention | TransformerBlock | BlockStack> = {
  ...owned,
  forward: {
    args: (_, lab) => [
      [x, { dropout_rng: lab.RandomState(3), output: new Float32Array(x.data.length) }],
    ],
    accepts: all_optional('1', 'dropout_rng output'),
  },
  trace: { args: (_, lab) => [[x, { dropout_rng: lab.RandomState(3) }]], ...pass },
  backward: { args: (ffn) => (ffn.trace(x), [[x]]) },
  weights: no_arguments,
  set_weights: { args: (ffn) => [[ffn.weights()]], accepts: any_weights('0') },
};

const feed_forward: Uses<FeedForward> = {
  ...network,
  backward: {
    args: (ffn) => (ffn.trace(x), [[x, { trace: true }]]),
    accepts: all_optional('1', 'trace'),
  },
  activation: after_dispose,
  'set activation': { args: () => [['relu']] },
  layers: no_arguments,
  state_dict: { args: () => [['module'], ['sequential']], accepts: optional('0', '') },
  load_state_dict: { args: (ffn) => [[ffn.state_dict()], [ffn.state_dict('sequential')]] },
  gradient_check: {
    args: () => [[x, { step: 1e-6, seed: 1 }]],
    accepts: [...all_optional('1', 'step seed'), ...seed('1.seed'), ...positive('1.step')],
  },
  toString: no_arguments,
};

const block_stack: Uses<BlockStack> = {
  ...network,
  set_weights: {
    args: (stack) => [[stack.weights()]],
    accepts: [
      ...any_weights('0'),
      ...may_be_empty('0.blocks'),
      '0.blocks = holes',
      '0.blocks = an object in it',
    ],
  },
  gradient_by_depth: {
    args: (_, lab) => [[x, x, { dropout_rng: lab.RandomState(3) }]],
    accepts: all_optional('2', 'dropout_rng'),
  },
};

const random_state: Uses<RandomState> = {
  ...owned,
  randn: {
    args: () => [[[2, 3], { scale: 2 }]],
    accepts: [...all_optional('1', 'scale'), ...any_number('1.scale'), ...may_be_empty('0')],
  },
};

const dropout_run: Uses<DropoutRun> = {
  ...owned,
  passes: no_arguments,
  advance: { args: () => [[2]] },
  statistics: { args: (run) => (run.advance(2), [[]]) },
};

const forward_stages: Uses<ForwardStages> = {
  ...owned,
  run: { args: () => [['activation', 2]], accepts: optional('1', '') },
};

const training_run: Uses<TrainingRun> = {
  ...owned,
  steps: no_arguments,
  recorded_steps: no_arguments,
  lr: no_arguments,
  non_finite: no_arguments,
  step: { args: () => [[2]], accepts: optional('0', '') },
  rewind: { args: () => [[0]] },
  losses: no_arguments,
  data_loss: no_arguments,
  data_gradients: no_arguments,
  data_accuracy: no_arguments,
  trace_data: no_arguments,
  next_batch: no_arguments,
  predict: { args: () => [[tensor(3, 2)]] },
  probabilities: { args: () => [[tensor(3, 2)]] },
  weights: no_arguments,
  set_weights: { args: (run) => [[run.weights()]] },
  set_lr: { args: () => [[0.1]], accepts: positive('0') },
};

const signal = () => new AbortController().signal;
const reading = (names: string) => [...all_optional('1', names), '1.signal = Proxy'];

const checkpoint: Uses<Checkpoint> = {
  ...owned,
  tensor: {
    args: () => [['wte.weight', { rows: [1, 2], signal: signal() }]],
    accepts: [...reading('signal rows')],
  },
  feed_forward_table: {
    args: () => [[{ layout: 'in_out' }]],
    accepts: all_optional('0', 'layout'),
  },
  feed_forward: {
    args: () => [
      [
        1,
        {
          layout: 'in_out',
          activation: 'relu',
          dropout: 0.5,
          dropout_placement: 'hidden',
          signal: signal(),
        },
      ],
    ],
    accepts: reading('layout activation dropout dropout_placement signal'),
  },
  block: {
    args: () => [
      [
        1,
        {
          n_heads: 2,
          activation: 'relu',
          shortcuts: true,
          causal: true,
          dropout: 0.5,
          attention_dropout: 0.5,
          feed_forward_dropout: 0.5,
          signal: signal(),
        },
      ],
    ],
    accepts: [
      ...optional(
        '1',
        'activation shortcuts causal dropout attention_dropout feed_forward_dropout signal',
      ),
      '1.signal = Proxy',
    ],
  },
  block_weights: { args: () => [[1, { signal: signal() }]], accepts: reading('signal') },
  language_model: {
    args: () => [[{ n_heads: 2, activation: 'relu', signal: signal() }]],
    accepts: [...optional('0', 'activation signal'), '0.signal = Proxy'],
  },
};

const pool: Uses<Pool> = {
  ...owned,
  workers: after_dispose,
  info: no_arguments,
  forward: {
    args: (_, lab) => [
      [
        lab.FeedForward({ d_model: 4 }),
        x,
        {
          split: 'tokens',
          signal: signal(),
          on_progress: () => undefined,
          output: new Float32Array(12),
        },
      ],
    ],
    accepts: [...all_optional('2', 'split signal on_progress output'), '2.signal = Proxy'],
  },
};

const linear_layer: Uses<LinearLayer> = {
  weight: no_arguments,
  bias: no_arguments,
  'set weight': { args: (layer) => [[layer.weight]] },
  'set bias': { args: (layer) => [[layer.bias]] },
  copy_from: { args: (_, lab) => [[lab.FeedForward({ d_model: 4 }).layers[0]]] },
};

const wasm = (file: string) =>
  new URL(`../../web/engine/dist/wasm/ffn-lab.${file}.wasm`, import.meta.url);
const module_of = (file: string) => new WebAssembly.Module(readFileSync(wasm(file)));

const load: Uses<object> = {
  load: {
    args: () => [
      [
        {
          variant: 'scalar',
          memory_limit: 2 ** 26,
          signal: signal(),
          wasm_url: wasm('scalar').href,
        },
      ],
      [{ variant: 'scalar', wasm_module: module_of('scalar') }],
    ],
    accepts: [
      ...all_optional('0', 'memory_limit signal wasm_url wasm_module'),
      '0.memory_limit = 2147483648',
      '0.signal = Proxy',
    ],
  },
};

const blobs = { dataset: (lab: Lab) => lab.dataset({ kind: 'xor', n: 8 }) };

export const kinds: readonly Kind[] = [
  { name: 'Lab', type: api.Lab, make: () => api.load(), uses: lab_uses },
  {
    name: 'FeedForward',
    type: api.FeedForward,
    make: (lab) => lab.FeedForward({ d_model: 4 }),
    uses: feed_forward,
  },
  {
    name: 'LayerNorm',
    type: api.LayerNorm,
    make: (lab) => lab.LayerNorm({ features: 4 }),
    uses: network,
  },
  {
    name: 'Attention',
    type: api.Attention,
    make: (lab) => lab.Attention({ d_model: 4, n_heads: 2 }),
    uses: network,
  },
  {
    name: 'TransformerBlock',
    type: api.TransformerBlock,
    make: (lab) => lab.TransformerBlock({ d_model: 4, n_heads: 2 }),
    uses: network,
  },
  {
    name: 'BlockStack',
    type: api.BlockStack,
    make: (lab) => lab.BlockStack({ d_model: 4, n_heads: 2, n_layers: 2 }),
    uses: block_stack,
  },
  {
    name: 'RandomState',
    type: api.RandomState,
    make: (lab) => lab.RandomState(1),
    uses: random_state,
  },
  {
    name: 'DropoutRun',
    type: api.DropoutRun,
    make: (lab) => lab.DropoutRun(lab.FeedForward({ d_model: 4 }), x, { passes: 9 }),
    uses: dropout_run,
  },
  {
    name: 'ForwardStages',
    type: api.ForwardStages,
    make: (lab) => lab.ForwardStages(lab.FeedForward({ d_model: 4 }), x),
    uses: forward_stages,
  },
  {
    name: 'TrainingRun',
    type: api.TrainingRun,
    make: (lab) => lab.TrainingRun({ dataset: blobs.dataset(lab), d_model: 4 }),
    uses: training_run,
  },
  { name: 'LanguageModel', type: api.LanguageModel, make: make_model, uses: language_model },
  { name: 'FactTable', type: api.FactTable, make: make_table, uses: fact_table },
  {
    name: 'LanguageTraining',
    type: api.LanguageTraining,
    make: make_training,
    uses: language_training,
  },
  {
    name: 'Checkpoint',
    type: api.Checkpoint,
    make: (lab) => lab.open_checkpoint(golden_file('gpt2_f32')),
    uses: checkpoint,
  },
  { name: 'Pool', type: api.Pool, make: (lab) => lab.pool({ workers: 1 }), uses: pool },
  {
    name: 'LinearLayer',
    type: api.LinearLayer,
    make: (lab) => lab.FeedForward({ d_model: 4 }).layers[0] as LinearLayer,
    uses: linear_layer,
    never_disposed: true,
  },
  {
    name: 'load',
    type: { prototype: { load: api.load } },
    make: () => ({ load: api.load }),
    uses: load,
    never_disposed: true,
  },
];
