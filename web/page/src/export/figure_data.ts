/**
 * Data of a figure for export: the call that computes the numbers, its tensors, and a table for
 * display and CSV.
 */
import type { Tensor } from 'ffn-lab';
import type { Answer } from '../numbers/answers.ts';
import { number_at, value_at } from '../numbers/path.ts';
import type { NumberStyle } from '../words/number_format.ts';

/**
 * A named tensor. A Float32Array is written with the digits of float32, any other `data` with those
 * of a double.
 */
export interface NamedNumbers {
  readonly tensor: string;
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

export interface Column {
  /**
   * Column header, the same in every language and in files: letters, digits, dots and underscores.
   */
  readonly name: string;
  readonly at: (row: number) => number | string;
  readonly style: NumberStyle;
  /** Whether the numbers are float32. */
  readonly single: boolean;
  /**
   * Tensor and index of a row's element; by default the tensor with the column's name and the row
   * number.
   */
  readonly tensor?: string | ((row: number) => string);
  readonly index?: (row: number) => number | string;
  /** The answer that contains a row's element, if the rows or columns come from several answers. */
  readonly answer?: (row: number) => Answer;
}

export interface FigureTable {
  readonly rows: number;
  readonly columns: readonly Column[];
  /** Returns the name of a row; by default the row number, from 0. */
  readonly row_name?: (row: number) => string;
}

export interface FigureData {
  /** A recipe, or a call of a panel's own worker. */
  readonly call: string;
  /** The parts of the state that the recipe has read, or the arguments of the call. */
  readonly arguments: unknown;
  /** The answer that the tensors are parts of: their names are paths in it. */
  readonly answer?: Answer;
  readonly tensors: readonly NamedNumbers[];
  readonly table: FigureTable;
}

export const vector = (tensor: string, data: ArrayLike<number>): NamedNumbers => ({
  tensor,
  shape: [data.length],
  data,
});

export const scalar = (tensor: string, value: number): NamedNumbers => ({
  tensor,
  shape: [],
  data: [value],
});

export const number_column = (
  name: string,
  data: ArrayLike<number>,
  style: NumberStyle = 'precise',
): Column => ({
  name,
  style,
  at: (row) => data[row] ?? NaN,
  single: data instanceof Float32Array,
});

export const text_column = (name: string, texts: readonly string[]): Column => ({
  name,
  at: (row) => texts[row] ?? '',
  style: 'tick',
  single: false,
});

/**
 * Returns a table with a row for each token and a column for each feature, from the feature `first`
 * on: the layout of the pasted input.
 */
export function tensor_table(
  name: string,
  { tensor, shape, data }: NamedNumbers,
  first = 0,
): FigureTable {
  const features = shape.at(-1) ?? 1;
  const columns = Array.from({ length: features }, (_, feature) => {
    const index = (row: number) => row * features + feature;
    return {
      ...number_column(`${name}_${first + feature}`, data),
      at: (row: number) => data[index(row)] ?? NaN,
      tensor,
      index,
    };
  });
  return { rows: data.length / features, columns };
}

export const answer_figure = (
  answer: Answer,
  tensors: readonly NamedNumbers[],
  table: FigureTable,
): FigureData => ({
  ...origin_of(answer),
  tensors,
  table,
});

export function origin_of(answer: Answer): Pick<FigureData, 'call' | 'arguments' | 'answer'> {
  const { recipe, reads, state, given } = answer;
  return {
    call: recipe,
    arguments: given ?? Object.fromEntries(reads.map((name) => [name, state[name]])),
    answer,
  };
}

export interface PathColumn {
  /** Path of a list of numbers or a tensor, or of the number of each row. */
  readonly path: string | ((row: number) => string);
  /** Default: the path. */
  readonly name?: string;
  /** Default: all digits. */
  readonly style?: NumberStyle;
  /** Maps a row to an element of the list; default: the row. */
  readonly index?: (row: number) => number;
}

interface PathTable extends Pick<FigureTable, 'rows' | 'row_name'> {
  readonly columns: readonly (PathColumn | Column)[];
  /** Paths of numbers, lists and tensors that are exported but are no columns. */
  readonly others?: readonly string[];
}

/** Returns a column with one number per row; each row may have its own answer. */
export function row_column(
  name: string,
  path: (row: number) => string,
  of: (row: number) => Answer,
  style: NumberStyle = 'precise',
): Column {
  const end = (row: number) => path(row).lastIndexOf('.');
  return {
    name,
    at: (row) => number_at(of(row).value, path(row)) ?? '',
    style,
    single: false,
    answer: of,
    tensor: (row) => path(row).slice(0, end(row)),
    index: (row) => path(row).slice(end(row) + 1),
  };
}

export const vector_of = ({ name, at }: Column, rows: number) =>
  vector(
    name,
    Array.from({ length: rows }, (_, row) => Number(at(row))),
  );

/** Returns the data of a figure whose numbers are at paths of an answer. */
export function figure_at(
  answer: Answer,
  { columns, others = [], ...table }: PathTable,
): FigureData {
  const numbers_at = (path: string): NamedNumbers => {
    const value = value_at(answer.value, path) as number | Tensor | ArrayLike<number>;
    if (typeof value === 'number') return scalar(path, value);
    return 'data' in value ? { tensor: path, ...value } : vector(path, value);
  };
  const made = columns.map(
    (column): { readonly column: Column; readonly numbers?: NamedNumbers } => {
      if ('at' in column) return { column };
      const { path, name, style = 'precise', index = (row) => row } = column;
      if (typeof path !== 'string') {
        const found = row_column(name ?? '', path, () => answer, style);
        return { column: found, numbers: vector_of(found, table.rows) };
      }
      const numbers = numbers_at(path);
      const at = (row: number) => numbers.data[index(row)] ?? NaN;
      return {
        column: { ...number_column(name ?? path, numbers.data, style), at, tensor: path, index },
        numbers,
      };
    },
  );
  const all = [...made.flatMap(({ numbers }) => numbers ?? []), ...others.map(numbers_at)];
  const tensors = new Map(all.map((numbers) => [numbers.tensor, numbers]));
  return answer_figure(answer, Array.from(tensors.values()), {
    ...table,
    columns: made.map(({ column }) => column),
  });
}

/** Returns columns with the ends of each bin of a histogram; `path` leads to the edges. */
export const bins_at = (path: string): PathColumn[] => [
  { name: 'low', path },
  { name: 'high', path, index: (row) => row + 1 },
];

/** Paths of the counts outside a histogram's range; `path` leads to the histogram. */
export const outside_at = (path: string): string[] =>
  ['below', 'above', 'nan'].map((where) => `${path}.${where}`);
