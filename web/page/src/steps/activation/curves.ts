/** Requests to the core for the plots, the table and the landmarks of the activations. */
import { core_resource } from '../../numbers/resource.ts';
import type { ApproximateKind, SmoothKind } from '../../numbers/protocol.ts';
import { store } from '../../numbers/store.ts';
import { curve_kinds } from '../../numbers/url_state.ts';
import { just_above_zero, sample_points, samples, views } from './data.ts';

export const approximate_kinds = ['gelu_tanh', 'gelu_sigmoid'] as const satisfies readonly ApproximateKind[];
const smooth_kinds = ['gelu', ...approximate_kinds] as const satisfies readonly SmoothKind[];

export const view_name = () => (store.zoom.value ? 'zoom' : 'full');

export const shown_kinds = () => curve_kinds.filter((kind) => store.curves.value.includes(kind));

export const curves = core_resource('activation', () => ({ kinds: curve_kinds, x: sample_points(views[view_name()].x) }));
export const at_cursor = core_resource('activation', () => ({ kinds: curve_kinds, x: Float32Array.of(store.cursor_x.value) }));

export const differences = core_resource('activation_differences', () => {
  const [low, high] = views[view_name()].x;
  return { others: approximate_kinds, low, high, points: samples + 1 };
});

/** Differences at the cursor: the call takes at least two points, of which only the first is used. */
export const differences_at_cursor = core_resource('activation_differences', () => {
  const x = store.cursor_x.value;
  return { others: approximate_kinds, low: x, high: x + 1, points: 2 };
});

export const landmarks = core_resource('activation_landmarks', () => smooth_kinds);

/** ReLU at its kink (index 0) and just right of it (index 1). */
export const kink_points: readonly number[] = [0, just_above_zero];
export const at_kink = core_resource('activation', () => ({ kinds: ['relu'], x: Float32Array.from(kink_points) }));

/** The exact GELU and its derivative at its minimum (index 0) and at its steepest point (index 1). */
export const at_extrema = core_resource('activation', () => {
  const found = landmarks.value.current?.reply.extrema.gelu;
  return found && { kinds: ['gelu'], x: Float32Array.of(found.minimum.x, found.derivative_maximum.x) };
});
