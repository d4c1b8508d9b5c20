import {
  type ModuleInstance,
  instance_of,
  expect_boolean,
  expect_list,
  expect_name,
  expect_number,
  option,
  type OptionsOf,
  raw_of,
  type RawHandle,
  type RawModule,
  read_options,
  required,
  call,
  type OwnInt32Array,
} from '../edge/index.js';
import { LanguageModel, language_model_sizes, type Predictions } from '../layers/language_model.js';
import type { activation_option } from '../layers/network_options.js';
import { adamw_options, RecordedRun, snapshot_option } from './recorded_run.js';
import { expect_sentences, type Sentence } from '../layers/sentences.js';

const training_options = {
  ...snapshot_option,
  ...adamw_options,
  /** Sentences of two tokens or more. The last token of each is its answer. */
  sentences: required(
    (argument, value) =>
      expect_list(argument, value, 'an array of sentences') as readonly Sentence[],
  ),
  /** Largest number of tokens in a sentence; default: the length of the longest sentence here. */
  n_positions: option(expect_number),
  /** Learning rate at the end of the warm-up, its largest value; default 0.01. */
  lr: option(expect_number),
  /**
   * Weight decay of the matrices, decoupled from the gradient; default 0.1. Biases and norms do not
   * decay.
   */
  weight_decay: option(expect_number),
  /** Step at which the learning rate reaches its final value; default 500. */
  schedule_steps: option(expect_number),
  /** Steps in which the learning rate grows linearly, fewer than schedule_steps; default 20. */
  warm_up_steps: option(expect_number),
  /** Final learning rate as a fraction of `lr`, 0 to 1; default 0. */
  final_share: option(expect_number),
  /**
   * Words whose cross-entropy is the loss: every next word, or only the answers; default
   * `every_word`.
   */
  learned: option(expect_name<Predictions>),
  /**
   * With `every_word`: weight in the loss of the words before the answer, 0 to 1; default 1. The
   * answer's weight is 1.
   */
  prompt_loss_weight: option(expect_number),
  /** Whether weight decay applies to the weights of the feed-forward networks; default true. */
  decay_feed_forward: option(expect_boolean),
  /**
   * Sentences per step, from 1 to their number; default 96, or all sentences if there are fewer.
   */
  batch_size: option(expect_number),
};

/**
 * Sentences, sizes of the model, and options of the optimizer: AdamW with warm-up and cosine decay
 * of the learning rate.
 */
export interface LanguageTrainingOptions extends OptionsOf<
  typeof training_options &
    typeof adamw_options &
    typeof snapshot_option &
    typeof language_model_sizes &
    typeof activation_option
> {}

/**
 * Training of a language model on sentences: cross-entropy of the next word.
 *
 * The same sentences and options give the same model in every run of the build `simd`. Runs that differ only in the activation start with the same weights and use the same
 * batches.
 */
export class LanguageTraining extends RecordedRun<RawHandle> {
  /** @internal Use `lab.LanguageTraining(options)`. */
  constructor(instance: ModuleInstance, options: LanguageTrainingOptions) {
    const make = (module: RawModule): RawHandle => {
      const { sentences, ...read } = read_options(options, {
        ...training_options,
        ...language_model_sizes,
      });
      return call(module, 'make_language_training', {
        ...read,
        sentences: expect_sentences('sentences', sentences),
      });
    };
    super('LanguageTraining', instance, make, ['parameter_count']);
  }

  /** Returns the most probable last word of each sentence at the current step. */
  answers(): OwnInt32Array {
    return call(raw_of(this), 'answers');
  }

  /**
   * Returns the number of sentences whose last word is the most probable one at the current step.
   */
  facts_right(): number {
    return call(raw_of(this), 'facts_right');
  }

  /** Returns a copy of the model at the current step. Dispose of it when done. */
  model(): LanguageModel {
    return new LanguageModel(instance_of(this), undefined, call(raw_of(this), 'model'));
  }
}
