/** The two pictures of a race: examples with the fitted curve, or over a heat map of the probability of one class. */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useMemo, useRef } from 'preact/hooks';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { XTicks, YTicks } from '../../charts/ticks.tsx';
import { use_painting } from '../../charts/use_painting.ts';
import type { SignColours } from '../../charts/use_painting.ts';
import { format_tick } from '../../words/i18n.ts';
import { grid_points } from './frame.ts';
import type { Setup } from './frame.ts';
import type { Network } from './twins.ts';

interface FitPlotProps {
  readonly network: Network;
  readonly width: number;
  readonly setup: Setup;
  readonly fitted: Float32Array;
}

export const fit_height = (width: number) => Math.round(Math.min(300, Math.max(180, width * 0.55)));

/** Axes with a margin above and below the targets. */
function axes(width: number, { domain, range }: Setup) {
  const height = fit_height(width);
  const room = (range[1] - range[0]) / 6;
  const y = scaleLinear([range[0] - room, range[1] + room], [height - plot_margin.bottom, plot_margin.top]);
  return { height, x: x_scale(width, domain), y };
}

/** Axes and examples, memoized because only the curve changes during a race. */
function StaticPart({ width, setup }: Pick<FitPlotProps, 'width' | 'setup'>) {
  const { height, x, y } = axes(width, setup);
  const { inputs, targets } = setup.dataset;
  const bottom = height - plot_margin.bottom;
  const dots = Array.from(inputs.data, (at, row) => `M${x(at).toFixed(1)} ${y(targets?.data[row] ?? NaN).toFixed(1)}h0`).join('');
  return (
    <>
      <g class="plot_grid">
        <XTicks x={x} ticks={x.ticks(width / 80)} top={plot_margin.top} bottom={bottom} format_tick={format_tick} />
        <YTicks y={y} ticks={y.ticks(height / 56)} left={plot_margin.left} right={width - plot_margin.right} format_tick={format_tick} />
      </g>
      <path class="race_points" d={dots} />
    </>
  );
}

/** Clamps the curve at the edges of the plot; non-finite values leave a gap. */
export function FitPlot({ network, width, setup, fitted }: FitPlotProps) {
  const { height, x, y } = axes(width, setup);
  const static_part = useMemo(() => <StaticPart width={width} setup={setup} />, [width, setup.dataset]);
  const inside = (value: number) => Math.min(height, Math.max(0, y(value)));
  const path = line<number>()
    .defined(Number.isFinite)
    .x((_, place) => x(setup.grid.data[place] ?? 0))
    .y(inside);
  return (
    <svg class="plot race_fit" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      {static_part}
      <g class={`series series_${network}`}>
        <path d={path(Array.from(fitted)) ?? ''} />
      </g>
    </svg>
  );
}

interface SurfacePlotProps {
  readonly width: number;
  readonly setup: Setup;
  /** Probabilities, (grid points, classes). */
  readonly fitted: Float32Array;
  /** The class whose probability is shown. */
  readonly shown_class: number;
  readonly label: string;
}

const side = grid_points.surface;
const shades = 64;

export const surface_size = (width: number) => Math.min(width, 480);

/** RGB bytes of a colour map over probabilities from 0 to 1 in equal steps. */
function palette({ minus, zero, plus }: SignColours): Uint8ClampedArray {
  const scale = scaleLinear<string>([0, (shades - 1) / 2, shades - 1], [minus, zero, plus]);
  const bytes = Array.from({ length: shades }, (_, shade) => (scale(shade).match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
  return Uint8ClampedArray.from(bytes.flat());
}

/** Paints the probabilities. In the grid the last axis varies fastest and goes up, but the pixel rows go down. */
function paint_surface(pixels: ImageData, { fitted, shown_class, setup }: SurfacePlotProps, bytes: Uint8ClampedArray): void {
  const classes = setup.classes.length;
  for (let place = 0; place < side * side; place++) {
    const [column, row] = [Math.floor(place / side), side - 1 - (place % side)];
    const probability = fitted[place * classes + shown_class] ?? NaN;
    const to = (row * side + column) * 4;
    const from = Math.round(probability * (shades - 1)) * 3;
    pixels.data.set(bytes.subarray(from, from + 3), to);
    // NaN is transparent.
    pixels.data[to + 3] = Number.isNaN(probability) ? 0 : 255;
  }
}

/** Paints examples of the shown class as discs, the others as squares. */
function paint_points(
  context: CanvasRenderingContext2D,
  { setup, shown_class }: SurfacePlotProps,
  colours: SignColours,
  size: number,
): void {
  const { inputs, labels } = setup.dataset;
  const scale = scaleLinear([setup.domain[0], setup.domain[1]], [0, size]);
  const radius = size / 110;
  context.lineWidth = radius / 3;
  context.strokeStyle = colours.outlier;
  for (let row = 0; row < (labels?.length ?? 0); row++) {
    const own = labels?.[row] === shown_class;
    const [x, y] = [scale(inputs.data[2 * row] ?? 0), size - scale(inputs.data[2 * row + 1] ?? 0)];
    context.fillStyle = own ? colours.plus : colours.minus;
    context.beginPath();
    if (own) context.arc(x, y, radius * 1.1, 0, 2 * Math.PI);
    else context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    context.fill();
    context.stroke();
  }
}

export function SurfacePlot(props: SurfacePlotProps) {
  const { width, setup, fitted, shown_class, label } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const grid = useRef<HTMLCanvasElement>(undefined);
  const size = surface_size(width);
  const ratio = Math.min(2, Math.max(1, globalThis.devicePixelRatio));
  const paint = (place: HTMLCanvasElement, colours: SignColours) => {
    const context = place.getContext('2d');
    grid.current ??= Object.assign(document.createElement('canvas'), { width: side, height: side });
    const small = grid.current.getContext('2d');
    if (!context || !small) return;
    const pixels = small.createImageData(side, side);
    paint_surface(pixels, props, palette(colours));
    small.putImageData(pixels, 0, 0);
    const pixel_size = place.width;
    context.clearRect(0, 0, pixel_size, pixel_size);
    // Paler than the markers on top.
    context.globalAlpha = 0.6;
    context.drawImage(grid.current, 0, 0, pixel_size, pixel_size);
    context.globalAlpha = 1;
    paint_points(context, props, colours, pixel_size);
  };
  use_painting(canvas, paint, [setup.dataset, fitted, shown_class, size, ratio]);
  const pixels = Math.round(size * ratio);
  return (
    <canvas
      ref={canvas}
      class="race_surface"
      role="img"
      aria-label={label}
      width={pixels}
      height={pixels}
      style={{ width: `${size}px`, height: `${size}px` }}
    />
  );
}
