/** Plots the gradient of each block on a logarithmic axis, one row per block in the order of the backward pass: the last block on top. */
import { scaleLog } from 'd3-scale';
import { XTicks } from '../../charts/ticks.tsx';

export interface Rung {
  readonly name: string;
  readonly with_shortcuts: number;
  readonly without_shortcuts: number;
}

interface LadderPlotProps {
  readonly width: number;
  readonly rungs: readonly Rung[];
  /** Axis range; widened if a value is outside it. */
  readonly default_range: readonly [low: number, high: number];
  readonly format_tick: (value: number) => string;
}

const rung_height = 24;
const margin = { top: 12, right: 20, bottom: 28, left: 76 };
const pixels_per_tick = 56;

function domain_of({ rungs, default_range }: LadderPlotProps): [number, number] {
  const values = rungs
    .flatMap((rung) => [rung.with_shortcuts, rung.without_shortcuts])
    .filter((value) => value > 0 && Number.isFinite(value));
  return [Math.min(default_range[0], ...values), Math.max(default_range[1], ...values)];
}

/** Labels at 2 and 3 times a power of ten would leave too little space. */
const is_power_of_ten = (value: number) => value.toExponential().startsWith('1e');

export function LadderPlot(props: LadderPlotProps) {
  const { width, rungs, format_tick } = props;
  const height = margin.top + rungs.length * rung_height + margin.bottom;
  const x = scaleLog(domain_of(props), [margin.left, width - margin.right]).clamp(true);
  const y = (row: number) => margin.top + (row + 0.5) * rung_height;
  const bottom = height - margin.bottom;
  const at = (value: number) => (value > 0 ? x(value) : margin.left);
  const path = (name: 'with_shortcuts' | 'without_shortcuts') =>
    rungs.map((rung, row) => `${row === 0 ? 'M' : 'L'}${at(rung[name])} ${y(row)}`).join('');
  const ticks = x.ticks(Math.max(2, Math.floor((width - margin.left) / pixels_per_tick))).filter(is_power_of_ten);
  return (
    <svg class="plot ladder" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <g class="plot_grid">
        <XTicks x={x} ticks={ticks} top={margin.top} bottom={bottom} format_tick={format_tick} />
      </g>
      {rungs.map((rung, row) => (
        <g key={rung.name} class="ladder_rung">
          <path d={`M${at(rung.without_shortcuts)} ${y(row)}H${at(rung.with_shortcuts)}`} />
          <text x={margin.left - 12} y={y(row)} dy="0.35em" text-anchor="end">
            {rung.name}
          </text>
        </g>
      ))}
      <path class="ladder_line ladder_without" d={path('without_shortcuts')} />
      <path class="ladder_line ladder_with" d={path('with_shortcuts')} />
      {rungs.map((rung, row) => (
        <g key={rung.name}>
          <circle class="ladder_marker ladder_without" cx={at(rung.without_shortcuts)} cy={y(row)} r={5} />
          <circle class="ladder_marker ladder_with" cx={at(rung.with_shortcuts)} cy={y(row)} r={5} />
        </g>
      ))}
    </svg>
  );
}
