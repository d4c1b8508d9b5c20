/** Compares tensors of the core with PyTorch's; the core computes the differences. */
import type { Lab, Tensor } from 'ffn-lab';

/**
 * Groups of checks, in the order of their computation: basic operations first. Each is named after
 * its file in tests/golden.
 */
export const family_names = [
  'random_notebook',
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

/**
 * Upper bound of the largest |Δ| (`absolute`), of its ratio to the tensor's largest element
 * (`relative`), or of the smaller one (`either`).
 */
export type Tolerance = Readonly<{ kind: 'absolute' | 'relative' | 'either'; limit: number }>;

/** Tensors by name, such as those of one golden file. */
export type Golden = Readonly<Record<string, Tensor>>;

// The checks use the same limits as the tests in tests/nn, tests/train and tests/engine.

export const absolute = (limit: number): Tolerance => ({ kind: 'absolute', limit });
export const relative = (limit: number): Tolerance => ({ kind: 'relative', limit });
/** For tensors such as gradients that can be zero in exact arithmetic. */
export const either = (limit: number): Tolerance => ({ kind: 'either', limit });

/** The bits must be equal. */
export const exact = absolute(0);

export function tensor_named(golden: Golden, name: string): Tensor {
  const tensor = golden[name];
  if (tensor === undefined) throw new Error(`the golden data have no tensor ${name}`);
  return tensor;
}

/** Picks the named tensors. @throws Error if one is missing */
export const tensors_named = <Name extends string>(golden: Golden, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, tensor_named(golden, name)])) as Record<
    Name,
    Tensor
  >;

/** Names tensors as the golden file does: `grad_{}_norm` for `scale` is `grad_scale_norm`. */
export const renamed = (tensors: object, pattern: string): Golden =>
  Object.fromEntries(
    Object.entries(tensors as Golden).map(([name, tensor]) => [
      pattern.replace('{}', name),
      tensor,
    ]),
  );

export const vector = (numbers: Iterable<number>): Tensor => {
  const data = Float32Array.from(numbers);
  return { data, shape: [data.length] };
};

function compare(lab: Lab, golden: Golden, tolerance: Tolerance, tensor: string, actual: Tensor) {
  const {
    largest,
    relative: ratio,
    at,
    differing,
  } = lab.difference(actual, tensor_named(golden, tensor));
  const { kind, limit } = tolerance;
  const measured = kind === 'relative' || (kind === 'either' && ratio < largest) ? ratio : largest;
  return {
    tensor,
    shape: actual.shape,
    /** Largest |Δ|; for a gradient check, relative to the tensor's largest gradient. */
    largest,
    /**
     * The quantity that the limit bounds: `largest`, or its ratio to the tensor's largest element.
     */
    measured,
    /** Row-major index of the element with the largest |Δ|. */
    at,
    tolerance,
    passed: limit === 0 ? differing === 0 : measured < limit,
  };
}

/** Comparison of one tensor of the core with PyTorch's. */
export type CheckRow = ReturnType<typeof compare>;

export type FamilyRow = CheckRow & { readonly family: FamilyName };

/**
 * Compares tensors that the core computed with the golden tensors of the same names. @throws Error
 * if there is none
 */
export const compare_all = (
  lab: Lab,
  golden: Golden,
  tolerance: Tolerance,
  computed: Golden,
): CheckRow[] =>
  Object.entries(computed).map(([tensor, actual]) =>
    compare(lab, golden, tolerance, tensor, actual),
  );
