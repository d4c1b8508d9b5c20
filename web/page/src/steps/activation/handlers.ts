/** Handlers for activation curves, differences between the forms of GELU, and landmarks. */
import type { ActivationLandmarks, Lab, LargestDifference, Tensor } from 'ffn-lab';
import type {
  ActivationDifferencesReply,
  ActivationDifferencesRequest,
  ActivationLandmarksReply,
  ActivationReply,
  ActivationRequest,
  ApproximateKind,
  SlopeGuessReply,
  SlopeGuessRequest,
  SmoothKind,
} from '../../numbers/protocol.ts';

function by_kind<Kind extends string, Result>(kinds: readonly Kind[], work: (kind: Kind) => Result): Record<Kind, Result> {
  return Object.fromEntries(kinds.map((kind) => [kind, work(kind)])) as Record<Kind, Result>;
}

export function activation(lab: Lab, { kinds, x }: ActivationRequest): ActivationReply {
  return { x, curves: by_kind(kinds, (kind) => lab.activation(kind, x)) };
}

export function activation_differences(lab: Lab, { others, ...points }: ActivationDifferencesRequest): ActivationDifferencesReply {
  return by_kind(others, (other) => lab.activation_difference('gelu', other, points));
}

const is_approximate = (kind: SmoothKind): kind is ApproximateKind => kind !== 'gelu';

export function activation_landmarks(lab: Lab, kinds: readonly SmoothKind[]): ActivationLandmarksReply {
  const others = kinds.filter(is_approximate);
  const differences = by_kind<ApproximateKind, LargestDifference>(others, (other) => lab.largest_difference('gelu', other));
  return {
    extrema: by_kind<SmoothKind, ActivationLandmarks>(kinds, (kind) => lab.activation_landmarks(kind)),
    differences,
    peaks: by_kind(others, (other) => {
      const { x } = differences[other].value;
      return lab.activation_difference('gelu', other, { low: -x, high: x, points: 2 });
    }),
  };
}

export function slope_guess(lab: Lab, { kind, x, guess }: SlopeGuessRequest): SlopeGuessReply {
  const { derivative } = lab.activation(kind, x);
  const row = (data: Float32Array): Tensor => ({ data, shape: [x.length] });
  return { x, derivative, error: lab.mean_absolute_difference(row(Float32Array.from(guess)), row(derivative)) };
}
