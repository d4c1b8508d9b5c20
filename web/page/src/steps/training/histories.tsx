/** Loss and number of dead units over the steps, on the axis of the player's slider. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { log_ticks, Plot } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Heading } from '../../controls/heading.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import type { RaceChange } from './changes.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_number, format_tick, t } from '../../words/i18n.ts';
import { Message } from '../../controls/message.tsx';
import { horizon_of } from './frame.ts';
import type { RaceProps } from './race.ts';
import { NetworkTitle } from './runners.tsx';
import { networks, type Network } from './twins.ts';

const heights = { loss: 200, dead: 120 };

type HistoryProps = RaceProps & { readonly name: keyof typeof heights; readonly width: number };

const is_drawn = (loss: number) => loss > 0 && Number.isFinite(loss);

/** Logarithmic over the positive losses; from 0 to all units for the dead. */
function y_axis({ name, race }: HistoryProps) {
  const { units, history } = race.value;
  const height = heights[name];
  const room = [height - plot_margin.bottom, plot_margin.top];
  if (name === 'dead') {
    const y = scaleLinear([0, units], room);
    return { y, y_ticks: y.ticks(height / 44).filter(Number.isInteger) };
  }
  const losses = networks
    .flatMap((network) => Array.from(history.data_loss[network]))
    .filter(is_drawn);
  const y = scaleLog(
    losses.length === 0 ? [0.1, 1] : [Math.min(...losses), Math.max(...losses)],
    room,
  ).nice();
  return { y, y_ticks: log_ticks(y, height / 32) };
}

const format_loss = (value: number) => format_number(value, value >= 1e4 ? 'cell' : 'limit');

function HistoryPlot(props: HistoryProps) {
  const { name, race, width } = props;
  const { step, reached, changes, history } = race.value;
  const height = heights[name];
  const x = x_scale(width, [0, horizon_of(step, reached)]);
  const { y, y_ticks } = y_axis(props);
  const path = line<number>((_, place) => x(history.steps[place] ?? 0), y);
  if (name === 'dead') path.curve(curveStepAfter);
  else path.defined(is_drawn);
  const values = name === 'loss' ? history.data_loss : history.dead;
  const upright = (at: number) => `M${x(at)} ${plot_margin.top}V${height - plot_margin.bottom}`;
  const axes = {
    x,
    y,
    x_ticks: x.ticks(width / 90),
    y_ticks,
    format_x: format_count,
    format_y: format_loss,
  };
  return (
    <>
      <Heading part={`training.${name}`} class="plot_title" />
      <Plot class={`plot_${name}`} width={width} height={height} {...axes}>
        {Array.from(new Set(changes.map((change) => change.step)), (at) => (
          <path key={at} class="race_change" d={upright(at)} />
        ))}
        {networks.map((network) => (
          <g key={network} class={`series race_history series_${network}`} data-kind={network}>
            <path d={path(Array.from(values[network])) ?? ''} />
          </g>
        ))}
        <path class="plot_cursor" d={upright(step)} />
      </Plot>
    </>
  );
}

function change_text(change: RaceChange): string {
  const rate = change.kind === 'lr' ? format_tick(change.lr) : '';
  return t(`training.change_${change.kind}`, { step: format_count(change.step), rate });
}

function Description({ race }: RaceProps) {
  const step = <Value of={race} path="step" style="count" />;
  const loss = (name: Network) => (
    <Value of={race} path={`runners.${name}.data_loss`} style="statistic" />
  );
  const dead = (name: Network) => (
    <Value of={race} path={`runners.${name}.dead_count`} style="count" />
  );
  const values = {
    step,
    loss_gelu: loss('gelu'),
    loss_relu: loss('relu'),
    dead_gelu: dead('gelu'),
    dead_relu: dead('relu'),
  };
  return <Message id="training.history_text" values={values} />;
}

export function Histories({ race }: RaceProps) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const { changes } = race.value;
  const description = <Description race={race} />;
  return (
    <>
      <FigureFrame
        name="race_history"
        title={t('training.history')}
        description={description}
        drawing
        data={() => figure_of(race, { parts: ['history'] })}
      >
        <div ref={ref}>
          <p class="series_legend">
            {networks.map((network) => (
              <span key={network}>
                <NetworkTitle network={network} />
              </span>
            ))}
          </p>
          <HistoryPlot name="loss" race={race} width={width} />
          <HistoryPlot name="dead" race={race} width={width} />
        </div>
      </FigureFrame>
      {changes.length > 0 && (
        <ul class="series_legend race_changes" aria-label={t('training.changes')}>
          {changes.map((change, place) => (
            <li key={place}>{change_text(change)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
