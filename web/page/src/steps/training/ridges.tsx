/** Ridge plots, overlapping histograms of the hidden activations: later steps are further down and in front. */
import { signal } from '@preact/signals';
import { scaleLinear, scaleSqrt } from 'd3-scale';
import { area } from 'd3-shape';
import type { Dataset } from 'ffn-lab';
import { useMemo } from 'preact/hooks';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { XTicks } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Choice } from '../../controls/choice.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_number, format_tick, t } from '../../words/i18n.ts';
import { Message } from '../../words/message.tsx';
import type { NumberStyle } from '../../words/number_format.ts';
import type { RaceAnswer } from './connection.ts';
import { ridge_data } from './figures.ts';
import { bins, hidden_tensors } from './record.ts';
import type { HiddenTensor } from './record.ts';
import { network_title } from './runners.tsx';
import { networks } from './twins.ts';
import type { Network } from './twins.ts';

interface RidgeRow {
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

const ridge_height = plot_margin.top + crest + row_height * most_rows + plot_margin.bottom;

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

function RidgePlot({ network, tensor, width, rows, now, dataset, changes }: RidgePlotProps) {
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

const shown_tensor = signal<HiddenTensor>('pre_activation');

interface RidgeProps {
  readonly race: RaceAnswer;
  readonly tensor: HiddenTensor;
  readonly network: Network;
}

function Ridge({ network, race, tensor }: RidgeProps) {
  const { ref, width } = use_width<HTMLDivElement>(320);
  const { dataset, changes, step, runners } = race.value;
  const rows = race.value.rows.map((row) => ({ step: row.step, counts: row.counts[network][tensor] }));
  const now = { step, counts: runners[network].histograms[tensor].counts };
  return (
    <div ref={ref}>
      <h3 class="plot_title">
        <SeriesSwatch kind={network} />
        {network_title(network)}
      </h3>
      <RidgePlot {...{ network, tensor, width, rows, now, dataset, changes: JSON.stringify(changes) }} />
    </div>
  );
}

/** Reports the bin with the largest count, and the counts outside the axis. */
function Fullest({ race, tensor, network }: RidgeProps) {
  const { counts } = race.value.runners[network].histograms[tensor];
  const bin = counts.indexOf(Math.max(...counts));
  const value = (field: 'below' | 'above' | `${'edges' | 'counts'}.${number}`, style: NumberStyle) => (
    <Value of={race} path={`runners.${network}.histograms.${tensor}.${field}`} style={style} />
  );
  const values = {
    from: value(`edges.${bin}`, 'cell'),
    to: value(`edges.${bin + 1}`, 'cell'),
    most: value(`counts.${bin}`, 'count'),
    below: value('below', 'count'),
    above: value('above', 'count'),
  };
  return <Message id={network === 'gelu' ? 'training.ridge_text_gelu' : 'training.ridge_text_relu'} values={values} />;
}

export function Ridges({ race }: { readonly race: RaceAnswer }) {
  const tensor = shown_tensor.value;
  return (
    <>
      <Choice
        legend={t('training.ridge_of')}
        values={hidden_tensors}
        label={(name) => t(`training.ridge_${name}`)}
        value={tensor}
        on_choose={(name) => (shown_tensor.value = name)}
      />
      <FigureFrame
        name="race_ridge"
        title={t('training.ridge')}
        description={networks.map((network) => (
          <span key={network}>
            <Fullest {...{ race, tensor, network }} />{' '}
          </span>
        ))}
        drawing
        data={() => ridge_data(race, tensor)}
      >
        <div class="race_pair">
          {networks.map((network) => (
            <Ridge key={network} {...{ network, race, tensor }} />
          ))}
        </div>
      </FigureFrame>
      <p class="hint">{t('training.ridge_hint')}</p>
    </>
  );
}
