/** Points drawn by hand, and the data set that they are. Pure. */
import type { Dataset } from 'ffn-lab';

/** Points of two classes in the plane, or examples of a curve. */
export type DrawnKind = 'classes' | 'curve';
export const drawn_kinds = ['classes', 'curve'] as const satisfies DrawnKind[];

export const class_names = ['A', 'B'] as const;
export type ClassName = (typeof class_names)[number];

export interface DrawnPoint {
  readonly x: number;
  readonly y: number;
  /** Of a curve, always A. */
  readonly name: ClassName;
}

export type Points = readonly DrawnPoint[];

/** Both coordinates lie between −2 and 2, as those of the data sets that the core makes. */
export const drawn_limit = 2;
export const most_points = 500;
/** Along a line that is drawn in one go. */
const spacing = 0.16;
/** So far from a point, and it is not the one that was meant. */
const reach = 0.3;

/** Two decimals, which is finer than a pixel, and short to read. */
export function to_place(value: number): number {
  return Number(Math.min(drawn_limit, Math.max(-drawn_limit, value)).toFixed(2)) + 0; // no −0
}

type Place = Pick<DrawnPoint, 'x' | 'y'>;
const square = (value: number) => value * value;
const distance_squared = (a: Place, b: Place) => square(a.x - b.x) + square(a.y - b.y);

/** Is the pointer far enough for another point? */
export const far_from = (last: Place, place: Place): boolean => distance_squared(last, place) >= square(spacing);

export function with_point(points: Points, { x, y, name }: DrawnPoint): Points {
  return points.length >= most_points ? points : [...points, { x: to_place(x), y: to_place(y), name }];
}

/** Without the nearest point, if there is one within reach. */
export function without_nearest(points: Points, place: Place): Points {
  const [first, ...others] = points;
  if (first === undefined) return points;
  const nearest = others.reduce((best, point) => (distance_squared(point, place) < distance_squared(best, place) ? point : best), first);
  return distance_squared(nearest, place) <= square(reach) ? points.filter((point) => point !== nearest) : points;
}

export function drawn_dataset(points: Points, kind: DrawnKind): Dataset | undefined {
  const n = points.length;
  if (n === 0) return undefined;
  const x = Float32Array.from(points, (point) => point.x);
  const y = Float32Array.from(points, (point) => point.y);
  if (kind === 'curve') return { inputs: { data: x, shape: [n, 1] }, targets: { data: y, shape: [n, 1] } };
  const data = Float32Array.from(points.flatMap((point) => [point.x, point.y]));
  const labels = Int32Array.from(points, ({ name }) => class_names.indexOf(name));
  return { inputs: { data, shape: [n, 2] }, labels, classes: class_names };
}

/** As it would be in a file. */
export function drawn_csv(points: Points, kind: DrawnKind): string {
  const rows = points.map(({ x, y, name }) => (kind === 'curve' ? `${x},${y}` : `${x},${y},${name}`));
  return `${[kind === 'curve' ? 'x,y' : 'x1,x2,class', ...rows].join('\n')}\n`;
}
