/** Examples and the curve that a network fitted to them. */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useMemo } from 'preact/hooks';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { XTicks, YTicks } from '../../charts/ticks.tsx';
import { format_tick } from '../../words/i18n.ts';
import type { Network, RaceInfo } from './protocol.ts';

interface FitPlotProps {
  readonly network: Network;
  readonly width: number;
  readonly info: RaceInfo;
  readonly fitted: Float32Array;
}

export const fit_height = (width: number) => Math.round(Math.min(300, Math.max(180, width * 0.55)));

/** Axes with a margin above and below the targets. */
function axes(width: number, { domain, range }: RaceInfo) {
  const height = fit_height(width);
  const room = (range[1] - range[0]) / 6;
  const y = scaleLinear([range[0] - room, range[1] + room], [height - plot_margin.bottom, plot_margin.top]);
  return { height, x: x_scale(width, domain), y };
}

/** Axes and examples, memoized because only the curve changes during a race. */
function StaticPart({ width, info }: Pick<FitPlotProps, 'width' | 'info'>) {
  const { height, x, y } = axes(width, info);
  const { inputs, targets } = info.dataset;
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
export function FitPlot({ network, width, info, fitted }: FitPlotProps) {
  const { height, x, y } = axes(width, info);
  const static_part = useMemo(() => <StaticPart width={width} info={info} />, [width, info]);
  const inside = (value: number) => Math.min(height, Math.max(0, y(value)));
  const path = line<number>()
    .defined(Number.isFinite)
    .x((_, place) => x(info.grid[place] ?? 0))
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
