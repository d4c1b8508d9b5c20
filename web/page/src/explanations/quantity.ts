/**
 * Quantities that the page can explain: in words, by a formula, by the terms of a sum, and by
 * programs in Python.
 */
import { value_at } from '../numbers/path.ts';
import type { Answer } from '../numbers/answers.ts';
import type { State } from '../state/state.ts';
import { leading_index } from '../state/tensor_names.ts';
import type { CurveKind } from '../words/curve_kinds.ts';
import type { Framework, Piece } from './python.ts';
import type { Sum } from './recipe.ts';

/** The sentences about quantities: `explanations.about_NAME` in the messages. */
export type About =
  | 'input'
  | 'linear'
  | 'activation'
  | 'slope'
  | 'residual'
  | 'distance'
  | 'term'
  | 'weight'
  | 'gradient'
  | 'gradient_output'
  | 'gradient_activation'
  | 'gradient_sum'
  | 'statistic'
  | 'sparsity'
  | 'count'
  | 'dropout'
  | 'dropout_theory';

export type Factor = readonly [name: string, path: string, style: 'count' | 'precise'];

export interface Quantity {
  readonly about: About;
  readonly formula?: string;
  /** Numbers of the same answer that the formula names, by their paths. */
  readonly factors?: readonly Factor[];
  /** The element of the example network whose terms are added up. */
  readonly sum?: Sum;
  /** Whether its numbers come from the example network. */
  readonly of_example: boolean;
  readonly python: Readonly<Partial<Record<Framework, Piece>>>;
  readonly given?: Readonly<Record<string, string>>;
  readonly names?: Readonly<Record<string, string>>;
  /** The framework draws other random numbers than the page. */
  readonly random?: Framework;
}

/** An answer with the path of one of its numbers, split at the dots. */
export interface Place {
  readonly answer: Answer<unknown, State>;
  readonly parts: readonly string[];
}

/** Returns the same piece for both frameworks. */
export const in_both = (needs: readonly string[], result: string) => ({
  numpy: { needs, result },
  pytorch: { needs, result },
});

/** Returns the same piece for both frameworks, whose result is a number of Python. */
export const count_in_both = (needs: readonly string[], result: string) =>
  pieces(needs, { numpy: result, pytorch: result }, true);

/** Returns the pieces with these results; `plain` if PyTorch's is a number of Python. */
export function pieces(
  needs: readonly string[],
  { numpy, pytorch }: Readonly<Record<Framework, string>>,
  plain = false,
): Readonly<Record<Framework, Piece>> {
  const in_pytorch = { needs, result: pytorch };
  return {
    numpy: { needs, result: numpy },
    pytorch: plain ? { ...in_pytorch, plain } : in_pytorch,
  };
}

const root = '√(2 / π)';

/** The activations and their slopes at z; Φ and φ are of the normal distribution. */
export const activation_formulas: Readonly<
  Record<CurveKind, Readonly<Record<'value' | 'derivative', string>>>
> = {
  gelu: { value: 'z · Φ(z)', derivative: 'Φ(z) + z · φ(z)' },
  gelu_tanh: {
    value: `½ z (1 + tanh u), u = ${root} (z + 0.044715 z³)`,
    derivative: `½ (1 + tanh u) + ½ z (1 − tanh² u) u′, u = ${root} (z + 0.044715 z³)`,
  },
  gelu_sigmoid: {
    value: 'z · σ(1.702 z)',
    derivative: 's + 1.702 z s (1 − s), s = σ(1.702 z)',
  },
  relu: { value: 'max(z, 0)', derivative: '1 (z > 0), 0 (z ≤ 0)' },
};

/** Returns the functions of an activation for the names that stand for them in a program. */
export const names_of = (activation: string) => ({
  activation,
  activation_slope: `${activation}_slope`,
});

/** A place in a tensor: by all of its indices, and with the leading ones flattened into a row. */
export interface Element {
  readonly index: readonly number[];
  readonly row: number;
  readonly column: number;
}

/** Returns the place of an element, which its flat index names. */
export function element_at(shape: readonly number[], flat: number): Element {
  const width = shape.at(-1) ?? 1;
  const [row, column] = [Math.floor(flat / width), flat % width];
  return { index: [...leading_index(row, shape), column], row, column };
}

/** Returns indices as a program writes them: `[0, 3, 17]`, `[0, 3, k]`. */
export const index_text = (index: readonly (number | string)[]) => `[${index.join(', ')}]`;

/** Returns the shape of the tensor at a path of an answer. */
export const shape_at = ({ answer }: Place, path: string): readonly number[] =>
  (value_at(answer.value, path) as { readonly shape: readonly number[] }).shape;
