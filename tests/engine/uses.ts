/**
 * The table of uses: valid calls of each public function, method, getter and setter of the package,
 * and the invalid neighbours that are valid, too. Misuse, disposal, leaks, low memory, failing
 * allocations and the fuzzer loop over it; misuse.test.ts proves that it is complete.
 */
import { Lab } from 'ffn-lab';
import { analyses } from './uses/analyses.js';
import { functions } from './uses/functions.js';
import { language_functions, language_kinds } from './uses/language.js';
import { object_kinds } from './uses/objects.js';
import { runtime_kinds } from './uses/runtime.js';
import { Given } from './uses/vocabulary.js';
import type { Kind, Use } from './uses/vocabulary.js';

export { Given };
export type { Kind, Use };

export const kinds: readonly Kind[] = [
  {
    name: 'Lab',
    type: Lab,
    make: ({ lab }) => lab,
    uses: { ...functions, ...analyses, ...language_functions },
  },
  ...object_kinds,
  ...runtime_kinds,
  ...language_kinds,
];

/** A member of a class. */
export interface Member {
  /** For example `FeedForward.forward`. */
  readonly name: string;
  readonly kind: Kind;
  readonly use: Use<object>;
  /** Calls the method, getter or setter of an object. */
  readonly call: (subject: object, args: readonly unknown[]) => unknown;
}

function call_of(name: string): Member['call'] {
  if (name.startsWith('set '))
    return (subject, [value]) => Reflect.set(subject, name.slice(4), value);
  const key = name === 'Symbol.dispose' ? Symbol.dispose : name;
  return (subject, args) => {
    const found = Reflect.get(subject, key) as unknown;
    return typeof found === 'function' ? (Reflect.apply(found, subject, args) as unknown) : found;
  };
}

export const member_of = (kind: Kind, name: string): Member => ({
  name: `${kind.name}.${name}`,
  kind,
  use: kind.uses[name] as Use<object>,
  call: call_of(name),
});

/** The members that can be used thousands of times on one lab. */
export const repeatable: readonly Member[] = kinds
  .filter(({ expensive }) => !expensive)
  .flatMap((kind) => Object.keys(kind.uses).map((name) => member_of(kind, name)))
  .filter(({ name, use }) => !use.expensive && !/ispose$/.test(name));

/** Disposes of the objects that a call returned. */
export function dispose_of(value: unknown): void {
  for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
    if (typeof (item as Partial<Disposable> | null)?.[Symbol.dispose] === 'function')
      (item as Disposable)[Symbol.dispose]();
  }
}

/** Returns the numbers of a result: of an object with weights, these. */
export function numbers_of(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(numbers_of);
  return typeof (value as { weights?: unknown } | null)?.weights === 'function'
    ? (value as { weights(): unknown }).weights()
    : value;
}

/**
 * Makes an object, uses it as in the table, and disposes of it; returns the numbers of the results.
 * `around` may change the circumstances of each call, and catch its error.
 */
export async function use_once(
  { kind, use, call }: Member,
  lab: Lab,
  around = (work: () => Promise<unknown>) => work(),
): Promise<unknown[]> {
  using given = new Given(lab);
  const made = await kind.make(given);
  const results: unknown[] = [];
  try {
    for (const args of use.args(given, made)) {
      const result = await around(() => new Promise((resolve) => resolve(call(made, args))));
      results.push(numbers_of(result));
      dispose_of(result);
    }
  } finally {
    if (made !== lab) dispose_of(made);
  }
  return results;
}

/** Returns a text of all numbers in a result, to compare them. */
export const text_of = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    ArrayBuffer.isView(item) ? [...(item as Float32Array)] : item,
  );
