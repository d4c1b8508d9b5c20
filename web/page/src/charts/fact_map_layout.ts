/** Places of the squares of a map of facts. */

/** A square: its field, its group, its place in the group, and its row at that place. */
export interface MapSquare {
  readonly field: number;
  readonly group: number;
  readonly place: number;
  readonly row: number;
}

export interface MapSize {
  readonly width: number;
  /** Height that the squares may take. */
  readonly height: number;
  /** Width of the names of the groups. */
  readonly names: number;
}

interface Group {
  readonly places: number;
  readonly rows: number;
}

export interface MapLayout {
  /** Distance between neighbouring squares, and the side of one, in pixels. */
  readonly step: number;
  readonly side: number;
  /** Left and upper edge of each square. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Left edge of each field, and the centre of each group's first row. */
  readonly fields: readonly number[];
  readonly groups: readonly number[];
  readonly height: number;
  /** Numbers of the squares of each row of the drawing, from left to right. */
  readonly rows: readonly (readonly number[])[];
}

const gap_of_fields = 20;
const steps = { largest: 14, smallest: 4 };

/** Between two groups. */
const gap_of_groups = (step: number): number => Math.round(step * 0.8);

/** Two pixels between large squares, one between small ones. */
const side_of = (step: number): number => step - (step < 8 ? 1 : 2);

function groups_of(squares: readonly MapSquare[]): readonly Group[] {
  const groups: { places: number; rows: number }[] = [];
  for (const { group, place, row } of squares) {
    while (groups.length <= group) groups.push({ places: 0, rows: 0 });
    const found = groups[group];
    if (found === undefined) continue;
    found.places = Math.max(found.places, place + 1);
    found.rows = Math.max(found.rows, row + 1);
  }
  return groups;
}

/** Returns the upper edges of the groups, and below the last one the height of all. */
function tops_of(groups: readonly Group[], columns: number, step: number): readonly number[] {
  const tops = [0];
  for (const { places, rows } of groups) {
    const lines = Math.ceil(places / columns) * rows;
    tops.push((tops.at(-1) ?? 0) + lines * step + gap_of_groups(step));
  }
  return tops;
}

const height_of = (tops: readonly number[], step: number): number =>
  Math.max(0, (tops.at(-1) ?? 0) - gap_of_groups(step));

/** Collects the squares of each row of the drawing. */
function rows_of(x: readonly number[], y: readonly number[]): readonly (readonly number[])[] {
  const rows = new Map<number, number[]>();
  for (const [number, top] of y.entries()) rows.set(top, [...(rows.get(top) ?? []), number]);
  return Array.from(rows.values(), (row) => row.toSorted((a, b) => (x[a] ?? 0) - (x[b] ?? 0)));
}

/** Lays all fields out alike, side by side, with the largest squares for which they fit. */
export function map_layout(squares: readonly MapSquare[], size: MapSize): MapLayout {
  const groups = groups_of(squares);
  const count = 1 + squares.reduce((last, { field }) => Math.max(last, field), 0);
  const pitch = (size.width - size.names + gap_of_fields) / count;
  const columns_of = (step: number) => Math.max(1, Math.floor((pitch - gap_of_fields) / step));
  const fits = (step: number) =>
    height_of(tops_of(groups, columns_of(step), step), step) <= size.height;
  let step = steps.largest;
  while (step > steps.smallest && !fits(step)) step--;
  const columns = columns_of(step);
  const tops = tops_of(groups, columns, step);
  const fields = Array.from(
    { length: count },
    (_, field) => size.names + Math.round(field * pitch),
  );
  const x = squares.map(({ field, place }) => (fields[field] ?? 0) + (place % columns) * step);
  const y = squares.map(({ group, place, row }) => {
    const line = Math.floor(place / columns) * (groups[group]?.rows ?? 1) + row;
    return (tops[group] ?? 0) + line * step;
  });
  return {
    step,
    side: side_of(step),
    x,
    y,
    fields,
    groups: groups.map((_, group) => (tops[group] ?? 0) + step / 2),
    height: height_of(tops, step),
    rows: rows_of(x, y),
  };
}

/** Returns the number of the square nearest to a point and at most a step from it. */
export function square_at(
  { x, y, side, step }: MapLayout,
  point: readonly [x: number, y: number],
): number | undefined {
  let [found, nearest]: [number | undefined, number] = [undefined, step];
  for (let number = 0; number < x.length; number++) {
    const [dx, dy] = [
      (x[number] ?? 0) + side / 2 - point[0],
      (y[number] ?? 0) + side / 2 - point[1],
    ];
    const distance = Math.max(Math.abs(dx), Math.abs(dy));
    if (distance < nearest) [found, nearest] = [number, distance];
  }
  return found;
}

/** Returns the next square in a direction: in the same row, or in the nearest row with one. */
export function square_beside(
  { x, y, rows }: MapLayout,
  from: number,
  [right, down]: readonly [right: number, down: number],
): number {
  const [left, top] = [x[from] ?? 0, y[from] ?? 0];
  if (right !== 0) {
    const row = rows.find((numbers) => numbers.includes(from)) ?? [];
    return row[row.indexOf(from) + right] ?? from;
  }
  const others = rows
    .filter(([first]) => ((y[first ?? -1] ?? top) - top) * down > 0)
    .toSorted(([a], [b]) => Math.abs((y[a ?? -1] ?? 0) - top) - Math.abs((y[b ?? -1] ?? 0) - top));
  const distance = (number: number) => Math.abs((x[number] ?? 0) - left);
  return others[0]?.toSorted((a, b) => distance(a) - distance(b))[0] ?? from;
}
