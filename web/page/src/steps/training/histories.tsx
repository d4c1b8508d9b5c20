/** Loss and number of dead units over the steps, on the axis of the player's slider. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { XTicks, YTicks } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { last_step } from '../../numbers/race_changes.ts';
import type { RaceChange } from '../../numbers/race_changes.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_number, t } from '../../words/i18n.ts';
import { Message } from '../../words/message.tsx';
import type { RaceAnswer } from './connection.ts';
import { history_data } from './figures.ts';
import { network_title } from './runners.tsx';
import { horizon_of } from './schedule.ts';
import { networks } from './twins.ts';
import type { Both, Network } from './twins.ts';

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

/** Line plot of one quantity of both networks. */
function HistoryPlot(props: HistoryPlotProps) {
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

const heights = { loss: 200, dead: 120 };

function change_text(change: RaceChange): string {
  const step = format_number(change.step, 'count');
  if (change.kind === 'lr') return t('training.change_lr', { step, rate: format_number(change.lr, 'tick') });
  return t(change.kind === 'kill' ? 'training.change_kill' : 'training.change_revive', { step });
}

function Changes({ changes }: { readonly changes: readonly RaceChange[] }) {
  if (changes.length === 0) return null;
  return (
    <ul class="race_changes" aria-label={t('training.changes')}>
      {changes.map((change, place) => (
        <li key={place}>{change_text(change)}</li>
      ))}
    </ul>
  );
}

function Description({ race }: { readonly race: RaceAnswer }) {
  const loss = (network: Network) => <Value of={race} path={`runners.${network}.data_loss`} style="statistic" />;
  const dead = (network: Network) => <Value of={race} path={`runners.${network}.dead_count`} style="count" />;
  const values = {
    step: <Value of={race} path="step" style="count" />,
    loss_gelu: loss('gelu'),
    loss_relu: loss('relu'),
    dead_gelu: dead('gelu'),
    dead_relu: dead('relu'),
  };
  return <Message id="training.history_text" values={values} />;
}

export function Histories({ race }: { readonly race: RaceAnswer }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const { step, reached, changes, units, history } = race.value;
  const change_steps = Array.from(new Set(changes.map((change) => change.step)));
  const horizon = horizon_of(Math.max(step, reached), last_step);
  const common = { width, steps: history.steps, step, changes: change_steps, horizon };
  return (
    <>
      <FigureFrame
        name="race_history"
        title={t('training.history')}
        description={<Description race={race} />}
        drawing
        data={() => history_data(race)}
      >
        <div ref={ref}>
          <p class="race_legend">
            {networks.map((network) => (
              <span key={network}>
                <SeriesSwatch kind={network} />
                {network_title(network)}
              </span>
            ))}
          </p>
          <h3 class="plot_title">{t('training.loss_over_time')}</h3>
          <HistoryPlot {...common} name="loss" height={heights.loss} values={history.data_loss} scale="log" />
          <h3 class="plot_title">{t('training.dead_over_time')}</h3>
          <HistoryPlot {...common} name="dead" height={heights.dead} values={history.dead} scale={units} />
        </div>
      </FigureFrame>
      <Changes changes={changes} />
    </>
  );
}
