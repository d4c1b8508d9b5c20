/** Loss and number of dead units over the steps, on the axis of the player's slider. */
import { use_width } from '../../charts/use_width.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { last_step } from '../../numbers/race_changes.ts';
import type { RaceChange } from '../../numbers/race_changes.ts';
import { history_data } from './figures.ts';
import { HistoryPlot } from './history_plot.tsx';
import { Value } from '../../numbers/value.tsx';
import type { RaceAnswer } from './connection.ts';
import { networks } from './twins.ts';
import type { Network } from './twins.ts';
import { network_title } from './runners.tsx';
import { horizon_of } from './schedule.ts';

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
