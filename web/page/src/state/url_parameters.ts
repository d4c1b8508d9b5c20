/** Codecs of URL parameters, one for each kind of value. */
import type { NormPlacement } from 'ffn-lab';
import { is_edited_tensor, type Edit } from './edits.ts';

/** The parameters of each step that has its own, which steps/STEP/entry.ts adds. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface StepParameters {}

export const largest_index = 9999;
export const largest_x = 1000;
export const block_norms = ['pre', 'post', 'none'] as const satisfies NormPlacement[];

interface Codec<Value> {
  /** Returns undefined for invalid text. */
  readonly read: (text: string) => Value | undefined;
  readonly write: (value: Value) => string;
}

export interface Parameter<Value> extends Codec<Value> {
  readonly initial: Value;
}

/** Writes a number with a decimal point and without exponent, in every language. */
export function write_decimal(value: number): string {
  return value
    .toFixed(9)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0');
}

function read_decimal(text: string, largest: number): number | undefined {
  const value = /^-?\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : NaN;
  return Math.abs(value) <= largest ? value : undefined;
}

function read_whole(text: string, smallest: number, largest: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return value >= smallest && value <= largest ? value : undefined;
}

export function whole(initial: number, smallest: number, largest: number): Parameter<number> {
  return { initial, read: (text) => read_whole(text, smallest, largest), write: String };
}

/** A value that is undefined by default. */
export function maybe<Value>({ read, write }: Codec<Value>): Parameter<Value | undefined> {
  return { initial: undefined, read, write: (value) => (value === undefined ? '' : write(value)) };
}

/** A list of at most `longest` items. */
export function list<Item>(
  separator: string,
  longest: number,
  item: Codec<Item>,
): Parameter<readonly Item[]> {
  return {
    initial: [],
    read(text) {
      const items = text.split(separator).map(item.read);
      return items.length <= longest && items.every((read) => read !== undefined)
        ? items
        : undefined;
    },
    write: (items) => items.map(item.write).join(separator),
  };
}

export function decimal(initial: number, largest: number): Parameter<number> {
  return { initial, read: (text) => read_decimal(text, largest), write: write_decimal };
}

export function one_of<Value extends string | number>(
  initial: NoInfer<Value>,
  values: readonly Value[],
): Parameter<Value> {
  return { initial, read: (text) => values.find((value) => String(value) === text), write: String };
}

/** A name of at most 32 word characters, or ''. */
export function word(): Parameter<string> {
  return {
    initial: '',
    read: (text) => (/^\w{1,32}$/.test(text) ? text : undefined),
    write: (value) => value,
  };
}

export function flag(initial: boolean): Parameter<boolean> {
  return {
    initial,
    read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
    write: (value) => (value ? '1' : '0'),
  };
}

/** A non-empty subset, written in the order of `values`: `gelu,relu`. */
export function some_of<Value extends string>(
  initial: readonly NoInfer<Value>[],
  values: readonly Value[],
): Parameter<readonly Value[]> {
  return {
    initial,
    read(text) {
      const given = text.split(',');
      const known = values.filter((value) => given.includes(value));
      return known.length === given.length ? known : undefined;
    },
    write: (chosen) => values.filter((value) => chosen.includes(value)).join(','),
  };
}

/** A closed interval or undefined: `-1~-0.5`. */
export function interval(
  largest: number,
): Parameter<readonly [low: number, high: number] | undefined> {
  const ends = list('~', 2, decimal(0, largest));
  return maybe<readonly [low: number, high: number]>({
    read(text) {
      const [low, high] = ends.read(text) ?? [];
      return low !== undefined && high !== undefined && low <= high ? [low, high] : undefined;
    },
    write: ends.write,
  });
}

/** Edits of single numbers: `x.0:1.25,w1.17:-0.3`. */
export function edit_list(longest: number, largest: number): Parameter<readonly Edit[]> {
  const edits = list<Edit>(',', longest, {
    read(text) {
      const [, tensor = '', digits = '', number = ''] = /^(\w+)\.(\d+):(.+)$/.exec(text) ?? [];
      const [index, value] = [read_whole(digits, 0, 99_999_999), read_decimal(number, largest)];
      return is_edited_tensor(tensor) && index !== undefined && value !== undefined
        ? { tensor, index, value }
        : undefined;
    },
    write: ({ tensor, index, value }) => `${tensor}.${index}:${write_decimal(value)}`,
  });
  const read = (text: string) => {
    const given = edits.read(text)?.map((edit) => [`${edit.tensor}.${edit.index}`, edit] as const);
    // If an element is edited twice, the last edit applies.
    return given && Array.from(new Map(given).values());
  };
  return { ...edits, read };
}

/**
 * Rewritten facts, each a sentence and the answer that it should get, by their numbers in the
 * corpus: `12.45,77.3`.
 */
export function rewrite_list(
  longest: number,
): Parameter<readonly { readonly sentence: number; readonly wanted: number }[]> {
  const pair = list('.', 2, whole(0, 0, 99_999));
  return list(',', longest, {
    read(text) {
      const [sentence, wanted] = pair.read(text) ?? [];
      return sentence !== undefined && wanted !== undefined ? { sentence, wanted } : undefined;
    },
    write: ({ sentence, wanted }) => `${sentence}.${wanted}`,
  });
}
