/**
 * Plots of function, derivative and difference over one x axis. Together they are one slider, which
 * moves a shared cursor.
 */
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { CurvePlot, x_scale, type CurveAnnotation } from '../../charts/curve_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Heading } from '../../controls/heading.tsx';
import { Message } from '../../controls/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { approximate_kinds } from '../../words/curve_kinds.ts';
import { format_number, format_tick, t } from '../../words/i18n.ts';
import { store } from '../../state/store.ts';
import {
  at_cursor,
  curves,
  derivative_shown,
  DerivativeCover,
  landmarks,
  shown_kinds,
  view_name,
} from './curves.tsx';
import { make_labels, make_series, points_of, views, type Part } from './data.ts';
import { curve_annotations, go_to_landmark } from './landmarks.tsx';
import { place_in } from '../../controls/place_in.ts';
import { with_modifier } from '../../controls/modifiers.ts';

const heights = { value: 260, derivative: 200, difference: 110 };
const brief_heights = { value: 150, derivative: 110 };
/** Height of a plot's title with its margins, as in `.linked_plots .plot_title`. */
const title_height = 32;

/** Returns the nearest point of the cursor's grid inside the view, rounded to two decimals. */
function snap(x: number): number {
  const { x: domain, step } = views[view_name()];
  const inside = Math.min(domain[1], Math.max(domain[0], x));
  return Number((Math.round(inside / step) * step).toFixed(2));
}

function move_by_key(event: KeyboardEvent): void {
  const { x: domain, step } = views[view_name()];
  const large = step * 10;
  const x = store.cursor_x.value;
  const [below, above] = event.shiftKey ? [x - large, x + large] : [x - step, x + step];
  const targets: Record<string, number> = {
    ArrowLeft: below,
    ArrowDown: below,
    ArrowRight: above,
    ArrowUp: above,
    PageDown: x - large,
    PageUp: x + large,
    Home: domain[0],
    End: domain[1],
  };
  const target = targets[event.key];
  if (target === undefined || with_modifier(event)) return;
  event.preventDefault();
  store.cursor_x.value = snap(target);
}

function cursor_value_text(): string {
  const x = format_tick(store.cursor_x.value);
  const found = at_cursor.value.answer?.value;
  if (found === undefined) return t('activation.cursor_waiting', { x });
  const values = shown_kinds().map(
    (kind) =>
      `${t(`activation.short_${kind}`)} ${format_number(found[kind].value[0] ?? NaN, 'cell')}`,
  );
  return t('activation.cursor_value', { x, values: values.join(', ') });
}

type PlotProps = { readonly width: number };

interface PartProps extends PlotProps {
  readonly part: Part;
  readonly height: number;
}

function Plot({ part, width, height }: PartProps) {
  const view = views[view_name()];
  const found = curves.value.answer?.value;
  const kinds = part === 'derivative' && !derivative_shown() ? [] : shown_kinds();
  return (
    <>
      <Heading part={`activation.${part}`} class="plot_title" />
      <CurvePlot
        name={part}
        width={width}
        height={height}
        x_domain={view.x}
        y_domain={view[part]}
        format_tick={format_tick}
        series={found ? make_series(kinds, found, at_cursor.value.answer?.value, part) : []}
        labels={found ? make_labels(kinds, found, view_name(), part) : []}
        annotations={kinds.length > 0 ? curve_annotations(part) : []}
        cursor_x={store.cursor_x.value}
      />
    </>
  );
}

const format_limit = (value: number) => format_number(value, 'limit');

/**
 * Its y scale is symmetric and ends at the largest difference shown; annotations mark where each
 * approximation is farthest from exact GELU.
 */
function DifferencePlot({ width }: PlotProps) {
  const farthest = landmarks.value.answer?.value.farthest;
  const others = approximate_kinds.filter((kind) => store.curves.value.includes(kind));
  const [largest] = others.toSorted((a, b) => (farthest?.[b].y ?? 0) - (farthest?.[a].y ?? 0));
  if (largest === undefined) return <p class="hint">{t('activation.difference_none')}</p>;
  const limit = farthest?.[largest].y;
  const found = limit === undefined ? undefined : curves.value.answer?.value;
  const annotations = others.flatMap((kind): CurveAnnotation[] => {
    const { x, value: y } = farthest?.[kind].peaks ?? { x: [], value: [] };
    return points_of(x, y).map((at, index) => ({
      name: `${kind}_${index}`,
      at,
      text: '',
      offset: [0, 0],
      anchor: 'middle',
    }));
  });
  const value = (
    <Value of={landmarks.value.answer} path={`farthest.${largest}.y`} style="precise" />
  );
  return (
    <>
      <h3 class="plot_title" id="activation_difference">
        <Message id="activation.difference" values={{ limit: value }} />
      </h3>
      <CurvePlot
        name="difference"
        width={width}
        height={heights.difference}
        x_domain={views[view_name()].x}
        annotations={annotations}
        y_domain={limit === undefined ? [-1, 1] : [-limit, limit]}
        y_ticks={limit === undefined ? [0] : [-limit, 0, limit]}
        series={
          found ? make_series(others, found, at_cursor.value.answer?.value, 'difference') : []
        }
        labels={found ? make_labels(others, found, view_name(), 'difference') : []}
        cursor_x={store.cursor_x.value}
        format_tick={format_limit}
      />
    </>
  );
}

/**
 * After a press on a landmark or by a finger, the cursor stays until the pointer has moved by this
 * distance.
 */
const snap_pixels = 8;

type PlotEvent = PointerEvent & { readonly currentTarget: HTMLElement };

const landmark_at = ({ target }: PointerEvent) =>
  target instanceof Element ? target.closest<SVGElement>('[data-x]') : null;

/**
 * The cursor follows the pointer on its grid; a press on an annotation moves it to that exact
 * landmark.
 */
function use_pointer(width: number) {
  /** The pointer has no effect until it is this far from here. */
  const held_at = useRef<number | undefined>(undefined);
  // A finger moves the cursor once it goes sideways or is lifted: a vertical swipe, which begins
  // with a press too, scrolls the page.
  const touched = useRef(false);
  const move = (event: PlotEvent) => {
    if (held_at.current !== undefined && Math.abs(event.clientX - held_at.current) < snap_pixels)
      return;
    held_at.current = undefined;
    touched.current = false;
    const { x } = place_in(event.currentTarget, event);
    store.cursor_x.value = snap(x_scale(width, views[view_name()].x).invert(x));
  };
  const put = (event: PlotEvent) => {
    const target = landmark_at(event);
    held_at.current = target ? event.clientX : undefined;
    if (target) go_to_landmark(Number(target.dataset.x));
    else move(event);
  };
  const press = (event: PlotEvent) => {
    touched.current = event.pointerType === 'touch';
    if (touched.current) held_at.current = event.clientX;
    else {
      event.currentTarget.setPointerCapture(event.pointerId);
      put(event);
    }
  };
  const lift = (event: PlotEvent) => {
    if (touched.current) put(event);
    touched.current = false;
  };
  return {
    onPointerDown: press,
    onPointerMove: move,
    onPointerUp: lift,
    onPointerCancel: () => (touched.current = false),
  };
}

type Heights = Readonly<Record<Part, number>>;

/**
 * The plots of function and derivative, and below them others. `brief`: without a derivative that is
 * still to be guessed elsewhere, and without the values at the cursor, which stand below.
 */
function Plots({
  heights: of,
  brief = false,
  described_by,
  children,
}: {
  readonly heights: Heights;
  readonly brief?: boolean;
  readonly described_by?: string;
  readonly children?: (width: number) => VNode;
}) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const view = views[view_name()];
  return (
    <div class="plots_frame">
      <div
        ref={ref}
        class="linked_plots"
        role="slider"
        tabIndex={0}
        aria-label={t('activation.cursor')}
        aria-valuemin={view.x[0]}
        aria-valuemax={view.x[1]}
        aria-valuenow={store.cursor_x.value}
        aria-valuetext={cursor_value_text()}
        aria-describedby={described_by}
        onKeyDown={move_by_key}
        {...use_pointer(width)}
      >
        <Plot part="value" width={width} height={of.value} />
        {(!brief || derivative_shown()) && (
          <Plot part="derivative" width={width} height={of.derivative} />
        )}
        {children?.(width)}
      </div>
      {/* The values beside the cursor, for the table below is off-screen. The slider says the same
          to screen readers. */}
      {!brief && (
        <p
          class="cursor_readout"
          style={{ '--left': `${x_scale(width, view.x)(store.cursor_x.value)}px` }}
          aria-hidden="true"
        >
          {cursor_value_text()}
        </p>
      )}
      {!brief && <DerivativeCover top={2 * title_height + of.value} height={of.derivative} />}
    </div>
  );
}

export const LinkedPlots = () => (
  <Plots heights={heights} described_by="activation_description">
    {(width) => <DifferencePlot width={width} />}
  </Plots>
);

/** Function and derivative in little space, with the values at the cursor below. */
export function BriefPlots() {
  return (
    <>
      <Plots heights={brief_heights} brief />
      <p class="brief_readout" aria-hidden="true">
        {cursor_value_text()}
      </p>
    </>
  );
}
