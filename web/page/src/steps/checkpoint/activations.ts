/** The activation functions that the step offers, and their names. */
import type { ActivationKind } from 'ffn-lab';
import { t } from '../../words/i18n.ts';

export const activation_name = (kind: ActivationKind) => t(`activation.name_${kind}`);

/** Names that fit the head of a column. */
export const activation_short = (kind: ActivationKind) => t(`activation.short_${kind}`);

/** The activations that a model may have, in the order of choices: all but the identity. */
export const candidates = [
  'gelu_tanh',
  'gelu',
  'gelu_sigmoid',
  'relu',
  'silu',
  'relu2',
] as const satisfies ActivationKind[];

/** The choices for a network: the candidates, and its own. */
export const choices_of = (own: ActivationKind | undefined): readonly ActivationKind[] =>
  own === undefined || candidates.some((kind) => kind === own) ? candidates : [...candidates, own];
