/** Points that the user draws, and their text in the address. */
import type { Place } from '../../controls/pad.tsx';
import { read_bytes, write_bytes } from '../../state/link_bytes.ts';

/** Points of two classes in the plane, or examples of a curve. */
export const drawn_kinds = ['classes', 'curve'] as const;
export type DrawnKind = (typeof drawn_kinds)[number];

/** `kind` is the class, from 0, or the sign of a numeric target; always 0 for a curve. */
export type DataPoint = Place & { readonly kind: number };
export type Points = readonly DataPoint[];

export interface Drawing {
  readonly drawn: DrawnKind;
  readonly points: Points;
}

/** Both coordinates are in [−2, 2], as in the generated data sets. */
export const drawn_limit = 2;
export const most_points = 500;

/** Clamps a coordinate and rounds it to two decimals, which is finer than a pixel. */
export function to_place(value: number): number {
  return Number(Math.min(drawn_limit, Math.max(-drawn_limit, value)).toFixed(2)) + 0; // no −0
}

const hundred = 100;
/** Coordinates are counted in hundredths from the lower limit. */
const places = 2 * drawn_limit * hundred + 1;
const to_count = (value: number) => Math.round((value + drawn_limit) * hundred);
const to_coordinate = (count: number) => (count - drawn_limit * hundred) / hundred;
const bytes_per_point = 3;

/**
 * Writes the kind of the drawing, and three bytes for each point in base64url: its place on the
 * grid of hundredths and its class.
 */
export function write_drawing({ drawn, points }: Drawing): string {
  const bytes = points.flatMap(({ x, y, kind }) => {
    const number = (to_count(x) * places + to_count(y)) * 2 + kind;
    return [number >> 16, (number >> 8) & 255, number & 255];
  });
  return `${drawn}.${write_bytes(Uint8Array.from(bytes))}`;
}

function read_point([high = 0, middle = 0, low = 0]: Uint8Array): DataPoint | undefined {
  const number = (high << 16) | (middle << 8) | low;
  const place = number >> 1;
  const [column, row] = [Math.floor(place / places), place % places];
  return column < places
    ? { x: to_coordinate(column), y: to_coordinate(row), kind: number & 1 }
    : undefined;
}

export function read_drawing(text: string): Drawing | undefined {
  const [, name = '', packed = ''] = /^(\w+)\.(.*)$/.exec(text) ?? [];
  const drawn = drawn_kinds.find((kind) => kind === name);
  const bytes = read_bytes(packed);
  if (drawn === undefined || bytes === undefined || bytes.length % bytes_per_point !== 0)
    return undefined;
  const points = Array.from({ length: bytes.length / bytes_per_point }, (_, index) =>
    read_point(bytes.subarray(index * bytes_per_point, (index + 1) * bytes_per_point)),
  );
  const accepted = (point: DataPoint | undefined): point is DataPoint =>
    point !== undefined && (drawn === 'classes' || point.kind === 0);
  return points.length <= most_points && points.every(accepted) ? { drawn, points } : undefined;
}
