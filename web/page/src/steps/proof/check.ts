/** Compares tensors of the core with PyTorch's; the core computes the differences. */
import type { Difference, Lab, Tensor } from 'ffn-lab';

/** Groups of checks, in the order of their computation: basic operations first. */
export const family_names = [
  'random',
  'activation',
  'notebook_batch',
  'worked_example',
  'biased',
  'gpt2_size',
  'gradients',
  'gradient_check',
  'layer_norm',
  'attention',
  'transformer_block',
  'block_stack',
  'loss',
  'training',
] as const;
export type FamilyName = (typeof family_names)[number];

/** Upper bound of the largest |Δ| (`absolute`), of its ratio to the tensor's largest element (`relative`), or of the smaller one (`either`). */
export interface Tolerance {
  readonly kind: 'absolute' | 'relative' | 'either';
  readonly limit: number;
}

/** Comparison of one tensor of the core with PyTorch's. */
export interface CheckRow {
  readonly tensor: string;
  readonly shape: readonly number[];
  /** Number of compared elements. */
  readonly count: number;
  /** Largest |Δ|; for a gradient check, relative to the tensor's largest gradient. */
  readonly largest: number;
  /** The quantity that the limit bounds: `largest`, or its ratio to the tensor's largest element. */
  readonly measured: number;
  /** Row-major index of the element with the largest |Δ|. */
  readonly at: number;
  readonly tolerance: Tolerance;
  readonly passed: boolean;
}

/** A row with its family. */
export interface FamilyRow extends CheckRow {
  readonly family: FamilyName;
}

/** The tensors of one golden file. */
export type Golden = Readonly<Record<string, Tensor>>;

/** A tensor that the core computed, its name in the golden file, and the tolerance. */
export interface Computed {
  readonly tensor: string;
  readonly actual: Tensor;
  readonly tolerance: Tolerance;
}

// The checks use the same limits as the tests in tests/nn, tests/train and tests/engine.

export const absolute = (limit: number): Tolerance => ({ kind: 'absolute', limit });
export const relative = (limit: number): Tolerance => ({ kind: 'relative', limit });
/** For tensors such as gradients that can be zero in exact arithmetic. */
export const either = (limit: number): Tolerance => ({ kind: 'either', limit });

/** The bits must be equal. */
export const exact = absolute(0);

/** Returns the quantity that the tolerance bounds. */
function measured_of({ largest, relative: ratio }: Difference, { kind }: Tolerance): number {
  if (kind === 'absolute') return largest;
  return kind === 'relative' || ratio < largest ? ratio : largest;
}

export function tensor_named(golden: Golden, name: string): Tensor {
  const tensor = golden[name];
  if (tensor === undefined) throw new Error(`the golden data have no tensor ${name}`);
  return tensor;
}

/** Picks the named tensors. @throws Error if one is missing */
export const tensors_named = <Name extends string>(golden: Golden, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, tensor_named(golden, name)])) as Record<Name, Tensor>;

function compare(lab: Lab, golden: Golden, { tensor, actual, tolerance }: Computed): CheckRow {
  const difference = lab.difference(actual, tensor_named(golden, tensor));
  const { count, largest, at, differing } = difference;
  const measured = measured_of(difference, tolerance);
  const passed = tolerance.limit === 0 ? differing === 0 : measured < tolerance.limit;
  return { tensor, shape: actual.shape, count, largest, measured, at, tolerance, passed };
}

/** Compares each tensor with the one of the same name. @throws Error if there is none */
export const compare_all = (lab: Lab, golden: Golden, computed: readonly Computed[]): CheckRow[] =>
  computed.map((each) => compare(lab, golden, each));

export const vector = (numbers: Iterable<number>): Tensor => {
  const data = Float32Array.from(numbers);
  return { data, shape: [data.length] };
};
