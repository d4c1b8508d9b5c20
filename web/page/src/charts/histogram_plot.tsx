/**
 * A histogram, overlaid with the histogram of its brushed elements: a pure function of its data.
 */
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { Histogram } from 'ffn-lab';
import { plot_margin, x_scale } from './curve_plot.tsx';
import { plot_entry, type Legend } from '../words/legend.tsx';
import { XTicks } from './ticks.tsx';

export interface HistogramPlotProps {
  /** Names the style: `histogram_<name>`. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly histogram: Histogram;
  readonly brushed: Histogram | undefined;
  /** The range of the x axis, if it is not that of the bins. */
  readonly range?: readonly [low: number, high: number];
  /** The brushed interval, drawn as a band. */
  readonly band?: readonly [low: number, high: number] | undefined;
  /** A reference value, drawn as a vertical line. */
  readonly marker?: number | undefined;
  readonly format_tick: (value: number) => string;
  readonly format_count: (count: number) => string;
}

function bars_of(
  { edges, counts }: Histogram,
  x: (value: number) => number,
  y: (count: number) => number,
): string {
  const base = y(0);
  return Array.from(counts, (count, bin) => {
    if (count === 0) return '';
    const left = x(edges[bin] ?? 0);
    const right = Math.max(left + 1, x(edges[bin + 1] ?? 0) - 1);
    // At least one pixel high, so that a single element among thousands is visible.
    return `M${left} ${base}V${Math.min(base - 1, y(count))}H${right}V${base}Z`;
  }).join('');
}

type Axes = Readonly<Record<'x' | 'y', ScaleLinear<number, number>>>;
type GridProps = Axes &
  Pick<HistogramPlotProps, 'width' | 'format_tick' | 'format_count'> & {
    readonly bottom: number;
    readonly most: number;
  };

/** Ticks of the values, the base line, and the largest count. */
const Grid = ({ x, y, width, bottom, most, format_tick, format_count }: GridProps) => (
  <g class="plot_grid">
    <XTicks
      x={x}
      ticks={x.ticks(width / 64)}
      top={plot_margin.top}
      bottom={bottom}
      format_tick={format_tick}
    />
    <path d={`M${plot_margin.left} ${bottom}H${width - plot_margin.right}`} />
    <text x={plot_margin.left - 8} y={y(most)} dy="0.35em" text-anchor="end">
      {format_count(most)}
    </text>
  </g>
);

export function HistogramPlot(props: HistogramPlotProps) {
  const { width, height, histogram, brushed, band, marker } = props;
  const { edges, counts } = histogram;
  const x = x_scale(width, props.range ?? [edges[0] ?? 0, edges.at(-1) ?? 1]);
  const most = Math.max(1, ...counts);
  const bottom = height - plot_margin.bottom;
  const y = scaleLinear([0, most], [bottom, plot_margin.top + 4]);
  return (
    <svg
      class={`plot histogram histogram_${props.name}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <Grid {...props} x={x} y={y} bottom={bottom} most={most} />
      {band && (
        <rect
          class="histogram_band"
          x={x(band[0])}
          y={plot_margin.top}
          width={Math.max(1, x(band[1]) - x(band[0]))}
          height={bottom - plot_margin.top}
        />
      )}
      <path class="histogram_bars" d={bars_of(histogram, x, y)} />
      {marker !== undefined && Number.isFinite(marker) && (
        <path class="histogram_marker" d={`M${x(marker)} ${plot_margin.top}V${bottom}`} />
      )}
      {brushed && <path class="histogram_brushed" d={bars_of(brushed, x, y)} />}
    </svg>
  );
}

const sample_bars = (
  <path class="histogram_bars" d="M4 24V14H14V24ZM18 24V4H28V24ZM32 24V9H42V24ZM46 24V18H56V24Z" />
);

export const histogram_legend: Legend = [
  plot_entry(
    'legend.bars',
    'histogram_bars histogram_pre_activation histogram_hidden_gelu histogram_hidden_relu histogram_samples',
    sample_bars,
    { name: 'histogram_hidden_gelu' },
  ),
  plot_entry('legend.brushed', 'histogram_brushed histogram_band', [
    sample_bars,
    <rect class="histogram_band" x={16} y={0} width={28} height={24} />,
    <path class="histogram_brushed" d="M18 24V12H28V24ZM32 24V16H42V24Z" />,
  ]),
  plot_entry(
    'legend.line',
    'histogram_marker',
    [sample_bars, <path class="histogram_marker" d="M30 0V24" />],
    { name: 'histogram_samples' },
  ),
];
