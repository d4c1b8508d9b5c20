/** The points of a guessed curve and their text format in storage. Pure functions: no signals. */

/** x of the points, symmetric about zero. */
export const guess_points: readonly number[] = [-3, -1.5, 0, 1.5, 3];

export const write_points = (points: readonly number[]): string => points.join(' ');

/** Parses stored y values. Returns undefined unless there is one number inside the plot's range for each point. */
export function read_points(text: string | undefined, [low, high]: readonly [number, number]): readonly number[] | undefined {
  const points = (text ?? '').split(' ').map((point) => (point === '' ? NaN : Number(point)));
  return points.length === guess_points.length && points.every((y) => y >= low && y <= high) ? points : undefined;
}
