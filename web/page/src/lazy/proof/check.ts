/** How a tensor of the core is held against one of PyTorch's. The core compares, too. */
import type { Difference, Lab, Tensor } from 'ffn-lab';
import type { CheckRow, FamilyName, Tolerance } from './calls.ts';

/** The tensors of one file. */
export type Golden = Readonly<Record<string, Tensor>>;

/** One computed tensor, by the name that it has in the file, and how far it may be off. */
export interface Computed {
  readonly tensor: string;
  readonly actual: Tensor;
  readonly tolerance: Tolerance;
}

/** The same limits as in the tests of the library (tests/nn, tests/train, tests/engine). */
export const absolute = (limit: number): Tolerance => ({ kind: 'absolute', limit });
export const relative = (limit: number): Tolerance => ({ kind: 'relative', limit });
/** For gradients of which some vanish in exact arithmetic. */
export const either = (limit: number): Tolerance => ({ kind: 'either', limit });

export const nothing = absolute(0);

/** What the limit is for. */
function measured_of({ largest, relative: ratio }: Difference, { kind }: Tolerance): number {
  if (kind === 'absolute') return largest;
  return kind === 'relative' || ratio < largest ? ratio : largest;
}

export function tensor_named(golden: Golden, name: string): Tensor {
  const tensor = golden[name];
  if (tensor === undefined) throw new Error(`the golden data have no tensor ${name}`);
  return tensor;
}

/** Some of the file's tensors by their names. */
export const tensors_named = <Name extends string>(golden: Golden, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, tensor_named(golden, name)])) as Record<Name, Tensor>;

export function compare(lab: Lab, family: FamilyName, golden: Golden, { tensor, actual, tolerance }: Computed): CheckRow {
  const difference = lab.difference(actual, tensor_named(golden, tensor));
  const { count, largest, at, differing } = difference;
  const measured = measured_of(difference, tolerance);
  const passed = tolerance.limit === 0 ? differing === 0 : measured < tolerance.limit;
  return { family, tensor, shape: actual.shape, count, largest, measured, at, tolerance, passed };
}

/** What is computed with an object of the core, which is let go of afterwards. */
export function with_own<Own extends { dispose(): void }, Result>(own: Own, use: (own: Own) => Result): Result {
  try {
    return use(own);
  } finally {
    own.dispose();
  }
}

export const vector = (numbers: Iterable<number>): Tensor => {
  const data = Float32Array.from(numbers);
  return { data, shape: [data.length] };
};
