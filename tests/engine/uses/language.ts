/** Language models, their training and their analyses. */
import { FactTable, LanguageModel, LanguageTraining } from 'ffn-lab';
import type { Lab } from 'ffn-lab';
import {
  all_optional,
  any_weights,
  finite,
  may_be_empty,
  no_arguments,
  optional,
  owned,
  positive,
  seed,
  recorded_run,
} from './vocabulary.js';
import type { Given, Kind, Uses } from './vocabulary.js';

const sizes = {
  n_vocab: 6,
  n_positions: 4,
  n_layers: 2,
  d_model: 4,
  n_heads: 2,
  d_ff: 6,
  init: 'gpt2',
  seed: 3,
  activation: 'relu',
} as const;
const size_names = 'n_layers d_model n_heads d_ff init seed activation';
const sentences = [[1, 2], [3, 4, 5], Int32Array.of(0, 1)];
const switches = [
  { attention: false, feed_forward: true, silenced: [1] },
  { silenced: Int32Array.of(2) },
];
const learning = { lr: 0.1, weight_decay: 0.1, beta1: 0.8, beta2: 0.9, eps: 1e-6 };
const schedule = {
  schedule_steps: 30,
  warm_up_steps: 2,
  final_share: 0.5,
  learned: 'last_word',
  batch_size: 2,
  snapshot_every: 8,
} as const;
const training = { ...learning, ...schedule };
const rewriting = {
  fixed: [[3, 1]],
  block: 1,
  probability: 0.5,
  ridge: 0.5,
  step: 0.1,
  most_steps: 1,
};

/** An Int32Array may be any other list of numbers, of any length, if these are valid. */
const lists = (path: string) => new RegExp(`^${path}(\\.\\w+)* = (plain array|one too long)$`);
const switched_off = (path: string) => [
  ...all_optional(path, 'switches'),
  ...optional(`${path}.switches.0`, 'attention feed_forward silenced'),
  ...optional(`${path}.switches.1`, 'silenced'),
  ...may_be_empty(`${path}.switches`),
  ...may_be_empty(`${path}.switches.0.silenced`),
  ...may_be_empty(`${path}.switches.1.silenced`),
  `${path}.switches.0 = {}`,
  `${path}.switches.1 = {}`,
  lists(`${path}.switches`),
];

const model_of = ({ lab, keep }: Given) => keep(lab.LanguageModel(sizes));

const language_model: Uses<LanguageModel> = {
  ...owned,
  forward: {
    args: () => [[sentences, { predictions: 'last_word', switches }]],
    accepts: [...switched_off('1'), ...optional('1', 'predictions'), lists('0')],
  },
  next_word: {
    args: () => [[[1, 2], { top: 2, switches }]],
    accepts: [...switched_off('1'), ...optional('1', 'top')],
  },
  trace: { args: () => [[[1, 2], { switches }]], accepts: switched_off('1') },
  weights: no_arguments,
  set_weights: {
    args: (_, model) => [[model.weights()]],
    accepts: [
      ...any_weights('0'),
      ...may_be_empty('0.blocks'),
      '0.blocks = holes',
      '0.blocks = an object in it',
    ],
  },
  copy: no_arguments,
  to_safetensors: { args: () => [[{ dtype: 'F16' }]], accepts: all_optional('0', 'dtype') },
};

const fact_table: Uses<FactTable> = {
  ...owned,
  answers: { args: () => [[{ switches }]], accepts: switched_off('0') },
  right: { args: () => [[{ switches }]], accepts: switched_off('0') },
  hidden: { args: () => [[{ block: 1 }]], accepts: all_optional('0', 'block') },
  strongest_prompts: {
    args: () => [[{ unit: 1, count: 2, block: 1 }]],
    accepts: optional('0', 'count block'),
  },
};

const language_training: Uses<LanguageTraining> = {
  ...recorded_run,
  next_batch: no_arguments,
  answers: no_arguments,
  facts_right: no_arguments,
  model: no_arguments,
};

/** The functions of a lab. */
export const language_functions: Uses<Lab> = {
  LanguageModel: {
    args: () => [[sizes]],
    accepts: [...optional('0', size_names), ...seed('0.seed')],
  },
  LanguageTraining: {
    args: () => [[{ ...sizes, ...training, sentences }]],
    accepts: [
      ...optional('0', `${size_names} n_positions ${Object.keys(training).join(' ')}`),
      ...seed('0.seed'),
      ...positive('0', 'lr weight_decay eps'),
      lists('0.sentences'),
    ],
  },
  FactTable: { args: (given) => [[model_of(given), sentences]], accepts: [lists('1')] },
  unit_words: {
    args: (given) => [[model_of(given), { unit: 1, count: 2, block: 1 }]],
    accepts: optional('1', 'count block'),
  },
  attribute_units: { args: (given) => [[model_of(given), [1, 2], 3]] },
  knowledge_units: {
    args: (given) => [[model_of(given), [1, 2], { most: 1 }]],
    accepts: all_optional('2', 'most'),
  },
  rewrite: {
    args: (given) => [
      [model_of(given), { prompt: [1, 2], wanted: 3, prompts: sentences, ...rewriting }],
    ],
    accepts: [
      ...optional('1', Object.keys(rewriting).join(' ')),
      ...positive('1', 'ridge step'),
      lists('1.prompts'),
      ...may_be_empty('1.fixed'),
    ],
  },
  apply_rewrite: {
    args: (given) => {
      const model = model_of(given);
      const { block, output_factor, hidden_factor } = given.lab.rewrite(model, {
        prompt: [1, 2],
        wanted: 3,
        prompts: [[1]],
        most_steps: 1,
      });
      return [[model, { block, output_factor, hidden_factor }, { scale: -1 }]];
    },
    accepts: ['1 = with another name', ...all_optional('2', 'scale'), ...finite('2.scale')],
  },
};

export const language_kinds: readonly Kind[] = [
  {
    name: 'LanguageModel',
    type: LanguageModel,
    make: ({ lab }) => lab.LanguageModel(sizes),
    uses: language_model,
  },
  {
    name: 'FactTable',
    type: FactTable,
    make: (given) => given.lab.FactTable(model_of(given), sentences),
    uses: fact_table,
  },
  {
    name: 'LanguageTraining',
    type: LanguageTraining,
    make: ({ lab }) => lab.LanguageTraining({ ...sizes, ...training, sentences }),
    uses: language_training,
  },
];
