/** Bar chart of the engines' rates: the median, the interquartile range, and the machine's limit measured during the same benchmark. */
import { scaleLinear } from 'd3-scale';
import { use_width } from '../../charts/use_width.ts';
import { format_number, t } from '../../words/i18n.ts';
import type { EngineLine, EnginesReply, Limits, Measured } from './calls.ts';
import { engine_name } from './names.ts';

const row_height = 44;
const bar = { top: 20, height: 14 };
const axis_height = 28;
const right = 16;

type Scale = (gflops: number) => number;

interface Row {
  readonly line: EngineLine;
  readonly measured: Measured;
  readonly limit: number | undefined;
}

const limit_of = (limits: readonly Limits[], workers: number) => limits.find((limit) => limit.workers === workers)?.gflops;

export function measured_rows({ lines, limits }: EnginesReply): Row[] {
  return lines.flatMap((line) => (line.measured ? [{ line, measured: line.measured, limit: limit_of(limits, line.workers) }] : []));
}

const is_core_build = ({ engine }: EngineLine) => engine !== 'javascript' && engine !== 'eigen';

function Bar({ row: { line, measured, limit }, top, x }: { readonly row: Row; readonly top: number; readonly x: Scale }) {
  const { median, lower_quartile, upper_quartile } = measured.gflops;
  const middle = top + bar.top + bar.height / 2;
  return (
    <g>
      <text class="speed_label" x={0} y={top + 14}>
        {engine_name(line)}
      </text>
      <rect
        class={is_core_build(line) ? 'speed_bar' : 'speed_bar speed_bar_other'}
        x={0.5}
        y={top + bar.top}
        width={Math.max(1, x(median))}
        height={bar.height}
      />
      <path
        class="speed_spread"
        d={`M${x(lower_quartile)} ${middle}H${x(upper_quartile)}M${x(lower_quartile)} ${middle - 4}v8M${x(upper_quartile)} ${middle - 4}v8`}
      />
      {limit !== undefined && <path class="speed_limit" d={`M${x(limit)} ${top + bar.top - 4}v${bar.height + 8}`} />}
    </g>
  );
}

function Axis({
  width,
  height,
  x,
  ticks,
}: {
  readonly width: number;
  readonly height: number;
  readonly x: Scale;
  readonly ticks: readonly number[];
}) {
  const bottom = height - axis_height;
  return (
    <g class="plot_grid">
      {ticks.map((tick) => (
        <g key={tick} class={tick === 0 ? 'plot_zero' : undefined}>
          <path d={`M${x(tick) + 0.5} 0V${bottom}`} />
          <text x={x(tick)} y={bottom + 18} text-anchor={tick === 0 ? 'start' : 'middle'}>
            {format_number(tick, 'tick')}
          </text>
        </g>
      ))}
      <path d={`M0 ${bottom}H${width}`} />
    </g>
  );
}

export function SpeedBars({ reply }: { readonly reply: EnginesReply }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const rows = measured_rows(reply);
  const height = rows.length * row_height + axis_height;
  const most = Math.max(...rows.flatMap(({ measured, limit }) => [measured.gflops.upper_quartile, limit ?? 0]));
  const x = scaleLinear([0, most], [0, Math.max(1, width - right)]);
  return (
    <div ref={ref}>
      <h3 class="plot_title">{t('speed.chart')}</h3>
      <svg class="plot speed_chart" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        <Axis width={width} height={height} x={x} ticks={x.ticks(width / 80)} />
        {rows.map((row, index) => (
          <Bar key={index} row={row} top={index * row_height} x={x} />
        ))}
      </svg>
      <p class="speed_legend" aria-hidden="true">
        <span>
          <svg class="speed_swatch" width="20" height="16" viewBox="0 0 20 16">
            <path class="speed_spread" d="M2 8H18M2 4v8M18 4v8" />
          </svg>{' '}
          {t('speed.legend_spread')}
        </span>
        <span>
          <svg class="speed_swatch" width="8" height="16" viewBox="0 0 8 16">
            <path class="speed_limit" d="M4 0V16" />
          </svg>{' '}
          {t('speed.legend_limit')}
        </span>
      </p>
    </div>
  );
}
