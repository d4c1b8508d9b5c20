/**
 * The activations whose curves the page draws, in the order of tables and choices. Each has a rule
 * `[data-kind]` in styles/curves.css and names in the messages.
 */
import type { ActivationKind } from 'ffn-lab';

/** Approximations of the exact GELU, whose differences from it are drawn, too. */
export const approximate_kinds = ['gelu_tanh', 'gelu_sigmoid'] as const satisfies ActivationKind[];
export type ApproximateKind = (typeof approximate_kinds)[number];

export const curve_kinds = [
  'gelu',
  ...approximate_kinds,
  'relu',
] as const satisfies ActivationKind[];
export type CurveKind = (typeof curve_kinds)[number];

const is_approximate = (kind: CurveKind) => approximate_kinds.some((other) => other === kind);

/** The approximations are drawn over the exact curve, so that all stay visible. */
export const drawing_order: readonly CurveKind[] = [false, true].flatMap((approximate) =>
  curve_kinds.filter((kind) => is_approximate(kind) === approximate).toReversed(),
);
