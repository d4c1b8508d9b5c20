/** A rung for each block, the last one on top, as the gradient comes: how large it still is there, on a scale of powers of ten. */
import { scaleLog } from 'd3-scale';

export interface Rung {
  readonly name: string;
  readonly with_shortcuts: number;
  readonly without_shortcuts: number;
}

interface LadderPlotProps {
  readonly width: number;
  readonly rungs: readonly Rung[];
  readonly format_tick: (value: number) => string;
}

const rung_height = 24;
const margin = { top: 12, right: 20, bottom: 28, left: 76 };
/** The same whatever is chosen, so that pictures can be compared; only what lies outside widens it. */
const usual = [1e-15, 10] as const;
const pixels_per_tick = 56;

function domain_of(rungs: readonly Rung[]): [number, number] {
  const values = rungs
    .flatMap((rung) => [rung.with_shortcuts, rung.without_shortcuts])
    .filter((value) => value > 0 && Number.isFinite(value));
  return [Math.min(usual[0], ...values), Math.max(usual[1], ...values)];
}

export function LadderPlot({ width, rungs, format_tick }: LadderPlotProps) {
  const height = margin.top + rungs.length * rung_height + margin.bottom;
  const x = scaleLog(domain_of(rungs), [margin.left, width - margin.right]).clamp(true);
  const y = (row: number) => margin.top + (row + 0.5) * rung_height;
  const bottom = height - margin.bottom;
  const at = (value: number) => (value > 0 ? x(value) : margin.left);
  const path = (name: 'with_shortcuts' | 'without_shortcuts') =>
    rungs.map((rung, row) => `${row === 0 ? 'M' : 'L'}${at(rung[name])} ${y(row)}`).join('');
  const ticks = x.ticks(Math.max(2, Math.floor((width - margin.left) / pixels_per_tick)));
  return (
    <svg class="plot ladder" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <g class="plot_grid">
        {ticks.map((tick) => (
          <g key={tick}>
            <path d={`M${x(tick)} ${margin.top}V${bottom}`} />
            <text x={x(tick)} y={bottom + 18} text-anchor="middle">
              {format_tick(tick)}
            </text>
          </g>
        ))}
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
          <circle class="ladder_mark ladder_without" cx={at(rung.without_shortcuts)} cy={y(row)} r={5} />
          <circle class="ladder_mark ladder_with" cx={at(rung.with_shortcuts)} cy={y(row)} r={5} />
        </g>
      ))}
    </svg>
  );
}
