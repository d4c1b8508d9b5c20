/** Codecs of URL parameters, one for each kind of value. `read` returns undefined for invalid text. */
import { is_edited_tensor, type Edit } from './edits.ts';

export interface Parameter<Value> {
  readonly initial: Value;
  readonly read: (text: string) => Value | undefined;
  readonly write: (value: Value) => string;
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

/** A whole number or undefined. */
export function maybe_whole(largest: number): Parameter<number | undefined> {
  return { initial: undefined, read: (text) => read_whole(text, 0, largest), write: (value) => (value === undefined ? '' : String(value)) };
}

export function decimal(initial: number, largest: number): Parameter<number> {
  return { initial, read: (text) => read_decimal(text, largest), write: write_decimal };
}

export function one_of<Value extends string | number>(initial: Value, values: readonly Value[]): Parameter<Value> {
  return { initial, read: (text) => values.find((value) => String(value) === text), write: String };
}

/** A name of at most 32 word characters, or ''. */
export function word(): Parameter<string> {
  return { initial: '', read: (text) => (/^\w{1,32}$/.test(text) ? text : undefined), write: (value) => value };
}

export function flag(initial: boolean): Parameter<boolean> {
  return {
    initial,
    read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
    write: (value) => (value ? '1' : '0'),
  };
}

/** A non-empty subset, written in the order of `values`: `gelu,relu`. */
export function some_of<Value extends string>(initial: readonly Value[], values: readonly Value[]): Parameter<readonly Value[]> {
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
export function interval(largest: number): Parameter<readonly [low: number, high: number] | undefined> {
  return {
    initial: undefined,
    read(text) {
      const [low, high, more] = text.split('~').map((end) => read_decimal(end, largest));
      return low !== undefined && high !== undefined && low <= high && more === undefined ? [low, high] : undefined;
    },
    write: (value) => (value === undefined ? '' : value.map(write_decimal).join('~')),
  };
}

/** Edits of single numbers: `x.0:1.25,w1.17:-0.3`. */
export function edit_list(longest: number, largest: number): Parameter<readonly Edit[]> {
  const read_edit = (text: string): Edit | undefined => {
    const [, tensor = '', digits = '', number = ''] = /^(\w+)\.(\d+):(.+)$/.exec(text) ?? [];
    const [index, value] = [read_whole(digits, 0, 99_999_999), read_decimal(number, largest)];
    return is_edited_tensor(tensor) && index !== undefined && value !== undefined ? { tensor, index, value } : undefined;
  };
  return {
    initial: [],
    read(text) {
      const edits = text.split(',').map(read_edit);
      if (edits.length > longest || !edits.every((edit) => edit !== undefined)) return undefined;
      // If an element is edited twice, the last edit applies.
      return Array.from(new Map(edits.map((edit) => [`${edit.tensor}.${edit.index}`, edit])).values());
    },
    write: (edits) => edits.map(({ tensor, index, value }) => `${tensor}.${index}:${write_decimal(value)}`).join(','),
  };
}

/** A list of whole numbers, written `12.45.3`, or undefined. */
export function maybe_list(longest: number, largest: number): Parameter<readonly number[] | undefined> {
  return {
    initial: undefined,
    read(text) {
      const numbers = text.split('.').map((number) => read_whole(number, 0, largest));
      return numbers.length <= longest && numbers.every((number) => number !== undefined) ? numbers : undefined;
    },
    write: (numbers = []) => numbers.join('.'),
  };
}

/** The answer that a sentence of the facts’ corpus shall have; both are numbers in the corpus. */
export interface Rewriting {
  readonly sentence: number;
  readonly wanted: number;
}

/** Rewritten facts in their order: `12.45,77.3`. */
export function rewrite_list(longest: number): Parameter<readonly Rewriting[]> {
  return {
    initial: [],
    read(text) {
      const read = text.split(',').map((one): Rewriting | undefined => {
        const [sentence, wanted, more] = one.split('.').map((number) => read_whole(number, 0, 99_999));
        return sentence !== undefined && wanted !== undefined && more === undefined ? { sentence, wanted } : undefined;
      });
      return read.length <= longest && read.every((one) => one !== undefined) ? read : undefined;
    },
    write: (rewrites) => rewrites.map(({ sentence, wanted }) => `${sentence}.${wanted}`).join(','),
  };
}
