/** Options of a checkpoint's functions. */
import type { FusedOrder, ReadProgress } from './checkpoint_types.js';
import { model_file_options } from './opened_files.js';
import {
  type ActivationKind,
  type DropoutPlacement,
  expect_function,
  expect_list,
  expect_name,
  expect_number,
  expect_signal,
  expect_string,
  option,
  type OptionsOf,
  type WeightLayout,
  wrong_type,
} from '../edge/index.js';
import { behaviour_options, block_options } from '../layers/network_options.js';

export const signal_option = {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal: option((_, value) => expect_signal(value)),
};

/** Options of every function that reads from a file. */
export interface ReadOptions extends OptionsOf<typeof signal_option> {}

function expect_rows(argument: string, value: unknown): readonly [first: number, count: number] {
  const list = expect_list(argument, value, 'an array of two numbers');
  if (list.length !== 2) throw wrong_type(argument, value, 'an array of two numbers');
  return [expect_number(argument, list[0]), expect_number(argument, list[1])];
}

export const tensor_options = {
  ...signal_option,
  /** First row and number of rows of the first dimension to read; default: all rows. */
  rows: option(expect_rows),
};

/** Options of `Checkpoint.tensor`. */
export interface TensorReadOptions extends OptionsOf<typeof tensor_options> {}

export const layout_option = {
  /**
   * Layout of the weights where the file leaves it open; an error if other tensors determine
   * another one.
   */
  layout: option(expect_name<WeightLayout>),
};

const stack_option = {
  /** Name of a stack in `feed_forward_tables()`; default: the first one. */
  stack: option(expect_string),
};

export const table_options = { ...layout_option, ...stack_option };

/** Options of `Checkpoint.feed_forward_tables`. */
export interface FeedForwardTablesOptions extends OptionsOf<typeof layout_option> {}

/** Options of `Checkpoint.feed_forward_table`. */
export interface FeedForwardTableOptions extends OptionsOf<
  typeof layout_option & typeof stack_option
> {}

const model_activation = {
  /**
   * Activation of the feed-forward network; default: what `activation` of its table says. Required
   * if that is undefined.
   */
  activation: option(expect_name<ActivationKind>),
};

const own_network_options = {
  ...signal_option,
  ...model_activation,
  /**
   * Which half of a first weight with the gate in it passes through the activation; required only
   * if `fused` of the table is `unknown`.
   */
  fused: option(expect_name<Exclude<FusedOrder, 'unknown'>>),
  /** Called with the bytes read so far after each piece of at most 4 MiB. */
  on_progress: option((name, value) => expect_function<(done: ReadProgress) => void>(name, value)),
  /** Tensor on which dropout acts; default: the model's. */
  dropout_placement: option(expect_name<DropoutPlacement>),
};

export const network_options = { ...behaviour_options, ...table_options, ...own_network_options };

/** Options of a network from a file. */
export interface CheckpointFeedForwardOptions extends OptionsOf<
  typeof own_network_options &
    typeof layout_option &
    typeof stack_option &
    Pick<typeof behaviour_options, 'dropout'>
> {}

const own_block_options = {
  ...signal_option,
  ...model_activation,
  /**
   * Number of attention heads; default: the configuration's or the metadata's, or 64 features each
   * in a file of a published GPT-2 model. Required otherwise.
   */
  n_heads: option(expect_number),
};

export const block_options_of_file = { ...block_options, ...own_block_options };

/** Options of a block from a file. */
export interface CheckpointBlockOptions extends OptionsOf<
  typeof own_block_options & Omit<typeof block_options, 'activation' | 'n_heads'>
> {}

export const language_model_options = { ...signal_option, ...own_block_options };

/** Options of `Checkpoint.language_model`. */
export interface CheckpointLanguageModelOptions extends OptionsOf<
  typeof own_block_options & typeof signal_option & typeof model_activation
> {}

export const open_options = { ...signal_option, ...model_file_options };

/** Options of `lab.open_checkpoint`. */
export interface CheckpointOpenOptions extends OptionsOf<
  typeof model_file_options & typeof signal_option
> {}
