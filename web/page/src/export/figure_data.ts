/** What a figure shows, as numbers: the call of the core that makes them, its tensors, and the table in which people read them. */
import type { NumberStyle } from '../number_format.ts';

/** `data` decides how its numbers are written: a Float32Array with the digits of a float32, others with those of a double. */
export interface NamedNumbers {
  readonly tensor: string;
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

export interface Column {
  /** Heads the column in every language, and in files: letters, digits, points and underscores. */
  readonly name: string;
  readonly at: (row: number) => number | string;
  /** Of the numbers in the page. */
  readonly style: NumberStyle;
  /** The numbers are float32. */
  readonly single: boolean;
  /** Which element of which tensor stands in a row; by default that of the row's number, of the tensor with the column's name. */
  readonly tensor?: string | ((row: number) => string);
  readonly index?: (row: number) => number | string;
}

export interface FigureTable {
  readonly rows: number;
  readonly columns: readonly Column[];
  /** By default its number, from 0. */
  readonly row_name?: (row: number) => string;
}

export interface FigureData {
  /** Of the page's worker, or of a panel's own. */
  readonly call: string;
  readonly arguments: unknown;
  readonly tensors: readonly NamedNumbers[];
  readonly table: FigureTable;
}

export function vector(tensor: string, data: ArrayLike<number>): NamedNumbers {
  return { tensor, shape: [data.length], data };
}

export function scalar(tensor: string, value: number): NamedNumbers {
  return { tensor, shape: [], data: [value] };
}

export function number_column(name: string, data: ArrayLike<number>, style: NumberStyle = 'precise'): Column {
  return { name, at: (row) => data[row] ?? NaN, style, single: data instanceof Float32Array };
}

export function text_column(name: string, texts: readonly string[]): Column {
  return { name, at: (row) => texts[row] ?? '', style: 'tick', single: false };
}

/** One column for each of some vectors of the same length. */
export function table_of(vectors: readonly NamedNumbers[], style: NumberStyle = 'precise'): FigureTable {
  return { rows: vectors[0]?.data.length ?? 0, columns: vectors.map(({ tensor, data }) => number_column(tensor, data, style)) };
}

/** A row for each token, a column for each feature: as it is pasted. */
export function tensor_table(name: string, { tensor, shape, data }: NamedNumbers): FigureTable {
  const features = shape[shape.length - 1] ?? 1;
  const column = (feature: number): Column => ({
    name: `${name}_${feature}`,
    at: (row) => data[row * features + feature] ?? NaN,
    style: 'precise',
    single: data instanceof Float32Array,
    tensor,
    index: (row) => row * features + feature,
  });
  return { rows: data.length / features, columns: Array.from({ length: features }, (_, feature) => column(feature)) };
}

/** Fields of some records as vectors: a column each, a row for each record. */
export function fields_of<Field extends string>(records: readonly Readonly<Record<Field, number>>[], fields: readonly Field[]) {
  return fields.map((field) =>
    vector(
      field,
      records.map((record) => record[field]),
    ),
  );
}
