/** Analyses of activation functions, computed in double precision. */
import {
  call,
  expect_number,
  expect_string,
  expect_string_array,
  expect_strings,
  option,
  read_options,
} from '../edge/index.js';
import type { ActivationKind, ModuleInstance, OptionsOf, OwnFloat64Array } from '../edge/index.js';

/** A point (x, y) of a curve. */
export interface Extremum {
  /** Argument of the function. */
  readonly x: number;
  /** Value of the function at `x`. */
  readonly y: number;
}

/**
 * Extrema of a smooth activation and of its derivative on [−10, 10], computed in double precision.
 */
export interface ActivationLandmarks {
  /** Minimum of the activation. */
  readonly minimum: Extremum;
  /** Minimum of the derivative: the point where the activation decreases fastest. */
  readonly derivative_minimum: Extremum;
  /** Maximum of the derivative: the point where the activation increases fastest. */
  readonly derivative_maximum: Extremum;
}

/**
 * Points at which two activations, and their derivatives, differ most: `y` is the largest |a − b|
 * and `x` its argument.
 */
export interface LargestDifference {
  /** Largest difference of the activations. */
  readonly value: Extremum;
  /** Largest difference of the derivatives. */
  readonly derivative: Extremum;
}

/** An activation and its derivative at given points, computed in double precision. */
export interface PreciseCurve {
  /** Value of the activation at each x. */
  readonly value: OwnFloat64Array;
  /** Derivative of the activation at each x. */
  readonly derivative: OwnFloat64Array;
}

/** Curves of several activations over the same x, computed in double precision. */
export interface ActivationCurves {
  /** The points, in ascending order. */
  readonly x: OwnFloat64Array;
  /** One curve for each requested activation. */
  readonly curves: Readonly<Partial<Record<ActivationKind, PreciseCurve>>>;
}

/** The differences a(x) − b(x) (`value`) and a′(x) − b′(x) (`derivative`) of two activations. */
export interface ActivationDifference extends PreciseCurve, Pick<ActivationCurves, 'x'> {}

const curve_points = {
  /** First point; default −3. */
  low: option(expect_number),
  /** Last point; default 3. */
  high: option(expect_number),
  /** Number of points, 2 to 1,000,000; default 1000. */
  points: option(expect_number),
};

/** Points at which curves are evaluated: `numpy.linspace(low, high, points)`. */
export interface CurvePoints extends OptionsOf<typeof curve_points> {}

/** Analyses of activation functions. A part of `Lab`. */
export class ActivationAnalysis {
  readonly #instance: ModuleInstance;

  /** @internal Use `load()`. */
  constructor(instance: ModuleInstance) {
    this.#instance = instance;
  }

  /**
   * Returns the minimum of a smooth activation and the extrema of its derivative on [−10, 10].
   * @throws FfnError `invalid_argument` for `relu`
   */
  readonly activation_landmarks = (kind: ActivationKind): ActivationLandmarks =>
    call(this.#instance.raw, 'activation_landmarks', expect_string('kind', kind));
  /**
   * Returns the points of [−10, 10] at which two activations, and their derivatives, differ most.
   */
  readonly largest_difference = (a: ActivationKind, b: ActivationKind): LargestDifference =>
    call(this.#instance.raw, 'largest_difference', ...expect_strings({ a, b }));
  /**
   * Returns values and derivatives of activations at `numpy.linspace(low, high, points)`, computed
   * in double precision.
   */
  readonly compare_activations = (
    kinds: readonly ActivationKind[],
    options: CurvePoints = {},
  ): ActivationCurves =>
    call(
      this.#instance.raw,
      'compare_activations',
      expect_string_array('kinds', kinds),
      read_options(options, curve_points),
    );
  /**
   * Returns a(x) − b(x) and a′(x) − b′(x) at `numpy.linspace(low, high, points)`, computed in
   * double precision.
   */
  readonly activation_difference = (
    a: ActivationKind,
    b: ActivationKind,
    options: CurvePoints = {},
  ): ActivationDifference =>
    call(
      this.#instance.raw,
      'activation_difference',
      ...expect_strings({ a, b }),
      read_options(options, curve_points),
    );
}
