/** Loss and number of dead units over the steps, on the axis of the player's slider. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { log_ticks, Plot } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Heading } from '../../controls/heading.tsx';
import { figure_at } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import type { RaceChange } from '../../numbers/race_changes.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_number, format_tick, t } from '../../words/i18n.ts';
import { Message } from '../../words/message.tsx';
import { horizon_of } from './frame.ts';
import type { RaceAnswer } from './race.ts';
import { NetworkTitle, type RaceProps } from './runners.tsx';
import { networks, type Both, type Network } from './twins.ts';

type HistoryProps = RaceProps & { readonly name: 'loss' | 'dead'; readonly width: number };

const heights = { loss: 200, dead: 120 };

const is_drawn = (loss: number) => loss > 0 && Number.isFinite(loss);

/** Logarithmic over the positive losses; from 0 to all units for the dead. */
function y_axis({ name, race }: Pick<HistoryProps, 'name' | 'race'>) {
  const { units, history } = race.value;
  const height = heights[name];
  const room = [height - plot_margin.bottom, plot_margin.top] as const;
  if (name === 'dead') {
    const y = scaleLinear([0, units], room);
    return { y, ticks: y.ticks(height / 44).filter(Number.isInteger) };
  }
  const losses = networks.flatMap((network) => Array.from(history.data_loss[network])).filter(is_drawn);
  const y = scaleLog(losses.length === 0 ? [0.1, 1] : [Math.min(...losses), Math.max(...losses)], room).nice();
  return { y, ticks: log_ticks(y, height / 32) };
}

const format_loss = (value: number) => format_number(value, value >= 1e4 ? 'cell' : 'limit');

/** Line plot of one quantity of both networks. */
function HistoryPlot({ name, race, width }: HistoryProps) {
  const { step, reached, changes, history } = race.value;
  const values: Both<ArrayLike<number>> = name === 'loss' ? history.data_loss : history.dead;
  const height = heights[name];
  const x = x_scale(width, [0, horizon_of(step, reached)]);
  const { y, ticks } = y_axis({ name, race });
  const path = line<number>()
    .defined((value) => name === 'dead' || is_drawn(value))
    .x((_, place) => x(history.steps[place] ?? 0))
    .y((value) => y(value));
  if (name === 'dead') path.curve(curveStepAfter);
  const upright = (at: number) => `M${x(at)} ${plot_margin.top}V${height - plot_margin.bottom}`;
  const axes = { x, y, x_ticks: x.ticks(width / 90), y_ticks: ticks, format_x: format_count, format_y: format_loss };
  return (
    <>
      <Heading part={`training.${name}`} class="plot_title" />
      <Plot class={`plot_${name}`} width={width} height={height} {...axes}>
        {Array.from(new Set(changes.map((change) => change.step)), (at) => (
          <path key={at} class="race_change" d={upright(at)} />
        ))}
        {networks.map((network) => (
          <g key={network} class={`series race_history series_${network}`}>
            <path d={path(Array.from(values[network])) ?? ''} />
          </g>
        ))}
        <path class="plot_cursor" d={upright(step)} />
      </Plot>
    </>
  );
}

function change_text(change: RaceChange): string {
  const step = format_count(change.step);
  return change.kind === 'lr'
    ? t('training.change_lr', { step, rate: format_tick(change.lr) })
    : t(`training.change_${change.kind}`, { step });
}

function Changes({ changes }: { readonly changes: readonly RaceChange[] }) {
  if (changes.length === 0) return null;
  return (
    <ul class="series_legend race_changes" aria-label={t('training.changes')}>
      {changes.map((change, place) => (
        <li key={place}>{change_text(change)}</li>
      ))}
    </ul>
  );
}

function Description({ race }: RaceProps) {
  const loss = (network: Network) => <Value of={race} path={`runners.${network}.data_loss`} style="statistic" />;
  const dead = (network: Network) => <Value of={race} path={`runners.${network}.dead_count`} style="count" />;
  const step = <Value of={race} path="step" style="count" />;
  const values = { step, loss_gelu: loss('gelu'), loss_relu: loss('relu'), dead_gelu: dead('gelu'), dead_relu: dead('relu') };
  return <Message id="training.history_text" values={values} />;
}

/** One row per recorded step. */
function history_data(race: RaceAnswer) {
  const { steps } = race.value.history;
  const columns = networks.flatMap((network) => [
    { name: `data_loss_${network}`, path: `history.data_loss.${network}`, style: 'precise' as const },
    { name: `dead_${network}`, path: `history.dead.${network}`, style: 'count' as const },
  ]);
  return figure_at(race, { rows: steps.length, columns, others: ['history.steps'], row_name: (row) => String(steps[row]) });
}

export function Histories({ race }: RaceProps) {
  const { ref, width } = use_width<HTMLDivElement>(560);
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
          <p class="series_legend">
            {networks.map((network) => (
              <span key={network}>
                <NetworkTitle network={network} />
              </span>
            ))}
          </p>
          <HistoryPlot name="loss" {...{ race, width }} />
          <HistoryPlot name="dead" {...{ race, width }} />
        </div>
      </FigureFrame>
      <Changes changes={race.value.changes} />
    </>
  );
}
