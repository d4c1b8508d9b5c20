/** The numbers of an answer as tensors named by their paths. */
import type { Answer } from '../numbers/answers.ts';
import { is_numbers, is_tensor } from '../numbers/path.ts';

/** A part of an answer. */
export interface Place {
  readonly answer: Answer;
  readonly path: string;
  readonly value: unknown;
}

export interface Leaf {
  /** Its path without the numbers of records, or as the figure names it. */
  readonly name: string;
  readonly path: string;
  readonly shape: readonly number[];
  /** In row-major order. */
  readonly data: ArrayLike<number>;
  /** Texts in place of `data`, which files of tensors do not have. */
  readonly texts?: readonly string[];
  /** Length of a list, or number of a tensor's tokens; undefined for a single number. */
  readonly rows?: number;
  /** Returns where an element is; undefined if a record of a list lacks it. */
  readonly place: (index: number) => Omit<Place, 'value'> | undefined;
}

export const join = (path: string, name: string): string =>
  path === '' || name === '' ? path + name : `${path}.${name}`;

function enter({ answer, path, value }: Place, name: string): Place {
  return { answer, path: join(path, name), value: (value as Record<string, unknown>)[name] };
}

const element_at =
  ({ answer, path }: Place) =>
  (index: number) => ({ answer, path: `${path}.${index}` });

/** Returns the numbers and texts in a part of an answer. */
export function leaves_of(place: Place, name: string): readonly Leaf[] {
  const { path, value } = place;
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') {
    const single = { name, path, shape: [], place: () => place };
    if (typeof value === 'number') return [{ ...single, data: [value] }];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [{ ...single, data: [NaN], texts: [text] }];
  }
  if (is_numbers(value)) {
    const rows = value.length;
    return [{ name, path, shape: [rows], data: value, rows, place: element_at(place) }];
  }
  if (is_tensor(value)) {
    const rows = value.data.length / (value.shape.at(-1) ?? 1);
    return [{ name, path, ...value, rows, place: element_at(place) }];
  }
  const names = Object.keys(value);
  if (!Array.isArray(value))
    return names.flatMap((part) => leaves_of(enter(place, part), join(name, part)));
  const records = names.map((item) => enter(place, item));
  return stacked(records, name);
}

/** Joins the same number, list or tensor of several records; undefined if their shapes differ. */
function joined(name: string, leaves: readonly (Leaf | undefined)[]): Leaf | undefined {
  const present = leaves.filter((leaf) => leaf !== undefined);
  const [first] = present;
  if (!first || present.some(({ shape }) => String(shape) !== String(first.shape)))
    return undefined;
  const size = first.shape.reduce((product, length) => product * length, 1);
  const none = new Array<number>(size).fill(NaN);
  const all = leaves.flatMap((leaf) => Array.from(leaf?.data ?? none));
  const single = present.every(({ data }) => data instanceof Float32Array);
  return {
    name,
    path: name,
    shape: [leaves.length, ...first.shape],
    data: single ? Float32Array.from(all) : all,
    ...(first.texts && { texts: leaves.map((leaf) => leaf?.texts?.[0] ?? '') }),
    rows: leaves.length,
    place: (index) => leaves[Math.floor(index / size)]?.place(index % size),
  };
}

/**
 * Returns the numbers and texts of records, each field with a row for each record; fields of
 * different shapes stay apart.
 */
export function stacked(records: readonly Place[], name: string): readonly Leaf[] {
  const found = records.map((record) => leaves_of(record, name));
  const names = new Set(found.flat().map((leaf) => leaf.name));
  return Array.from(names).flatMap((one) => {
    const leaves = found.map((all) => all.find((leaf) => leaf.name === one));
    const apart = () => leaves.flatMap((leaf) => (leaf ? { ...leaf, name: leaf.path } : []));
    return joined(one, leaves) ?? apart();
  });
}
