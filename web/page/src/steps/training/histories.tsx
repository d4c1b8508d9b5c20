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
import { RaceNumber } from './number.tsx';
import { networks } from './protocol.ts';
import type { Frame, RaceInfo } from './protocol.ts';
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

function Description({ frame }: { readonly frame: Frame }) {
  const loss = (network: 'gelu' | 'relu') => (
    <RaceNumber value={frame.runners[network].data_loss} style="statistic" of={network} index="data_loss" />
  );
  const dead = (network: 'gelu' | 'relu') => (
    <RaceNumber value={frame.runners[network].dead.length} style="count" of={network} index="dead.length" />
  );
  const values = {
    step: <RaceNumber value={frame.step} style="count" of="relu" index="steps" />,
    loss_gelu: loss('gelu'),
    loss_relu: loss('relu'),
    dead_gelu: dead('gelu'),
    dead_relu: dead('relu'),
  };
  return <Message id="training.history_text" values={values} />;
}

export function Histories({ info, frame }: { readonly info: RaceInfo; readonly frame: Frame }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const { steps, data_loss, dead } = frame.history;
  const changes = Array.from(new Set(frame.changes.map(({ step }) => step)));
  const common = { width, steps, step: frame.step, changes, horizon: horizon_of(Math.max(frame.step, frame.reached), last_step) };
  return (
    <>
      <FigureFrame
        name="race_history"
        title={t('training.history')}
        description={<Description frame={frame} />}
        drawing
        data={() => history_data(info, frame)}
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
          <HistoryPlot {...common} name="loss" height={heights.loss} values={data_loss} scale="log" />
          <h3 class="plot_title">{t('training.dead_over_time')}</h3>
          <HistoryPlot {...common} name="dead" height={heights.dead} values={dead} scale={info.units} />
        </div>
      </FigureFrame>
      <Changes changes={frame.changes} />
    </>
  );
}
