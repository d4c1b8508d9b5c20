/** Data sets for training: generated from a seed or parsed from CSV text. */
import {
  expect_boolean,
  expect_globals,
  expect_name,
  expect_number,
  expect_number_array,
  expect_text,
  option,
  type OptionsOf,
  type RawModule,
  read_options,
  required,
  type Tensor,
  call,
  wrong_value,
  type Like,
} from '../edge/index.js';

/**
 * Inputs with targets (regression) or with labels (classification), from the package or from the
 * caller. Every number must be finite.
 */
export interface Dataset {
  /** Inputs, (n, d_in). */
  readonly inputs: Tensor;
  /** Targets, (n, d_out); only for regression. */
  readonly targets?: Tensor;
  /** Labels, n integers from 0; only for classification. */
  readonly labels?: Int32Array | readonly number[];
  /**
   * Names of the classes, in the order of the labels; default "0", "1", … up to the largest label.
   */
  readonly classes?: readonly string[];
  /** Names of the inputs, followed by those of the targets, if a CSV header contains them. */
  readonly columns?: readonly string[];
}

/** A data set as a run accepts it: its tensors may be on memory of any kind. */
export interface DatasetLike extends Like<Dataset> {}

/**
 * Kind of a toy data set.
 *
 * Curves (d_in 1, d_out 1) at n evenly spaced points of [−2, 2]: `sine` sin(πx), `step` 0 then 1,
 * `abs` |x|, `polynomial`.
 *
 * Points of two classes (d_in 2) in the square [−2, 2]²: `spiral` two arms of 1.75 turns, `circle`
 * a disc of half the area, `xor` coordinates of different signs.
 */
export type ToyDataKind = 'sine' | 'step' | 'abs' | 'polynomial' | 'spiral' | 'circle' | 'xor';

export const toy_data_options = {
  /** Kind of the data set. */
  kind: required(expect_name<ToyDataKind>),
  /** Number of examples; default 200. */
  n: option(expect_number),
  /**
   * Standard deviation of normal noise, added to y (curves) or to both coordinates (points);
   * default 0.
   */
  noise: option(expect_number),
  /** Seed of points and noise, 0 to 2³² − 1; default 0. */
  seed: option(expect_number),
  /** Coefficients of the polynomial, lowest power first; default x³/2 − 3x/2. */
  coefficients: option<readonly number[]>(expect_number_array),
};

/** Kind and size of a toy data set. */
export interface ToyDataOptions extends OptionsOf<typeof toy_data_options> {}

const csv_options = {
  /**
   * Separator of fields; default: the first of tab, semicolon and comma that occurs in the first
   * line.
   */
  separator: option(expect_name<',' | ';' | '\t'>),
  /**
   * Whether the first line is a header; default: true if one of its inputs is neither a number nor
   * NaN or infinity.
   */
  header: option(expect_boolean),
  /**
   * Type of the data; default `auto`: regression if the target in the first line of data is a
   * number.
   */
  task: option(expect_name<'auto' | 'regression' | 'classification'>),
  /** Number of last columns that are targets; default 1. */
  targets: option(expect_number),
};

/** Options of `lab.dataset_from_csv`. */
export interface CsvOptions extends OptionsOf<typeof csv_options> {}

export const grid_options = {
  /** Number of dimensions; default 2. */
  d_in: option(expect_number),
  /** First coordinate along each axis; default −2. */
  low: option(expect_number),
  /** Last coordinate along each axis; default 2. */
  high: option(expect_number),
  /** Number of points along each axis; default 50. */
  points: option(expect_number),
};

/** A regular grid of inputs, for fitted curves and decision boundaries. */
export interface GridOptions extends OptionsOf<typeof grid_options> {}

export function dataset_from_csv(module: RawModule, text: string, options: CsvOptions): Dataset {
  const read = read_options(options, csv_options);
  if ((read.separator as string | undefined) === '')
    throw wrong_value('separator', '""', '",", ";" or a tab');
  expect_globals('TextEncoder');
  return call(
    module,
    'dataset_from_csv',
    new TextEncoder().encode(expect_text('text', text)),
    read,
  );
}
