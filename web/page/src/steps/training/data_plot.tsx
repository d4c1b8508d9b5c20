/**
 * Scatter plot of a data set with one or two inputs; and the area for drawing one by touch, mouse,
 * pen, or a cursor that the keys move.
 */
import { useSignal } from '@preact/signals';
import { scaleLinear } from 'd3-scale';
import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolTriangle,
} from 'd3-shape';
import type { Dataset } from 'ffn-lab';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Plot } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { announce } from '../../controls/announcer.ts';
import { DrawingPad, type Place } from '../../controls/pad.tsx';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import { is_spaced, with_point, without_nearest } from './csv.ts';
import { drawn_limit, most_points, to_place, type Points } from './drawn_points.ts';
import { change_points, drawn_kind, own_tool, points } from './own_state.ts';

const symbols = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross];
const marker_area = 56;
/** More markers would mostly overlap. */
export const most_markers = 2000;
const data_margin = { top: 8, right: 8, bottom: 24, left: 36 };

/**
 * Whether a data set can be plotted: one input with one target, or two inputs with at most one
 * target.
 */
export function can_be_drawn({ inputs, targets }: Dataset): boolean {
  const d_in = inputs.shape[1];
  return d_in === 2 ? (targets?.shape[1] ?? 1) === 1 : d_in === 1 && targets?.shape[1] === 1;
}

/** Markers of the examples; with two inputs and a numeric target, the kind is the target's sign. */
export function markers_of({ inputs, targets, labels }: Dataset): Points {
  const [n = 0, d_in = 1] = inputs.shape;
  return Array.from({ length: Math.min(n, most_markers) }, (_, row) => {
    const target = targets?.data[row] ?? 0;
    const x = inputs.data[row * d_in] ?? 0;
    if (d_in === 1) return { x, y: target, kind: 0 };
    return { x, y: inputs.data[row * d_in + 1] ?? 0, kind: labels?.[row] ?? (target < 0 ? 0 : 1) };
  });
}

/** Range of the values with a margin of 5 % on both sides. */
export function domain_of(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = high > low ? (high - low) / 20 : 1;
  return [low - room, high + room];
}

/** Returns the properties of a plot of this size. */
export const plane = (
  width: number,
  height: number,
  x_domain: readonly number[],
  y_domain = x_domain,
) => ({
  width,
  height,
  x: scaleLinear(x_domain, [data_margin.left, width - data_margin.right]),
  y: scaleLinear(y_domain, [height - data_margin.bottom, data_margin.top]),
});

/** Returns the properties of a path that draws a marker: symbols and styles repeat. */
export const marker = (kind: number) => ({
  class: `data_marker data_marker_${kind % symbols.length}`,
  d: symbol(symbols[kind % symbols.length], marker_area)() ?? '',
});

type DataPlotProps = ReturnType<typeof plane> & {
  readonly markers: Points;
  readonly children?: ComponentChildren;
};

export function DataPlot({ width, height, x, y, markers, children }: DataPlotProps) {
  const ticks = {
    x_ticks: x.ticks(Math.min(5, width / 64)),
    y_ticks: y.ticks(Math.min(5, height / 44)),
  };
  return (
    <Plot
      class="data_plot"
      width={width}
      height={height}
      x={x}
      y={y}
      {...ticks}
      format_x={format_tick}
    >
      {markers.map(({ x: at_x, y: at_y, kind }, index) => (
        <path key={index} {...marker(kind)} transform={`translate(${x(at_x)} ${y(at_y)})`} />
      ))}
      {children}
    </Plot>
  );
}

export function MarkerSwatch({ kind }: { readonly kind: number }) {
  return (
    <svg class="data_swatch" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
      <path {...marker(kind)} />
    </svg>
  );
}

const coordinates = ({ x, y }: Place) => ({ x: format_tick(x), y: format_tick(y) });

/** Applies the tool at a place. `continued`: as part of a stroke. */
function apply_tool(place: Place, remove = own_tool.peek() === 'remove', continued = false): void {
  const tool = own_tool.peek();
  const kind = drawn_kind.peek() === 'curve' || tool === 'remove' ? 0 : tool;
  const before = points.peek();
  change_points(
    remove ? without_nearest(before, place) : with_point(before, { ...place, kind }),
    continued,
  );
}

/** Applies the tool by a key; returns whether it is one of those. */
function use_key(key: string, place: Place): boolean {
  const removes = key === 'Delete' || key === 'Backspace';
  if (!removes && key !== 'Enter' && key !== ' ') return false;
  const before = points.peek().length;
  apply_tool(place, removes || undefined);
  const after = points.peek().length;
  const change =
    after > before
      ? 'put'
      : after < before
        ? 'taken'
        : before >= most_points
          ? 'full'
          : 'nothing_there';
  announce(
    t(`training.own_${change}`, {
      ...coordinates(place),
      count: format_count(after),
      most: format_count(most_points),
    }),
  );
  return true;
}

function move_cursor(
  cursor: { value: Place },
  [right, up]: readonly [number, number],
  large: boolean,
): void {
  const step = large ? 0.5 : 0.1;
  cursor.value = {
    x: to_place(cursor.value.x + right * step),
    y: to_place(cursor.value.y + up * step),
  };
  announce(t('training.own_at', coordinates(cursor.value)));
}

export function OwnPad() {
  const id = useId();
  const { ref, width: available } = use_width<HTMLDivElement>(320);
  const width = Math.min(available, 400);
  const cursor = useSignal<Place>({ x: 0, y: 0 });
  const draw = ({ x, y }: Place, before: Place | undefined) => {
    const place = { x: to_place(x), y: to_place(y) };
    if (before !== undefined && !is_spaced(before, place)) return false;
    cursor.value = place;
    apply_tool(place, undefined, before !== undefined);
    return true;
  };
  const axes = plane(width, width, [-drawn_limit, drawn_limit]);
  const [[left, right], [bottom, top]] = [axes.x.range(), axes.y.range()];
  return (
    <div ref={ref}>
      <DrawingPad
        class={`own_pad ${own_tool.value === 'remove' ? 'own_pad_removes' : ''}`}
        {...axes}
        label={t(`training.own_pad_${drawn_kind.value}`, {
          count: format_count(points.value.length),
        })}
        described_by={id}
        draw={draw}
        on_arrow={(step, large) => move_cursor(cursor, step, large)}
        on_key={(key) => use_key(key, cursor.value)}
      >
        <DataPlot {...axes} markers={points.value}>
          <path
            class="own_cursor"
            d={`M${axes.x(cursor.value.x)} ${top}V${bottom}M${left} ${axes.y(cursor.value.y)}H${right}`}
          />
        </DataPlot>
      </DrawingPad>
      <p id={id} class="hint">
        {t('training.own_pad_hint')}
      </p>
    </div>
  );
}
