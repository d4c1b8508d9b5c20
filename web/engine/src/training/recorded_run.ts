/** Training that records every step, and the options of every kind of training. */
import {
  expect_number,
  option,
  Owned,
  property_of,
  raw_of,
  type RawHandle,
  call,
  type OwnFloat64Array,
  type OwnInt32Array,
} from '../edge/index.js';

export const adamw_options = {
  /** Decay rate of AdamW's first moment; default 0.9. */
  beta1: option(expect_number),
  /** Decay rate of AdamW's second moment; default 0.999. */
  beta2: option(expect_number),
  /** Number that AdamW adds to the denominator; default 1e-8. */
  eps: option(expect_number),
};

export const snapshot_option = {
  /**
   * Initial number of steps between the snapshots for `rewind`; default 16. The run doubles the
   * interval to limit their number.
   */
  snapshot_every: option(expect_number),
};

/** The first non-finite value of a step. */
export interface NonFinite {
  /**
   * Tensor of the value, in the order of computation: `embedded`, `pre_activation`, `gate`,
   * `hidden`, `hidden_dropped`, `ffn_output`, `residual`, `output`, `loss`, a gradient
   * (`grad_b_out` … `grad_w_in`), an updated weight (`w_in` … `b_out`) or a moment of the optimizer
   * (`moment_w_in` …).
   */
  readonly tensor: string;
  /** Number of the failed step, from 1. */
  readonly step: number;
  /** Index of the element in row-major order. */
  readonly index: number;
  /** The value: NaN or an infinity. */
  readonly value: number;
}

/** Base class of the trainings, which are deterministic in one variant: each step is recorded. */
export abstract class RecordedRun<Raw extends RawHandle> extends Owned<Raw> {
  /** Number of trained parameters. */
  declare readonly parameter_count: number;

  /** Number of the current step: steps executed since the start. */
  get steps(): number {
    return property_of(raw_of(this), 'steps');
  }

  /** Number of the last recorded step; larger than `steps` after a `rewind`. */
  get recorded_steps(): number {
    return property_of(raw_of(this), 'recorded_steps');
  }

  /** Learning rate of the next step. */
  get lr(): number {
    return property_of(raw_of(this), 'lr');
  }

  /**
   * The non-finite value that prevents the next step, or undefined; `rewind` leads back to the
   * steps before it.
   */
  get non_finite(): NonFinite | undefined {
    return call(raw_of(this), 'non_finite');
  }

  /**
   * Executes `count` training steps. Returns the number of executed steps, smaller than `count` if
   * the next one would produce a non-finite value: it is not executed, and `non_finite` describes
   * the value.
   */
  step(count = 1): number {
    return call(raw_of(this), 'step', expect_number('count', count));
  }

  /**
   * Moves to a step from 0 to `recorded_steps`, backward or forward, with the same bits. Moving to
   * a step before a change (`set_weights`, `set_lr` of a `TrainingRun`) reverts the change and
   * discards the steps after it.
   * @throws FfnError `invalid_argument` for another step
   */
  rewind(step: number): void {
    call(raw_of(this), 'rewind', expect_number('step', step));
  }

  /**
   * Returns the loss of every recorded step on its batch, before its update: with dropout in a
   * `TrainingRun`, as the mean over the learned words in a `LanguageTraining`.
   */
  losses(): OwnFloat64Array {
    return call(raw_of(this), 'losses');
  }

  /** Returns the indices of the examples or sentences in the batch of the next step. */
  next_batch(): OwnInt32Array {
    return call(raw_of(this), 'next_batch');
  }
}
