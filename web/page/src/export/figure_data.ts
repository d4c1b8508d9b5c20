/**
 * Data of a figure for export, by one rule: every number, list of numbers and tensor of an answer
 * is a tensor of the file, named by its path; those with the same number of rows are the columns of
 * its table.
 *
 * - A list of numbers is a column; a tensor has a row for each token and a column for each feature.
 * - A list of records has a row for each record and a column for each of their fields.
 * - The edges of a histogram are two columns, the ends of each bin.
 * - Without any list, the numbers are the columns of a single row.
 */
import type { Answer } from '../numbers/answers.ts';
import { value_at } from '../numbers/path.ts';
import { join, leaves_of, stacked, type Leaf, type Place } from './leaves.ts';

/** A tensor of a file. A Float32Array is written with the digits of float32. */
export type NamedNumbers = Pick<Leaf, 'shape' | 'data'> & { readonly tensor: string };

export interface Column {
  /** The same in every language and in files: letters, digits, dots, hyphens and underscores. */
  readonly name: string;
  readonly at: (row: number) => number | string;
  /** Whether the numbers are float32. */
  readonly single: boolean;
  /** Returns where the number of a row is. */
  readonly place?: Leaf['place'];
}

export interface FigureTable {
  readonly rows: number;
  readonly columns: readonly Column[];
  /** Returns the name of a row; by default the row number, from 0. */
  readonly row_name?: ((row: number) => string) | undefined;
}

export interface FigureData {
  /** A recipe, or a call of a panel's own worker. */
  readonly call: string;
  /** The parts of the state that the recipe has read, or the arguments of the call. */
  readonly arguments: unknown;
  /** Paths of the records that are the rows of the tensors. */
  readonly rows?: readonly string[] | undefined;
  readonly tensors: readonly NamedNumbers[];
  /** Names and other texts of the rows. */
  readonly texts?: Readonly<Record<string, readonly (number | string)[]>>;
  readonly table: FigureTable;
}

export interface Selection {
  /**
   * Paths of the parts that the file has, by default the whole answer. A record gives them other
   * names in the table.
   */
  readonly parts?: readonly string[] | Readonly<Record<string, string>>;
  /** Paths of records that are the rows; `parts` are then paths in them. */
  readonly rows?: readonly string[];
  /** Columns before the others that are no parts of the answer, such as names. */
  readonly beside?: Readonly<Record<string, readonly (number | string)[]>>;
  readonly row_name?: (row: number) => string;
  /** Returns the end of the name of a tensor's column; by default the number of the feature. */
  readonly feature_name?: (feature: number, tensor: string) => number | string;
}

const is_edges = ({ name }: Leaf): boolean => /(^|\.)edges$/.test(name);

const same_data = (a: Leaf, b: Leaf): boolean =>
  a.data.length === b.data.length &&
  Array.from(a.data).every((element, index) => Object.is(element, b.data[index]));

/** Returns the column of the elements of a leaf that `index` maps the rows to. */
const column_of = (leaf: Leaf, name: string, index: (row: number) => number): Column => ({
  name,
  at: (row) =>
    leaf.place(index(row)) === undefined
      ? ''
      : (leaf.texts?.[index(row)] ?? leaf.data[index(row)] ?? NaN),
  single: leaf.data instanceof Float32Array,
  place: (row) => leaf.place(index(row)),
});

/** Returns the columns of the ends of each bin; histograms with the same edges share them. */
function bin_columns(leaves: readonly Leaf[], rows: number): Column[] {
  const edges = leaves.filter((leaf) => is_edges(leaf) && leaf.rows === rows + 1);
  const distinct = edges.filter(
    (leaf, place) => !edges.slice(0, place).some((before) => same_data(before, leaf)),
  );
  return distinct.flatMap((leaf) => {
    const prefix = distinct.length > 1 ? leaf.name.replace(/edges$/, '') : '';
    return [
      column_of(leaf, `${prefix}low`, (row) => row),
      column_of(leaf, `${prefix}high`, (row) => row + 1),
    ];
  });
}

/** Returns the number of names that all paths begin with, but for the last name of each. */
function shared_names(paths: readonly string[]): number {
  const [first = [], ...others] = paths.map((path) => path.split('.').slice(0, -1));
  const end = first.findIndex((name, place) => others.some((other) => other[place] !== name));
  return others.length === 0 ? 0 : end < 0 ? first.length : end;
}

function table_of(
  leaves: readonly Leaf[],
  { parts = [], beside = {}, row_name, feature_name = (feature) => feature }: Selection,
): FigureTable {
  const [texts] = Object.values(beside);
  const listed = leaves.find((leaf) => leaf.rows !== undefined && !is_edges(leaf));
  const rows = texts?.length ?? listed?.rows ?? 1;
  const shown = leaves.filter((leaf) => (leaf.rows ?? 1) === rows && !is_edges(leaf));
  const shared = Array.isArray(parts) ? shared_names(shown.map(({ name }) => name)) : 0;
  const columns = shown.flatMap((leaf) => {
    const name = leaf.name.split('.').slice(shared).join('.');
    const width = leaf.data.length / rows;
    return Array.from({ length: width }, (_, feature) => {
      const full = width === 1 ? name : `${name}_${feature_name(feature, name)}`;
      return column_of(leaf, full, (row) => row * width + feature);
    });
  });
  const given = Object.entries(beside).map(([name, values]) => ({
    name,
    at: (row: number) => values[row] ?? '',
    single: false,
  }));
  return { rows, row_name, columns: [...given, ...bin_columns(leaves, rows), ...columns] };
}

const arguments_of = ({ reads, state }: Answer): unknown =>
  Object.fromEntries(reads.map((name) => [name, state[name as keyof typeof state]]));

const place_at = (answer: Answer, path: string): Place => ({
  answer,
  path,
  value: path === '' ? answer.value : value_at(answer.value, path),
});

/**
 * Returns the parts of an answer, or of the records that are the rows. @throws Error if there is no
 * part of that path
 */
function selected(answers: readonly Answer[], { parts = [''], rows }: Selection): Leaf[] {
  const paths: readonly (readonly [name: string, path: string])[] = Array.isArray(parts)
    ? parts.map((path: string) => [path, path])
    : Object.entries(parts);
  return paths.flatMap(([name, path]) => {
    const places = answers.flatMap((answer) =>
      (rows ?? ['']).map((row) => place_at(answer, join(row, path))),
    );
    const [only] = places;
    if (places.every(({ value }) => value === undefined))
      throw new Error(`the answer ${only?.answer.recipe} has no part ${only?.path}`);
    return only && rows === undefined && answers.length === 1
      ? leaves_of(only, name)
      : stacked(places, name);
  });
}

/**
 * Returns the data of a figure that shows an answer; several answers are the rows of a table.
 * Undefined without an answer.
 */
export function figure_of(
  source: Answer | readonly Answer[] | undefined,
  selection: Selection = {},
): FigureData | undefined {
  const answers = source === undefined ? [] : 'recipe' in source ? [source] : source;
  const [first] = answers;
  if (first === undefined) return undefined;
  const leaves = selected(answers, selection);
  return {
    call: answers.map(({ recipe }) => recipe).join(', '),
    arguments: answers.length === 1 ? arguments_of(first) : answers.map(arguments_of),
    rows: selection.rows,
    tensors: leaves.flatMap(({ path, shape, data, texts }) =>
      texts ? [] : { tensor: path, shape, data },
    ),
    texts: {
      ...selection.beside,
      ...Object.fromEntries(leaves.flatMap(({ path, texts }) => (texts ? [[path, texts]] : []))),
    },
    table: table_of(leaves, selection),
  };
}
