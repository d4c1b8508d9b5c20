/**
 * Curves over one x axis with a cursor: a pure function of its data. The panel handles pointer and
 * keyboard.
 */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { VNode } from 'preact';
import { curve_kinds, type CurveKind } from '../words/curve_kinds.ts';
import { plot_entry, type Legend } from '../words/legend.tsx';
import { Plot } from './ticks.tsx';

export type Point = readonly [x: number, y: number];

export interface Series {
  /** An activation (styles/curves.css), or names the style `series_<name>`. */
  readonly name: string;
  /** Continuous pieces: no line is drawn across a jump. */
  readonly pieces: readonly (readonly Point[])[];
  /** Ends at a jump: filled if the function takes the value there, open if not. */
  readonly ends?: readonly { readonly at: Point; readonly taken: boolean }[];
  readonly cursor?: Point | undefined;
}

export interface CurveLabel {
  readonly name: string;
  readonly text: string;
  readonly at: Point;
  /** From the labelled point to the text, in pixels. */
  readonly offset: readonly [dx: number, dy: number];
  readonly anchor: 'start' | 'middle' | 'end';
}

/** An annotated point, drawn as a ring. */
export type CurveAnnotation = CurveLabel;

export interface CurvePlotProps {
  /** Names the style: `plot_<name>`. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly x_domain: readonly [number, number];
  readonly y_domain: readonly [number, number];
  readonly series: readonly Series[];
  readonly labels: readonly CurveLabel[];
  readonly annotations?: readonly CurveAnnotation[];
  /** Replaces the ticks at round numbers. */
  readonly y_ticks?: readonly number[] | undefined;
  readonly cursor_x?: number;
  readonly format_tick: (value: number) => string;
}

export const plot_margin = { top: 8, right: 12, bottom: 24, left: 48 };

export const x_scale = (width: number, domain: readonly [number, number]) =>
  scaleLinear([domain[0], domain[1]], [plot_margin.left, width - plot_margin.right]);

export const y_scale = (height: number, domain: readonly [number, number]) =>
  scaleLinear([domain[0], domain[1]], [height - plot_margin.bottom, plot_margin.top]);

type Axes = Readonly<Record<'x' | 'y', (value: number) => number>>;

const is_finite = (point: Point): boolean => point.every(Number.isFinite);

function Curve({ x, y, series }: Axes & { readonly series: Series }) {
  const path = line<Point>(
    ([at]) => x(at),
    ([, at]) => y(at),
  ).defined(is_finite);
  return (
    <g class={`series series_${series.name}`} data-kind={series.name}>
      {series.pieces.map((piece, index) => (
        <path key={index} d={path(piece as Point[]) ?? ''} />
      ))}
      {series.ends?.map(
        ({ at, taken }, index) =>
          is_finite(at) && (
            <circle
              key={index}
              class={taken ? 'series_taken' : 'series_open'}
              cx={x(at[0])}
              cy={y(at[1])}
              r={4}
            />
          ),
      )}
    </g>
  );
}

function Label({
  x,
  y,
  label: { at, offset, anchor, name, text },
}: Axes & { readonly label: CurveLabel }) {
  const [from_x, from_y] = [x(at[0]), y(at[1])];
  const [to_x, to_y] = [from_x + offset[0], from_y + offset[1]];
  const gap = anchor === 'start' ? -4 : anchor === 'end' ? 4 : 0;
  return (
    <g class={`plot_label plot_label_${name}`} data-kind={name}>
      <path d={`M${from_x} ${from_y}L${to_x + gap} ${to_y}`} />
      <text
        x={to_x}
        y={to_y}
        dy={anchor === 'middle' ? (offset[1] < 0 ? '-0.35em' : '0.95em') : '0.35em'}
        text-anchor={anchor}
      >
        {text}
      </text>
    </g>
  );
}

/**
 * A ring inside a larger, invisible touch target; the panel reads `data-x` of the element that was
 * hit.
 */
function Annotation({
  x,
  y,
  annotation: { name, at, text, offset, anchor },
}: Axes & { readonly annotation: CurveAnnotation }) {
  const [to_x, to_y] = [x(at[0]), y(at[1])];
  return (
    <g class={`plot_annotation plot_annotation_${name}`} data-x={at[0]}>
      <circle class="plot_annotation_hit_area" cx={to_x} cy={to_y} />
      <circle class="plot_annotation_ring" cx={to_x} cy={to_y} r={6} />
      <text x={to_x + offset[0]} y={to_y + offset[1]} dy="0.35em" text-anchor={anchor}>
        {text}
      </text>
    </g>
  );
}

type CursorProps = Axes & {
  readonly at: number;
  readonly height: number;
  readonly series: readonly Series[];
};

/** A line at the cursor, and a dot on each curve there. */
function Cursor({ x, y, at, height, series }: CursorProps) {
  return (
    <>
      <path class="plot_cursor" d={`M${x(at)} ${plot_margin.top}V${height - plot_margin.bottom}`} />
      {series.map(
        ({ name, cursor }) =>
          cursor &&
          is_finite(cursor) && (
            <circle
              key={name}
              class={`plot_dot plot_dot_${name}`}
              data-kind={name}
              cx={x(cursor[0])}
              cy={y(cursor[1])}
              r={5}
            />
          ),
      )}
    </>
  );
}

export function CurvePlot(props: CurvePlotProps) {
  const { width, height, x_domain, series, annotations = [], cursor_x = NaN } = props;
  const x = x_scale(width, x_domain);
  const y = y_scale(height, props.y_domain);
  const inside = (at: number) => at >= x_domain[0] && at <= x_domain[1];
  return (
    <Plot
      class={`plot_${props.name}`}
      width={width}
      height={height}
      x={x}
      y={y}
      y_ticks={props.y_ticks}
      format_x={props.format_tick}
    >
      {series.map((item) => (
        <Curve key={item.name} x={x} y={y} series={item} />
      ))}
      {props.labels.map((label) => (
        <Label key={label.name} x={x} y={y} label={label} />
      ))}
      {annotations
        .filter(({ at }) => inside(at[0]))
        .map((annotation) => (
          <Annotation key={annotation.name} x={x} y={y} annotation={annotation} />
        ))}
      {inside(cursor_x) && <Cursor x={x} y={y} at={cursor_x} height={height} series={series} />}
    </Plot>
  );
}

const sample = (group: string, ...pieces: readonly VNode[]) => <g class={group}>{pieces}</g>;
const path = (d: string) => <path d={d} />;
const dot = (r: number, name?: string) => <circle class={name} cx={32} cy={12} r={r} />;

/** Pieces in the style of an activation's curve. */
const curve_sample = (kind: CurveKind, ...pieces: readonly VNode[]) => (
  <g class="series" data-kind={kind}>
    {pieces}
  </g>
);

const curve_entry = (name: CurveKind) =>
  plot_entry(
    `legend.curve_${name}`,
    `series_${name} plot_label_${name} word_${name}`,
    curve_sample(name, path('M2 18C20 18 30 20 62 3')),
    { figure: `.plot .series_${name}` },
  );

/** The entry of a line that is no activation's curve. */
const line_entry = (kind: 'identity' | 'narrow', d: string) =>
  plot_entry(
    `legend.curve_${kind}`,
    `series_${kind}`,
    <g class="series" data-kind={kind}>
      {path(d)}
    </g>,
    { figure: `.plot .series_${kind}` },
  );

/** A network without an activation. */
export const identity_entry = line_entry('identity', 'M2 18L62 6');

/** A model whose network has one hidden unit. */
export const narrow_entry = line_entry('narrow', 'M2 20C20 20 30 14 62 4');

export const curve_legend: Legend = [
  ...curve_kinds.map(curve_entry),
  plot_entry(
    'legend.end_taken',
    'series_taken',
    curve_sample('relu', path('M2 12H32'), dot(4, 'series_taken')),
  ),
  plot_entry(
    'legend.end_open',
    'series_open',
    curve_sample('relu', path('M32 12H62'), dot(4, 'series_open')),
  ),
  plot_entry(
    'legend.cursor',
    ['plot_cursor', 'plot_dot', ...curve_kinds.map((kind) => `plot_dot_${kind}`)].join(' '),
    [path('M32 0V24'), dot(5), dot(2, 'legend_eye')],
    { name: 'legend_cursor', figure: '.plot_dot' },
  ),
  plot_entry(
    'legend.landmark',
    'plot_annotation_ring',
    sample('plot_annotation', dot(6, 'plot_annotation_ring')),
  ),
];
