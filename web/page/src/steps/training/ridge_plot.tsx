/** Ridge plot: overlapping histograms of the hidden activations, later steps further down and in front. */
import { scaleLinear, scaleSqrt } from 'd3-scale';
import { area } from 'd3-shape';
import { useMemo } from 'preact/hooks';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { XTicks } from '../../charts/ticks.tsx';
import { format_number, format_tick } from '../../words/i18n.ts';
import type { Dataset } from 'ffn-lab';
import { bins } from './record.ts';
import type { HiddenTensor } from './record.ts';
import type { Network } from './twins.ts';

export interface RidgeRow {
  readonly step: number;
  readonly counts: Int32Array;
}

interface RidgePlotProps {
  readonly network: Network;
  readonly tensor: HiddenTensor;
  readonly width: number;
  /** Sorted by step. */
  readonly rows: readonly RidgeRow[];
  /** The current step: the last row, in front. */
  readonly now: RidgeRow;
  /** The data set, another object in each race, and the changes as text: they determine the rows, for memoization. */
  readonly dataset: Dataset;
  readonly changes: string;
}

const row_height = 14;
const crest = 40;
const most_rows = 14;

export const ridge_height = plot_margin.top + crest + row_height * most_rows + plot_margin.bottom;

function RidgeRowPath({ network, tensor, width, row, place, now }: Pick<RidgePlotProps, 'network' | 'tensor' | 'width'> & RidgePlace) {
  const { range, bins: count } = bins[tensor];
  const x = x_scale(width, range);
  const edge = scaleLinear([0, count], range);
  // Square root: on a linear scale, the large count at zero would flatten all other bins.
  const height = scaleSqrt([0, Math.max(1, ...row.counts)], [0, crest]);
  const base = plot_margin.top + crest + row_height * place;
  const path = area<number>()
    .x((_, bin) => x(edge(bin + 0.5)))
    .y0(base)
    .y1((value) => base - height(value));
  return (
    <g class={`ridge_row ridge_${network} ${now ? 'ridge_now' : ''}`}>
      <path d={path(Array.from(row.counts)) ?? ''} />
      <text x={plot_margin.left - 8} y={base} text-anchor="end">
        {format_number(row.step, 'count')}
      </text>
    </g>
  );
}

interface RidgePlace {
  readonly row: RidgeRow;
  readonly place: number;
  readonly now: boolean;
}

function Axis({ tensor, width }: Pick<RidgePlotProps, 'tensor' | 'width'>) {
  const x = x_scale(width, bins[tensor].range);
  const bottom = ridge_height - plot_margin.bottom;
  return (
    <g class="plot_grid">
      <XTicks x={x} ticks={x.ticks(width / 64)} top={plot_margin.top} bottom={bottom} format_tick={format_tick} />
    </g>
  );
}

export function RidgePlot({ network, tensor, width, rows, now, dataset, changes }: RidgePlotProps) {
  const past = rows.filter(({ step }) => step < now.step).slice(-(most_rows - 1));
  const steps = past.map(({ step }) => step).join();
  const static_part = useMemo(
    () => (
      <>
        <Axis tensor={tensor} width={width} />
        {past.map((row, place) => (
          <RidgeRowPath key={row.step} {...{ network, tensor, width, row, place }} now={false} />
        ))}
      </>
    ),
    [network, tensor, width, steps, dataset, changes],
  );
  return (
    <svg
      class="plot ridge"
      width={width}
      height={ridge_height}
      viewBox={`0 0 ${width} ${ridge_height}`}
      aria-hidden="true"
      focusable="false"
    >
      {static_part}
      <RidgeRowPath {...{ network, tensor, width }} row={now} place={past.length} now />
    </svg>
  );
}
