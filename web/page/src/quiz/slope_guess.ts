/**
 * The user's guess of GELU's derivative at five points: a draft until it is checked, then stored.
 */
import { computed, signal } from '@preact/signals';
import { guesses } from './predictions.ts';

/** x of the points, symmetric about zero. */
export const guess_points: readonly number[] = [-3, -1.5, 0, 1.5, 3];
/** Smallest and largest derivative that can be guessed. */
export const guess_range = [-0.25, 1.25] as const;

export const write_points = (points: readonly number[]): string => points.join(' ');

export function read_points(
  text: string | undefined,
  [low, high]: readonly [number, number],
): readonly number[] | undefined {
  const points = (text ?? '').split(' ').map((point) => (point === '' ? NaN : Number(point)));
  return points.length === guess_points.length && points.every((y) => y >= low && y <= high)
    ? points
    : undefined;
}

export const initial_draft: readonly number[] = guess_points.map(() => 0);
export const draft = signal(initial_draft);

export const checked_points = computed(() =>
  read_points(guesses.value.gelu_derivative?.option, guess_range),
);

export const slope_guess = computed(() => ({
  x: guess_points,
  y: checked_points.value ?? draft.value,
}));
