/** Scatter plot of a data set with one or two inputs, one marker per example. */
import { scaleLinear } from 'd3-scale';
import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape';
import type { ComponentChildren } from 'preact';
import type { Dataset } from 'ffn-lab';
import { Plot } from '../../charts/ticks.tsx';
import { format_tick } from '../../words/i18n.ts';
import type { Place } from './csv.ts';

const symbols = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross];
const marker_area = 56;
/** More markers would mostly overlap. */
export const most_markers = 2000;
const data_margin = { top: 8, right: 8, bottom: 24, left: 36 };

type Domain = readonly [low: number, high: number];

export interface Marker extends Place {
  /** Selects symbol and style, modulo the number of symbols. */
  readonly kind: number;
}

/** Whether a data set can be plotted: one input with one target, or two inputs with at most one target. */
export function can_be_drawn({ inputs, targets }: Dataset): boolean {
  const d_in = inputs.shape[1];
  return d_in === 2 ? (targets?.shape[1] ?? 1) === 1 : d_in === 1 && targets?.shape[1] === 1;
}

/** Markers of the examples; with two inputs and a numeric target, the kind is the target's sign. */
export function markers_of({ inputs, targets, labels }: Dataset): Marker[] {
  const [n = 0, d_in = 1] = inputs.shape;
  return Array.from({ length: Math.min(n, most_markers) }, (_, row) => {
    const target = targets?.data[row] ?? 0;
    const x = inputs.data[row * d_in] ?? 0;
    if (d_in === 1) return { x, y: target, kind: 0 };
    return { x, y: inputs.data[row * d_in + 1] ?? 0, kind: labels?.[row] ?? (target < 0 ? 0 : 1) };
  });
}

/** Range of the values with a margin of 5 % on both sides. */
export function domain_of(values: readonly number[]): Domain {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = high > low ? (high - low) / 20 : 1;
  return [low - room, high + room];
}

export const plane = (width: number, height: number, x: Domain, y: Domain) => ({
  x: scaleLinear(x, [data_margin.left, width - data_margin.right]),
  y: scaleLinear(y, [height - data_margin.bottom, data_margin.top]),
});

interface DataPlotProps {
  readonly width: number;
  readonly height: number;
  readonly x_domain: Domain;
  readonly y_domain: Domain;
  readonly markers: readonly Marker[];
  readonly children?: ComponentChildren;
}

export const marker_path = (kind: number) => symbol(symbols[kind % symbols.length], marker_area)() ?? '';

const marker_class = (kind: number) => `data_marker data_marker_${kind % symbols.length}`;

export function DataPlot({ width, height, x_domain, y_domain, markers, children }: DataPlotProps) {
  const { x, y } = plane(width, height, x_domain, y_domain);
  const ticks = { x_ticks: x.ticks(Math.min(5, width / 64)), y_ticks: y.ticks(Math.min(5, height / 44)) };
  return (
    <Plot class="data_plot" {...{ width, height, x, y, ...ticks }} format_x={format_tick}>
      {markers.map(({ x: at_x, y: at_y, kind }, index) => (
        <path key={index} class={marker_class(kind)} d={marker_path(kind)} transform={`translate(${x(at_x)} ${y(at_y)})`} />
      ))}
      {children}
    </Plot>
  );
}

/** Inline symbol of a class. */
export function MarkerSwatch({ kind }: { readonly kind: number }) {
  return (
    <svg class="data_swatch" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
      <path class={marker_class(kind)} d={marker_path(kind)} />
    </svg>
  );
}
