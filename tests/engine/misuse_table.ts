/** How the tables of valid calls (misuse_lab.ts, misuse_objects.ts) are written. */
import type { Lab, Tensor } from 'ffn-lab';

/** A call with everything that it can be given. */
export interface Use<Subject> {
  /** Lists of valid arguments; a getter has none, a setter one list of one. */
  readonly args: (subject: Subject, lab: Lab) => readonly (readonly unknown[])[];
  /** Misuses (misuse.ts) that are none here. What is listed and never taken fails the test, like what is taken and not listed. */
  readonly accepts?: readonly (string | RegExp)[];
  /** Can still be asked of a disposed object. */
  readonly after_dispose?: true;
}

export type Uses<Subject> = Readonly<Record<string, Use<Subject>>>;

/** Some numbers, the same each time. */
export function tensor(...shape: number[]): Tensor {
  const count = shape.reduce((product, size) => product * size, 1);
  return { data: Float32Array.from({ length: count }, (_, i) => ((i * 7) % 11) / 8 - 0.5), shape };
}

export const x = tensor(3, 4);
export const no_arguments = { args: () => [[]] };
export const after_dispose = { ...no_arguments, after_dispose: true } as const;

/** `PATH.NAME = VALUE` for each name and each value. */
function each(path: string, names: string, ...values: readonly string[]): string[] {
  return names.split(' ').flatMap((name) => values.map((value) => `${path}${name === '' ? '' : '.'}${name} = ${value}`));
}

/** Options that may be left out. */
export const optional = (path: string, names: string) => each(path, names, 'undefined');

/** An argument with options of which none is needed. */
export const all_optional = (path: string, names: string) => [...each(path, '', 'undefined', '{}'), ...optional(path, names)];

/** A generator starts from every number of 32 bits. */
export const seed = (path: string) => [`${path} = 2147483648`];

const large = ['2147483648', '9007199254740992'];
export const positive = (path: string, names = '') => each(path, names, '1.5', ...large);
export const finite = (path: string, names = '') => each(path, names, '-1', '1.5', '-2147483648', ...large);
export const any_number = (path: string, names = '') => [...finite(path, names), ...each(path, names, 'NaN', 'Infinity', '-Infinity')];

/** Of a range from −1 to 1. */
export const range = (path: string, low: string, high: string) => [
  ...each(path, low, '-1', '-2147483648'),
  ...each(path, high, '1.5', ...large),
];

/** An object of data, not of options: what else is in it is nobody's business. */
export const other_members = (path: string) => `${path} = with another name`;

/** Weights of which any may be left out. */
export const any_weights = (path: string) => [
  new RegExp(`^${path}(\\.(?!data|shape)\\w+)+ = undefined$`),
  new RegExp(`^${path}(\\.(?!data|shape)\\w+)* = \\{\\}$`),
];

/** A list that may be empty. */
export const may_be_empty = (path: string) => [`${path} = []`];

export const any_text = (path: string, names = '') => each(path, names, 'text', 'empty text');
