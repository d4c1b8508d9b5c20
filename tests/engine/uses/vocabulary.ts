/** Vocabulary of the table of uses (uses.ts). */
import type { FeedForward, Lab, LanguageTraining, RandomState, Tensor, TrainingRun } from 'ffn-lab';

/** Returns a tensor of deterministic numbers. */
export function tensor(...shape: number[]): Tensor {
  const count = shape.reduce((product, size) => product * size, 1);
  return { data: Float32Array.from({ length: count }, (_, i) => ((i * 7) % 11) / 8 - 0.5), shape };
}

interface Sizes {
  readonly d_model?: number;
  readonly d_ff?: number;
  /** Shape of the input without its last dimension. */
  readonly tokens?: readonly number[];
  /** Returns a tensor of numbers around 0. */
  readonly tensor?: (...shape: number[]) => Tensor;
}

/**
 * What the arguments of a use are made of: the sizes and numbers below, or others of the caller.
 * Disposes of the objects that were made for the arguments.
 */
export class Given implements Disposable {
  readonly d_model: number;
  readonly d_ff: number;
  readonly tensor: (...shape: number[]) => Tensor;
  /** An input of networks, (…, d_model). */
  readonly x: Tensor;
  readonly #kept: Disposable[] = [];

  constructor(
    readonly lab: Lab,
    { d_model = 4, d_ff = 8, tokens = [3], tensor: of_shape = tensor }: Sizes = {},
  ) {
    this.d_model = d_model;
    this.d_ff = d_ff;
    this.tensor = of_shape;
    this.x = of_shape(...tokens, d_model);
  }

  /** Disposes of an object together with these. */
  readonly keep = <Thing extends Disposable>(thing: Thing): Thing => {
    this.#kept.push(thing);
    return thing;
  };
  network(): FeedForward {
    return this.keep(this.lab.FeedForward({ d_model: this.d_model, d_ff: this.d_ff }));
  }
  generator(): RandomState {
    return this.keep(this.lab.RandomState(3));
  }
  [Symbol.dispose](): void {
    for (const thing of this.#kept) thing[Symbol.dispose]();
  }
}

/** Valid calls of a member, with all options. */
export interface Use<Subject> {
  /** Lists of valid arguments: empty for a getter, one argument for a setter. */
  readonly args: (given: Given, subject: Subject) => readonly (readonly unknown[])[];
  /**
   * Misuses (misuse.ts) that are valid here. The test fails for a listed misuse that is never
   * accepted and for an unlisted one that is.
   */
  readonly accepts?: readonly (string | RegExp)[];
  /** The result, where a test of its own would only show that the value crosses. */
  readonly gives?: unknown;
  /** The member stays usable after disposal of the object. */
  readonly after_dispose?: true;
  /** The call starts threads or loads a module: tests do not repeat it thousands of times. */
  readonly expensive?: true;
}

export type Uses<Subject> = Readonly<Record<string, Use<Subject>>>;

/** A class of the package, or its function `load`. */
export interface Kind {
  readonly name: string;
  readonly type: { readonly prototype: object };
  /** Creates an object. */
  readonly make: (given: Given) => object | Promise<object>;
  readonly uses: Uses<never>;
  /** The object has no dispose(); it belongs to another object. */
  readonly never_disposed?: true;
  readonly expensive?: true;
}

export const no_arguments = { args: () => [[]] };
export const after_dispose = { ...no_arguments, after_dispose: true } as const;
export const owned = { dispose: after_dispose, 'Symbol.dispose': after_dispose };

/** Returns `PATH.NAME = VALUE` for each name and each value. */
function each(path: string, names: string, ...values: readonly string[]): string[] {
  return names
    .split(' ')
    .flatMap((name) => values.map((value) => `${path}${name === '' ? '' : '.'}${name} = ${value}`));
}

/** Options that may be omitted. */
export const optional = (path: string, names: string) => each(path, names, 'undefined');

/** An options argument in which all options may be omitted. */
export const all_optional = (path: string, names: string) => [
  ...each(path, '', 'undefined', '{}'),
  ...optional(path, names),
];

/** Every 32-bit number is a valid seed. */
export const seed = (path: string) => [`${path} = 2147483648`];

const large = ['2147483648', '9007199254740992'];
export const positive = (path: string, names = '') => each(path, names, '1.5', ...large);
export const finite = (path: string, names = '') =>
  each(path, names, '-1', '1.5', '-2147483648', ...large);
export const any_number = (path: string, names = '') => [
  ...finite(path, names),
  ...each(path, names, 'NaN', 'Infinity', '-Infinity'),
];

/** Ends of a range whose valid value is from −1 to 1. */
export const range = (path: string, low: string, high: string) => [
  ...each(path, low, '-1', '-2147483648'),
  ...each(path, high, '1.5', ...large),
];

/** A data object, which may have additional members, unlike options. */
export const other_members = (path: string) => `${path} = with another name`;

/** Weights, each of which may be omitted. */
export const any_weights = (path: string) => [
  new RegExp(`^${path}(\\.(?!data|shape)\\w+)+ = undefined$`),
  new RegExp(`^${path}(\\.(?!data|shape)\\w+)* = \\{\\}$`),
];

/** A list that may be empty. */
export const may_be_empty = (path: string) => [`${path} = []`];

export const any_text = (path: string, names = '') => each(path, names, 'text', 'empty text');

/** Returns a signal that never aborts. */
export const signal = () => new AbortController().signal;

/** Uses of the steps that every training records. */
export const recorded_run: Uses<TrainingRun | LanguageTraining> = {
  ...owned,
  steps: no_arguments,
  recorded_steps: no_arguments,
  lr: no_arguments,
  non_finite: no_arguments,
  step: { args: () => [[2]], accepts: optional('0', '') },
  rewind: { args: (_, run) => (run.step(2), [[1]]) },
  losses: { args: (_, run) => (run.step(2), [[]]) },
};
