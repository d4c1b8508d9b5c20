/** Line plot of one quantity of both networks over the steps, on the axis of the player's slider. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { XTicks, YTicks } from '../../charts/ticks.tsx';
import { format_count, format_number } from '../../words/i18n.ts';
import { networks } from './twins.ts';
import type { Both } from './twins.ts';

interface HistoryPlotProps {
  /** Suffix of the CSS class: `plot_<name>`. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly steps: Int32Array;
  readonly values: Both<ArrayLike<number>>;
  /** Last step of the time axis. */
  readonly horizon: number;
  /** The current step. */
  readonly step: number;
  /** Steps at which the user changed something. */
  readonly changes: readonly number[];
  /** `log` for a logarithmic axis over the positive values; a number for a linear axis from 0 to this number. */
  readonly scale: 'log' | number;
}

const decades = Array.from({ length: 40 }, (_, place) => Number(`1e${place - 20}`));

/** Smallest range of whole decades that contains all positive finite values. */
function decade_domain(values: Both<ArrayLike<number>>): [number, number] {
  const all = networks.flatMap((network) => Array.from(values[network])).filter((value) => value > 0 && Number.isFinite(value));
  const [smallest, largest] = all.length === 0 ? [0.1, 1] : [Math.min(...all), Math.max(...all)];
  const low = decades.findLast((decade) => decade <= smallest) ?? 1e-20;
  const high = decades.find((decade) => decade >= largest) ?? 1e19;
  return [low, high > low ? high : low * 10];
}

function y_axis({ scale, values, height }: Pick<HistoryPlotProps, 'scale' | 'values' | 'height'>) {
  const room: [number, number] = [height - plot_margin.bottom, plot_margin.top];
  if (scale !== 'log') {
    const y = scaleLinear([0, scale], room);
    return { y, ticks: y.ticks(height / 44).filter(Number.isInteger) };
  }
  const domain = decade_domain(values);
  const shown = decades.filter((decade) => decade >= domain[0] && decade <= domain[1]);
  const every = Math.ceil(shown.length / (height / 32));
  return { y: scaleLog(domain, room), ticks: shown.filter((_, place) => place % every === 0) };
}

const format_loss = (value: number) => format_number(value, value >= 1e4 ? 'cell' : 'limit');

export function HistoryPlot(props: HistoryPlotProps) {
  const { name, width, height, steps, values, horizon, step, changes, scale } = props;
  const x = x_scale(width, [0, horizon]);
  const { y, ticks } = y_axis(props);
  const drawn = (value: number) => (scale === 'log' ? value > 0 && Number.isFinite(value) : true);
  const path = line<number>()
    .defined(drawn)
    .x((_, place) => x(steps[place] ?? 0))
    .y((value) => y(value));
  if (scale !== 'log') path.curve(curveStepAfter);
  const bottom = height - plot_margin.bottom;
  return (
    <svg class={`plot plot_${name}`} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <g class="plot_grid">
        <XTicks x={x} ticks={x.ticks(width / 90)} top={plot_margin.top} bottom={bottom} format_tick={format_count} />
        <YTicks y={y} ticks={ticks} left={plot_margin.left} right={width - plot_margin.right} format_tick={format_loss} />
      </g>
      {changes.map((at) => (
        <path key={at} class="race_change" d={`M${x(at)} ${plot_margin.top}V${bottom}`} />
      ))}
      {networks.map((network) => (
        <g key={network} class={`series race_history series_${network}`}>
          <path d={path(Array.from(values[network])) ?? ''} />
        </g>
      ))}
      <path class="plot_cursor" d={`M${x(step)} ${plot_margin.top}V${bottom}`} />
    </svg>
  );
}
