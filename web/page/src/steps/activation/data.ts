/**
 * Points, labels and domains of the activation plots, from the core's curves. Pure functions: no
 * signals, no JSX.
 */
import type { ActivationCurve, ActivationDifference } from 'ffn-lab';
import type { CurveLabel, Point, Series } from '../../charts/curve_plot.tsx';
import type { ApproximateKind, CurveKind } from '../../words/curve_kinds.ts';
import { t } from '../../words/i18n.ts';
import { guess_range } from '../../quiz/slope_guess.ts';
import { ranges } from './points.ts';

export type Part = 'value' | 'derivative';
type PlotName = Part | 'difference';

/** Ranges of x and y; `step`: spacing of the grid on which the cursor moves. */
export const views = {
  full: { x: ranges.full, value: [-0.6, 5], derivative: guess_range, step: 0.05 },
  zoom: { x: ranges.zoom, value: [-0.2, 0.05], derivative: [-0.2, 0.55], step: 0.01 },
} as const;
export type View = keyof typeof views;

/** Activations at the same points, and differences of the exact GELU and its approximations. */
type Curves<Kind extends CurveKind> = {
  readonly x: Float32Array;
  readonly differences?: Readonly<Record<ApproximateKind, ActivationDifference>>;
} & Readonly<Record<Kind, ActivationCurve>>;

export const points_of = (x: ArrayLike<number>, y: ArrayLike<number>): Point[] =>
  Array.from(x, (at, index): Point => [at, y[index] ?? NaN]);

function curve_points<Kind extends CurveKind>(
  curves: Curves<Kind>,
  kind: Kind,
  plot: PlotName,
): Point[] {
  if (plot !== 'difference') return points_of(curves.x, curves[kind][plot]);
  const { x, value } = curves.differences?.[kind as ApproximateKind] ?? { x: [], value: [] };
  return points_of(x, value);
}

/**
 * Splits ReLU's derivative at its jump at zero: a filled end marks the value that the core returns
 * there, an open end the limit.
 */
function split_at_zero(points: readonly Point[]): Pick<Series, 'pieces' | 'ends'> {
  const right = points.findIndex(([x]) => x > 0);
  const [last_left, first_right] = [points[right - 1], points[right]];
  if (last_left === undefined || first_right === undefined) return { pieces: [points] };
  const ends = [
    { at: last_left, taken: true },
    { at: first_right, taken: false },
  ];
  return { pieces: [points.slice(0, right), points.slice(right)], ends };
}

export const make_series = <Kind extends CurveKind>(
  kinds: readonly Kind[],
  curves: Curves<Kind>,
  cursor: Curves<Kind> | undefined,
  plot: PlotName,
): Series[] =>
  kinds.map((name) => {
    const points = curve_points(curves, name, plot);
    const pieces =
      name === 'relu' && plot === 'derivative' ? split_at_zero(points) : { pieces: [points] };
    return { name, ...pieces, cursor: cursor && curve_points(cursor, name, plot)[0] };
  });

/**
 * x of the point that a label refers to, and the label's offset from it: chosen by eye so that no
 * label covers a curve.
 */
type Placement = Pick<CurveLabel, 'offset' | 'anchor'> & { readonly x: number };

const placements: Record<CurveKind, Record<View, Record<Part, Placement>>> = {
  gelu: {
    full: {
      value: { x: 1, offset: [24, 14], anchor: 'start' },
      derivative: { x: -0.5, offset: [-28, -36], anchor: 'end' },
    },
    zoom: {
      value: { x: -1.4, offset: [-28, 12], anchor: 'end' },
      derivative: { x: -0.3, offset: [-28, -8], anchor: 'end' },
    },
  },
  gelu_tanh: {
    full: {
      value: { x: 2, offset: [20, 12], anchor: 'start' },
      derivative: { x: 0.4, offset: [32, 8], anchor: 'start' },
    },
    zoom: {
      value: { x: -1.75, offset: [16, -24], anchor: 'start' },
      derivative: { x: -2.5, offset: [0, 12], anchor: 'middle' },
    },
  },
  gelu_sigmoid: {
    full: {
      value: { x: 3.4, offset: [-24, -16], anchor: 'end' },
      derivative: { x: 0.2, offset: [30, 18], anchor: 'start' },
    },
    zoom: {
      value: { x: -2.6, offset: [0, 36], anchor: 'middle' },
      derivative: { x: -0.5, offset: [-28, -8], anchor: 'end' },
    },
  },
  relu: {
    full: {
      value: { x: 1.6, offset: [-20, -28], anchor: 'end' },
      derivative: { x: -3.6, offset: [0, -14], anchor: 'middle' },
    },
    zoom: {
      value: { x: -2.2, offset: [0, -12], anchor: 'middle' },
      derivative: { x: -2.2, offset: [0, -12], anchor: 'middle' },
    },
  },
};

/** Labels of the curves of differences, clear of the initial x of the cursor. */
const difference_placements: Record<ApproximateKind, Record<View, Placement>> = {
  gelu_tanh: {
    full: { x: 0, offset: [0, -14], anchor: 'middle' },
    zoom: { x: -0.5, offset: [0, -14], anchor: 'middle' },
  },
  gelu_sigmoid: {
    full: { x: 0, offset: [0, 24], anchor: 'middle' },
    zoom: { x: -2, offset: [0, 50], anchor: 'middle' },
  },
};
/** The label of the tanh form if no other difference is drawn. */
const tanh_alone: Record<View, Placement> = {
  full: { x: 4.9, offset: [0, -33], anchor: 'end' },
  zoom: { x: -1, offset: [0, 18], anchor: 'middle' },
};

function difference_placement(kind: ApproximateKind, view: View, alone: boolean): Placement {
  return (alone && kind === 'gelu_tanh' ? tanh_alone : difference_placements[kind])[view];
}

/** Labels a curve at its first point from x on; the points of another view may have none. */
export function make_label<Kind extends CurveKind>(
  curves: Curves<Kind>,
  name: Kind,
  plot: PlotName,
  { x, ...placement }: Placement,
) {
  const at = curve_points(curves, name, plot).find(([from]) => from >= x);
  const text =
    plot === 'difference'
      ? t(`activation.minus_${name as ApproximateKind}`)
      : t(`activation.short_${name}`);
  return at === undefined ? [] : [{ ...placement, name, text, at }];
}

export const make_labels = (
  kinds: readonly CurveKind[],
  curves: Curves<CurveKind>,
  view: View,
  plot: PlotName,
): CurveLabel[] =>
  kinds.flatMap((kind) => {
    const placement =
      plot === 'difference'
        ? difference_placement(kind as ApproximateKind, view, kinds.length === 1)
        : placements[kind][view][plot];
    return make_label(curves, kind, plot, placement);
  });
