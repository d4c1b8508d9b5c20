/** Dot plot of the runs, GELU above ReLU: a line joins the two runs of a seed, a box shows the quartiles and the median. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { XTicks } from '../../charts/ticks.tsx';
import { networks } from './twins.ts';
import type { Both, Network } from './twins.ts';

interface SeedsPlotProps {
  readonly width: number;
  /** By network, then by seed; non-finite values are not drawn. */
  readonly values: Both<readonly number[]>;
  /** Lower quartile, median, upper quartile. */
  readonly boxes: Both<readonly number[]>;
  /** Uses a logarithmic axis, if all values are above zero. */
  readonly logarithmic: boolean;
  readonly labels: Both<string>;
  readonly format_tick: (value: number) => string;
}

const row = { height: 56, gelu: 32, relu: 88 } as const;
const height = 144;
const bottom = 120;
const margin = { left: 64, right: 28 };
const box_height = 24;
const dot = 4.5;
const smallest_span = 0.1;

/** Logarithmic for losses, unless one is zero; linear up to 1 for shares. */
function scale_of(values: readonly number[], logarithmic: boolean, width: number) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const range = [margin.left, width - margin.right] as const;
  if (logarithmic && low > 0) return scaleLog([low / 1.25, high * 1.25], range);
  if (!logarithmic) return scaleLinear([Math.min(low, 1 - smallest_span), 1], range);
  return scaleLinear([0, high > 0 ? high : 1], range);
}

type Scale = ReturnType<typeof scale_of>;

const tick_room = 56;

/** Leading digits of the ticks per decade, densest first; the first set that fits is used. */
const leading_digits = ['125', '13', '1'];

const have_room = (ticks: readonly number[], x: Scale) =>
  ticks.every((tick, at) => at === 0 || x(tick) - x(ticks[at - 1] ?? tick) >= tick_room);

/** Selects ticks by their leading digits, because those of a logarithmic scale can be too dense. */
function ticks_of(x: Scale, width: number): number[] {
  const ticks = x.ticks(Math.max(2, Math.min(6, width / 110)));
  const beginning_with = (digits: string) => ticks.filter((tick) => digits.includes(tick.toExponential()[0] ?? ''));
  const fitting = have_room(ticks, x) ? ticks : leading_digits.map(beginning_with).find((some) => some.length > 1 && have_room(some, x));
  return fitting ?? ticks.filter((_, at) => at === 0 || at === ticks.length - 1);
}

interface RowProps {
  readonly name: Network;
  readonly x: Scale;
  readonly values: readonly number[];
  readonly box: readonly number[];
  readonly label: string;
}

function Row({ name, x, values, box, label }: RowProps) {
  const y = row[name];
  const [low = 0, median = 0, high = 0] = box.map((value) => x(value));
  const shape = (at: number) =>
    name === 'gelu' ? (
      <circle cx={at} cy={y} r={dot} />
    ) : (
      <path d={`M${at} ${y - dot - 1}L${at + dot + 1} ${y}L${at} ${y + dot + 1}L${at - dot - 1} ${y}Z`} />
    );
  return (
    <g class={`seeds_row seeds_${name}`}>
      <text class={`seeds_label word_${name}`} x={margin.left - 12} y={y} dy="0.35em" text-anchor="end">
        {label}
      </text>
      {box.every(Number.isFinite) && (
        <>
          <rect class="seeds_box" x={low} y={y - box_height / 2} width={Math.max(1, high - low)} height={box_height} />
          <path class="seeds_median" d={`M${median} ${y - box_height / 2 - 4}V${y + box_height / 2 + 4}`} />
        </>
      )}
      {values.map((value, seed) => Number.isFinite(value) && <g key={seed}>{shape(x(value))}</g>)}
    </g>
  );
}

export function SeedsPlot({ width, values, boxes, logarithmic, labels, format_tick }: SeedsPlotProps) {
  const all = networks.flatMap((name) => values[name]).filter(Number.isFinite);
  if (all.length === 0) return null;
  const x = scale_of(all, logarithmic, width);
  const ticks = ticks_of(x, width);
  const pairs = values.gelu.map((gelu, seed) => [gelu, values.relu[seed] ?? NaN] as const);
  return (
    <svg class="plot seeds_plot" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <g class="plot_grid">
        <XTicks x={x} ticks={ticks} top={8} bottom={bottom} format_tick={format_tick} />
        <path d={`M${margin.left} ${bottom}H${width - margin.right}`} />
      </g>
      {pairs.map(
        ([gelu, relu], seed) =>
          Number.isFinite(gelu) &&
          Number.isFinite(relu) && <path key={seed} class="seeds_pair" d={`M${x(gelu)} ${row.gelu}L${x(relu)} ${row.relu}`} />,
      )}
      {networks.map((name) => (
        <Row key={name} name={name} x={x} values={values[name]} box={boxes[name]} label={labels[name]} />
      ))}
    </svg>
  );
}
