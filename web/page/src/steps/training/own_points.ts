/** Points drawn by hand, and their conversion to a data set or CSV. Pure functions. */
import type { Dataset } from 'ffn-lab';

/** Points of two classes in the plane, or examples of a curve. */
export type DrawnKind = 'classes' | 'curve';
export const drawn_kinds = ['classes', 'curve'] as const satisfies DrawnKind[];

export const class_names = ['A', 'B'] as const;
export type ClassName = (typeof class_names)[number];

export interface DrawnPoint {
  readonly x: number;
  readonly y: number;
  /** Class; always A for a curve. */
  readonly name: ClassName;
}

export type Points = readonly DrawnPoint[];

/** Both coordinates are in [−2, 2], as in the generated data sets. */
export const drawn_limit = 2;
export const most_points = 500;
/** Smallest distance between the points of a stroke. */
const spacing = 0.16;
/** Largest distance between the pointer and a point to remove. */
const removal_radius = 0.3;

/** Clamps a coordinate and rounds it to two decimals, which is finer than a pixel. */
export function to_place(value: number): number {
  return Number(Math.min(drawn_limit, Math.max(-drawn_limit, value)).toFixed(2)) + 0; // no −0
}

type Place = Pick<DrawnPoint, 'x' | 'y'>;
const square = (value: number) => value * value;
const squared_distance = (a: Place, b: Place) => square(a.x - b.x) + square(a.y - b.y);

/** Whether the pointer is far enough from the last point of a stroke to add another. */
export const is_spaced = (last: Place, place: Place): boolean => squared_distance(last, place) >= square(spacing);

export function with_point(points: Points, { x, y, name }: DrawnPoint): Points {
  return points.length >= most_points ? points : [...points, { x: to_place(x), y: to_place(y), name }];
}

/** Removes the point nearest to `place`, if one is within the removal radius. */
export function without_nearest(points: Points, place: Place): Points {
  const [first, ...others] = points;
  if (first === undefined) return points;
  const nearest = others.reduce((best, point) => (squared_distance(point, place) < squared_distance(best, place) ? point : best), first);
  return squared_distance(nearest, place) <= square(removal_radius) ? points.filter((point) => point !== nearest) : points;
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

/** Returns the points as CSV with a header. */
export function drawn_csv(points: Points, kind: DrawnKind): string {
  const rows = points.map(({ x, y, name }) => (kind === 'curve' ? `${x},${y}` : `${x},${y},${name}`));
  return `${[kind === 'curve' ? 'x,y' : 'x1,x2,class', ...rows].join('\n')}\n`;
}
