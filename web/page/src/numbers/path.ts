/**
 * Paths of numbers in the answer of a recipe: `statistics.mean`, `histogram.edges.3`; `mask.5` is
 * an element of the tensor `mask`.
 */

interface Numbers {
  readonly data: ArrayLike<number>;
  readonly shape: readonly number[];
}

export const is_tensor = (value: object): value is Numbers => 'data' in value && 'shape' in value;
export const is_numbers = (value: object): value is ArrayLike<number> =>
  ArrayBuffer.isView(value) ||
  (Array.isArray(value) && value.every((element) => typeof element === 'number'));
const is_index = (part: string): boolean => /^\d+$/.test(part);

interface Place {
  readonly value: unknown;
  /** JavaScript that evaluates to the value. */
  readonly text: string;
}

function enter({ value, text }: Place, part: string): Place {
  const inside = is_index(part) ? `${text}[${part}]` : `${text}.${part}`;
  if (typeof value !== 'object' || value === null) return { value: undefined, text: inside };
  if (is_index(part) && is_tensor(value))
    return { value: value.data[Number(part)], text: `${text}.data[${part}]` };
  return { value: (value as Record<string, unknown>)[part], text: inside };
}

const follow = (from: Place, path: string): Place => path.split('.').reduce(enter, from);

/** Returns the value at a path; undefined if there is none. */
export const value_at = (answer: unknown, path: string): unknown =>
  follow({ value: answer, text: '' }, path).value;

export function number_at(answer: unknown, path: string): number | undefined {
  const value = value_at(answer, path);
  return typeof value === 'number' ? value : undefined;
}

/** Returns the JavaScript that reads the number from a variable. */
export const path_text = (variable: string, answer: unknown, path: string): string =>
  follow({ value: answer, text: variable }, path).text;

type Part<Value> = Value extends ArrayLike<number> | { readonly data: ArrayLike<number> }
  ? `${number}`
  : Value extends readonly (infer Item)[]
    ? `${number}.${Path<Item>}`
    : Path<Value>;

/** The paths of all numbers in a value. */
export type Path<Value> = Value extends object
  ? {
      [Name in keyof Value & string]: NonNullable<Value[Name]> extends number
        ? Name
        : NonNullable<Value[Name]> extends object
          ? `${Name}.${Part<NonNullable<Value[Name]>>}`
          : never;
    }[keyof Value & string]
  : never;
