/** The points of a guessed curve, and how they are kept. Pure: no signals. */

/** Left and right of zero alike, and at zero. */
export const guess_points: readonly number[] = [-3, -1.5, 0, 1.5, 3];

export const write_points = (points: readonly number[]): string => points.join(' ');

/** Whatever was kept, only as many numbers as there are points come out, each inside the plot. */
export function read_points(text: string | undefined, [low, high]: readonly [number, number]): readonly number[] | undefined {
  const points = (text ?? '').split(' ').map((point) => (point === '' ? NaN : Number(point)));
  return points.length === guess_points.length && points.every((y) => y >= low && y <= high) ? points : undefined;
}
