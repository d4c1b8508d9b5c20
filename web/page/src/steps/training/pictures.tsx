/** Draws what a network predicts over the inputs: a curve, or the probabilities of a class. */
import { signal } from '@preact/signals';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useMemo, useRef } from 'preact/hooks';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { Painting, type SignColours } from '../../charts/painting.tsx';
import { Plot } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { activation_names } from '../../words/activation_names.ts';
import { format_tick, t } from '../../words/i18n.ts';
import { shorten } from '../../words/untrusted_text.ts';
import { grid_points } from './frame.ts';
import type { NetworkProps, RaceAnswer } from './race.ts';

type PlotProps = NetworkProps & { readonly width: number };

/**
 * Axes with a margin above and below the targets; clamps the curve at their edges; non-finite
 * values leave a gap.
 */
function FitPlot({ network, width, race }: PlotProps) {
  const { dataset, domain, range, grid, runners } = race.value;
  const height = Math.round(Math.min(420, Math.max(180, width * 0.55)));
  const room = (range[1] - range[0]) / 6;
  const x = x_scale(width, domain);
  const y = scaleLinear(
    [range[0] - room, range[1] + room],
    [height - plot_margin.bottom, plot_margin.top],
  );
  // Memoized because only the curve changes during a race.
  const dots = useMemo(() => {
    const { inputs, targets } = dataset;
    return Array.from(
      inputs.data,
      (at, row) => `M${x(at).toFixed(1)} ${y(targets?.data[row] ?? NaN).toFixed(1)}h0`,
    ).join('');
  }, [width, race.state.settings]);
  const clamped = (value: number) => Math.min(height, Math.max(0, y(value)));
  const path = line<number>((_, place) => x(grid.data[place] ?? 0), clamped).defined(
    Number.isFinite,
  );
  return (
    <Plot class="race_fit" width={width} height={height} x={x} y={y} format_x={format_tick}>
      <path class="race_points" d={dots} />
      <g class={`series series_${network}`} data-kind={network}>
        <path d={path(Array.from(runners[network].fitted.data)) ?? ''} />
      </g>
    </Plot>
  );
}

const side = grid_points.surface;

/** Index of the class whose probability is shown; initially the second one. */
export const chosen_class = signal(1);
export const most_classes = 8;

export const class_shown = ({ classes }: RaceAnswer['value']) =>
  Math.min(chosen_class.value, Math.max(0, classes.length - 1));

const rgba = (colour: string) => [...(colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number), 255];

/**
 * Paints the probabilities. In the grid the last axis varies fastest and goes up, but the pixel
 * rows go down.
 */
function paint_surface(
  pixels: ImageData,
  { race, network }: PlotProps,
  shown_class: number,
  { minus, zero, plus }: SignColours,
): void {
  const { classes, runners } = race.value;
  const colour = scaleLinear<number[]>([0, 0.5, 1], [minus, zero, plus].map(rgba)).unknown([
    0, 0, 0, 0,
  ]); // transparent
  for (let place = 0; place < side * side; place++) {
    const [column, row] = [Math.floor(place / side), side - 1 - (place % side)];
    pixels.data.set(
      colour(runners[network].fitted.data[place * classes.length + shown_class] ?? NaN),
      (row * side + column) * 4,
    );
  }
}

/** Paints examples of the shown class as discs, the others as squares. */
function paint_points(
  context: CanvasRenderingContext2D,
  { race }: PlotProps,
  shown_class: number,
  colours: SignColours,
): void {
  const { inputs, labels } = race.value.dataset;
  const size = context.canvas.width;
  const scale = scaleLinear(race.value.domain, [0, size]);
  const radius = size / 110;
  context.lineWidth = radius / 3;
  context.strokeStyle = colours.outlier;
  for (const [row, label] of labels?.entries() ?? []) {
    const own = label === shown_class;
    const [x, y] = [scale(inputs.data[2 * row] ?? 0), size - scale(inputs.data[2 * row + 1] ?? 0)];
    context.fillStyle = own ? colours.plus : colours.minus;
    context.beginPath();
    if (own) context.arc(x, y, radius * 1.1, 0, 2 * Math.PI);
    else context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    context.fill();
    context.stroke();
  }
}

function SurfacePlot(props: PlotProps) {
  const { network, width, race } = props;
  const { classes, dataset, runners } = race.value;
  const shown_class = class_shown(race.value);
  const label = t('training.surface_of', {
    network: activation_names[network],
    name: shorten(classes[shown_class] ?? ''),
  });
  const grid = useRef<HTMLCanvasElement>(undefined);
  const size = Math.min(width, 640);
  const paint = (canvas: HTMLCanvasElement, colours: SignColours) => {
    const context = canvas.getContext('2d');
    grid.current ??= Object.assign(document.createElement('canvas'), { width: side, height: side });
    const small = grid.current.getContext('2d');
    if (!context || !small) return;
    const pixels = small.createImageData(side, side);
    paint_surface(pixels, props, shown_class, colours);
    small.putImageData(pixels, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    // Paler than the markers on top.
    context.globalAlpha = 0.6;
    context.drawImage(grid.current, 0, 0, canvas.width, canvas.height);
    context.globalAlpha = 1;
    paint_points(context, props, shown_class, colours);
  };
  const dependencies = [dataset, runners[network].fitted, shown_class];
  return (
    <Painting
      class="race_surface"
      width={size}
      height={size}
      largest_ratio={2}
      label={label}
      paint={paint}
      dependencies={dependencies}
    />
  );
}

export function Picture(props: NetworkProps) {
  const { ref, width } = use_width<HTMLDivElement>(320);
  const { picture } = props.race.value;
  return (
    <div ref={ref} class="race_picture">
      {picture === 'curve' && <FitPlot {...props} width={width} />}
      {picture === 'surface' && <SurfacePlot {...props} width={width} />}
    </div>
  );
}
