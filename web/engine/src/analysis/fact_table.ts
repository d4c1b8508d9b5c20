import {
  expect_number,
  option,
  Owned,
  raw_of,
  read_options,
  required,
  call,
} from '../edge/index.js';
import type {
  ModuleInstance,
  OptionsOf,
  OwnFloat32Array,
  OwnInt32Array,
  RawHandle,
  RawModule,
  Tensor,
} from '../edge/index.js';
import {
  expect_sentences,
  type Sentence,
  type SwitchOptions,
  switches_option,
} from '../layers/sentences.js';

const block_option = {
  /** Index of the block; default: the last one. */
  block: option(expect_number),
};

/** A block of a model. */
export interface BlockOptions extends OptionsOf<typeof block_option> {}

export const unit_options = {
  /** Index of the hidden unit. */
  unit: required(expect_number),
  /** Length of the list, 1 or more; default 10. */
  count: option(expect_number),
  ...block_option,
};

/** A hidden unit of a model, and the length of a list. */
export interface UnitOptions extends OptionsOf<typeof unit_options & typeof block_option> {}

/** Prompts in descending order of a hidden unit's activation at their last position. */
export interface StrongestPrompts {
  /** Indices of the prompts in the table. */
  readonly prompts: OwnInt32Array;
  /** The unit's activation for each of them. */
  readonly activations: OwnFloat32Array;
}

/**
 * A table of facts with the answers of a model, and with parts of the model switched off. The table
 * stores the tensors of one pass over all prompts, so that a query computes only what its switches
 * change: some milliseconds for hundreds of facts of a small model. It copies the model; later
 * changes to it have no effect.
 */
export class FactTable extends Owned<RawHandle> {
  /** Number of facts. */
  declare readonly count: number;

  /** @internal Use `lab.FactTable(model, sentences)`. */
  constructor(instance: ModuleInstance, model: RawHandle, sentences: readonly Sentence[]) {
    const make = (module: RawModule) =>
      call<RawHandle>(module, 'make_fact_table', model, expect_sentences('sentences', sentences));
    super('FactTable', instance, make, ['count']);
  }

  /**
   * Returns the most probable last word of each sentence, one per fact. @throws FfnError
   * `invalid_argument` for switches that do not fit
   */
  answers(options: SwitchOptions = {}): OwnInt32Array {
    return call(raw_of(this), 'answers', read_options(options, switches_option));
  }

  /** Returns the number of facts whose answer is right. @throws FfnError as `answers` */
  right(options: SwitchOptions = {}): number {
    return call(raw_of(this), 'right', read_options(options, switches_option));
  }

  /**
   * Returns the hidden activations of a block at the last position of each prompt, without
   * switches: (count, d_ff).
   */
  hidden(options: BlockOptions = {}): Tensor {
    return call(raw_of(this), 'hidden', read_options(options, block_option));
  }

  /**
   * Returns the prompts for whose last position a hidden unit has the largest activation, in
   * descending order; of equal ones the first.
   * @throws FfnError `invalid_argument` for a unit or block that does not exist
   */
  strongest_prompts(options: UnitOptions): StrongestPrompts {
    return call(raw_of(this), 'strongest_prompts', read_options(options, unit_options));
  }
}
