/** Dot plot of the runs, GELU above ReLU: a line joins the two runs of a seed, a box shows the quartiles and the median. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { log_ticks, Plot } from '../../charts/ticks.tsx';
import { networks, type Both, type Network } from './twins.ts';

interface Row {
  readonly label: string;
  /** By seed; non-finite values are not drawn. */
  readonly values: readonly number[];
  /** Lower quartile, median, upper quartile. */
  readonly box: readonly number[];
}

interface SeedsPlotProps {
  readonly width: number;
  readonly rows: Both<Row>;
  /** Uses a logarithmic axis, if all values are above zero. */
  readonly logarithmic: boolean;
  readonly format_tick: (value: number) => string;
}

const row_y = { gelu: 32, relu: 88 } as const;
const height = 144;
const y = scaleLinear([120, 8]);
const margin = { left: 64, right: 28 };
const box_height = 24;
const dot = 4.5;
const smallest_span = 0.1;

/** Logarithmic for losses, unless one is zero; linear up to 1 for shares. */
function x_axis(values: readonly number[], logarithmic: boolean, width: number) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = [margin.left, width - margin.right] as const;
  if (logarithmic && low > 0) {
    const x = scaleLog([low / 1.25, high * 1.25], range);
    return { x, ticks: log_ticks(x, width / 110) };
  }
  const x = scaleLinear(logarithmic ? [0, high || 1] : [Math.min(low, 1 - smallest_span), 1], range);
  return { x, ticks: x.ticks(Math.min(6, width / 110)) };
}

type RunsProps = Row & { readonly network: Network; readonly x: (value: number) => number };

function Runs({ network, x, label, values, box }: RunsProps) {
  const at_y = row_y[network];
  const [low = 0, median = 0, high = 0] = box.map((value) => x(value));
  const shape = (at: number) =>
    network === 'gelu' ? (
      <circle cx={at} cy={at_y} r={dot} />
    ) : (
      <path d={`M${at} ${at_y - dot - 1}L${at + dot + 1} ${at_y}L${at} ${at_y + dot + 1}L${at - dot - 1} ${at_y}Z`} />
    );
  return (
    <g class={`seeds_row seeds_${network}`}>
      <text class={`seeds_label word_${network}`} x={margin.left - 12} y={at_y} dy="0.35em" text-anchor="end">
        {label}
      </text>
      {box.every(Number.isFinite) && (
        <>
          <rect class="seeds_box" x={low} y={at_y - box_height / 2} width={Math.max(1, high - low)} height={box_height} />
          <path class="seeds_median" d={`M${median} ${at_y - box_height / 2 - 4}V${at_y + box_height / 2 + 4}`} />
        </>
      )}
      {values.map((value, seed) => Number.isFinite(value) && <g key={seed}>{shape(x(value))}</g>)}
    </g>
  );
}

export function SeedsPlot({ width, rows, logarithmic, format_tick }: SeedsPlotProps) {
  const all = networks.flatMap((network) => rows[network].values).filter(Number.isFinite);
  if (all.length === 0) return null;
  const { x, ticks } = x_axis(all, logarithmic, width);
  const [bottom = 0] = y.range();
  const pairs = rows.gelu.values.map((gelu, seed) => [gelu, rows.relu.values[seed] ?? NaN] as const);
  return (
    <Plot class="seeds_plot" {...{ width, height, x, y }} x_ticks={ticks} y_ticks={[]} format_x={format_tick}>
      <g class="plot_grid">
        <path d={`M${margin.left} ${bottom}H${width - margin.right}`} />
      </g>
      {pairs.map(
        ([gelu, relu], seed) =>
          Number.isFinite(gelu) &&
          Number.isFinite(relu) && <path key={seed} class="seeds_pair" d={`M${x(gelu)} ${row_y.gelu}L${x(relu)} ${row_y.relu}`} />,
      )}
      {networks.map((network) => (
        <Runs key={network} network={network} x={x} {...rows[network]} />
      ))}
    </Plot>
  );
}
