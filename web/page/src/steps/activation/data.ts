/** Points, labels and domains of the activation plots, from the core's curves. Pure functions: no signals, no JSX. */
import type { ActivationCurve, ActivationDifference } from 'ffn-lab';
import type { CurveLabel, Point, Series } from '../../charts/curve_plot.tsx';
import { t } from '../../words/i18n.ts';
import { guess_range } from '../../numbers/slope_guess.ts';
import type { CurveKind } from '../../numbers/url_state.ts';
import { ranges } from './points.ts';

/** Approximations of GELU. */
export type ApproximateKind = 'gelu_tanh' | 'gelu_sigmoid';

/** Order in tables and choices; `curve_kinds` gives the drawing order of the plots. */
export const reading_order = ['gelu', 'gelu_tanh', 'gelu_sigmoid', 'relu'] as const satisfies readonly CurveKind[];

export type Part = 'value' | 'derivative';

export interface View {
  readonly x: readonly [number, number];
  readonly value: readonly [number, number];
  readonly derivative: readonly [number, number];
  /** Spacing of the grid on which the cursor moves. */
  readonly step: number;
}

export const views: Record<'full' | 'zoom', View> = {
  full: { x: ranges.full, value: [-0.6, 5], derivative: guess_range, step: 0.05 },
  zoom: { x: ranges.zoom, value: [-0.2, 0.05], derivative: [-0.2, 0.55], step: 0.01 },
};

/** Activations at the same points. */
type Curves<Kind extends CurveKind> = { readonly x: Float32Array } & Readonly<Record<Kind, ActivationCurve>>;
type Differences = Readonly<Record<ApproximateKind, ActivationDifference>>;

const points_of = (x: ArrayLike<number>, y: ArrayLike<number>): Point[] => Array.from(x, (at, index): Point => [at, y[index] ?? NaN]);

export const curve_points = <Kind extends CurveKind>(curves: Curves<Kind>, kind: Kind, part: Part): Point[] =>
  points_of(curves.x, curves[kind][part]);

/** Splits ReLU's derivative at its jump at zero: a filled end marks the value that the core returns there, an open end the limit. */
function split_at_zero(points: readonly Point[]): Pick<Series, 'pieces' | 'ends'> {
  const right = points.findIndex(([x]) => x > 0);
  const [last_left, first_right] = [points[right - 1], points[right]];
  if (last_left === undefined || first_right === undefined) return { pieces: [points] };
  return {
    pieces: [points.slice(0, right), points.slice(right)],
    ends: [
      { at: last_left, taken: true },
      { at: first_right, taken: false },
    ],
  };
}

export function make_series<Kind extends CurveKind>(
  kinds: readonly Kind[],
  curves: Curves<Kind> | undefined,
  cursor: Curves<Kind> | undefined,
  part: Part,
): Series[] {
  return kinds.map((kind) => {
    const points = curves ? curve_points(curves, kind, part) : [];
    const pieces = kind === 'relu' && part === 'derivative' ? split_at_zero(points) : { pieces: [points] };
    return { name: kind, ...pieces, cursor: cursor ? curve_points(cursor, kind, part)[0] : undefined };
  });
}

export function make_difference_series(
  others: readonly ApproximateKind[],
  differences: Differences | undefined,
  cursor: Differences | undefined,
): Series[] {
  const points = (found: Differences | undefined, other: ApproximateKind) => (found ? points_of(found[other].x, found[other].value) : []);
  return others.map((other) => ({ name: other, pieces: [points(differences, other)], cursor: points(cursor, other)[0] }));
}

interface Placement extends Pick<CurveLabel, 'offset' | 'anchor'> {
  readonly name: CurveKind;
  readonly x: number;
}

/** x of the point that each label refers to, and the label's offset from it: chosen by eye so that no label covers a curve. */
const placements: Record<'full' | 'zoom', Record<Part, readonly Placement[]>> = {
  full: {
    value: [
      { name: 'relu', x: 1.6, offset: [-20, -28], anchor: 'end' },
      { name: 'gelu', x: 1, offset: [24, 14], anchor: 'start' },
      { name: 'gelu_tanh', x: 2, offset: [20, 12], anchor: 'start' },
      { name: 'gelu_sigmoid', x: 3.4, offset: [-24, -16], anchor: 'end' },
    ],
    derivative: [
      { name: 'relu', x: -3.6, offset: [0, -14], anchor: 'middle' },
      { name: 'gelu', x: -0.5, offset: [-28, -36], anchor: 'end' },
      { name: 'gelu_tanh', x: 0.4, offset: [32, 8], anchor: 'start' },
      { name: 'gelu_sigmoid', x: 0.2, offset: [30, 18], anchor: 'start' },
    ],
  },
  zoom: {
    value: [
      { name: 'relu', x: -2.2, offset: [0, -12], anchor: 'middle' },
      { name: 'gelu', x: -1.4, offset: [-28, 12], anchor: 'end' },
      { name: 'gelu_tanh', x: -1.75, offset: [16, -24], anchor: 'start' },
      { name: 'gelu_sigmoid', x: -2.6, offset: [0, 36], anchor: 'middle' },
    ],
    derivative: [
      { name: 'relu', x: -2.2, offset: [0, -12], anchor: 'middle' },
      { name: 'gelu', x: -0.3, offset: [-28, -8], anchor: 'end' },
      { name: 'gelu_tanh', x: -2.5, offset: [0, 12], anchor: 'middle' },
      { name: 'gelu_sigmoid', x: -0.5, offset: [-28, -8], anchor: 'end' },
    ],
  },
};

export function make_labels(
  kinds: readonly CurveKind[],
  curves: Curves<CurveKind> | undefined,
  view: 'full' | 'zoom',
  part: Part,
): CurveLabel[] {
  if (curves === undefined) return [];
  return placements[view][part].flatMap(({ name, x, offset, anchor }) => {
    const at = curve_points(curves, name, part).find((point) => point[0] >= x);
    return at === undefined || !kinds.includes(name) ? [] : [{ name, at, offset, anchor, text: t(`activation.short_${name}`) }];
  });
}

/** Chosen by eye, clear of the curves and of the cursor's initial x. The label of the tanh form moves when the sigmoid form is shown too. */
function difference_placement(kind: ApproximateKind, view: 'full' | 'zoom', alone: boolean): Omit<Placement, 'name'> {
  if (kind === 'gelu_sigmoid') return { x: view === 'full' ? 0 : -2, offset: [0, view === 'full' ? 24 : 50], anchor: 'middle' };
  if (view === 'full') return alone ? { x: 4.9, offset: [0, -33], anchor: 'end' } : { x: 0, offset: [0, -14], anchor: 'middle' };
  return { x: alone ? -1 : -0.5, offset: [0, alone ? 18 : -14], anchor: 'middle' };
}

export function make_difference_labels(series: readonly Series[], view: 'full' | 'zoom'): CurveLabel[] {
  return series.flatMap(({ name, pieces }) => {
    const kind = name as ApproximateKind;
    const { x, offset, anchor } = difference_placement(kind, view, series.length === 1);
    const at = pieces[0]?.find((point) => point[0] >= x);
    return at === undefined ? [] : [{ name, at, offset, anchor, text: t(`activation.minus_${kind}`) }];
  });
}
