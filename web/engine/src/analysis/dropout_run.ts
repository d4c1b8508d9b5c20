import {
  expect_name,
  expect_number,
  expect_tensor,
  option,
  Owned,
  property_of,
  raw_of,
  read_options,
  call,
} from '../edge/index.js';
import type {
  ModuleInstance,
  DropoutPlacement,
  OptionsOf,
  OwnFloat32Array,
  OwnFloat64Array,
  RawFeedForward,
  RawHandle,
  Tensor,
  TensorLike,
} from '../edge/index.js';

/** A dense row-major tensor of float64 numbers. */
export interface PreciseTensor {
  /** Elements in row-major order. */
  readonly data: OwnFloat64Array;
  /** Sizes of the dimensions, outermost first. */
  readonly shape: readonly number[];
}

/**
 * Measured and theoretical mean and variance of training passes. All tensors have the shape of the
 * output.
 */
export interface DropoutStatistics {
  /** Output without dropout. */
  readonly evaluation: Tensor;
  /** Mean over the passes. */
  readonly mean: PreciseTensor;
  /** Unbiased variance over the passes. */
  readonly variance: PreciseTensor;
  /** Theoretical variance, which `variance` estimates. */
  readonly theory_variance: PreciseTensor;
  /** Standard error of `mean`. */
  readonly mean_error: PreciseTensor;
  /** Standard error of `variance`. */
  readonly variance_error: PreciseTensor;
  /** `variance` averaged over all elements. */
  readonly average_variance: number;
  /** `theory_variance` averaged over all elements. */
  readonly average_theory: number;
  /** Standard error of `average_variance`; an upper bound for placement `hidden`. */
  readonly average_error: number;
  /** Largest |mean − evaluation|. */
  readonly largest_mean_gap: number;
  /** Value of the chosen element in every pass. */
  readonly samples: OwnFloat32Array;
}

const dropout_experiment_options = {
  /** Dropout probability, from 0 to below 1; default: the network's. */
  dropout: option(expect_number),
  /** Tensor on which dropout acts; default: the network's. */
  dropout_placement: option(expect_name<DropoutPlacement>),
  /** Number of passes, 2 to 1,000,000; default 10. */
  passes: option(expect_number),
  /** Seed of the dropout masks, 0 to 2³² − 1; default 0. */
  seed: option(expect_number),
  /** Token of the element that `samples` records; default 0. */
  token: option(expect_number),
  /** Feature of the element that `samples` records; default 0. */
  feature: option(expect_number),
};

/** Number of training passes, their dropout and the observed element. */
export interface DropoutExperiment extends OptionsOf<typeof dropout_experiment_options> {}

/**
 * The passes of `lab.dropout_statistics`, executed a few at a time, so that the caller can show
 * progress or stop early. The run copies the network and the input; later changes to them have no
 * effect.
 */
export class DropoutRun extends Owned<RawHandle> {
  /** @internal Use `lab.DropoutRun(ffn, x, options)`. */
  constructor(
    instance: ModuleInstance,
    ffn: RawFeedForward,
    x: TensorLike,
    options: DropoutExperiment,
  ) {
    super('DropoutRun', instance, (module) =>
      call(
        module,
        'make_dropout_run',
        ffn,
        expect_tensor('x', x),
        read_options(options, dropout_experiment_options),
      ),
    );
  }

  /** Number of completed passes. */
  get passes(): number {
    return property_of(raw_of(this), 'passes');
  }

  /**
   * Executes up to `count` more passes. Returns the number of executed passes, which is smaller at
   * the end of the run.
   */
  advance(count: number): number {
    return call(raw_of(this), 'advance', expect_number('count', count));
  }

  /**
   * Returns the statistics of the completed passes, bit-identical to `dropout_statistics` with that
   * number of passes.
   * @throws FfnError `invalid_argument` before the second pass
   */
  statistics(): DropoutStatistics {
    return call(raw_of(this), 'statistics');
  }
}
