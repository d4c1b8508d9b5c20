/** Training panel: a race of two networks, GELU and ReLU, with the same initial weights and the same batches. */
import { useEffect } from 'preact/hooks';
import { Folded } from '../../controls/folded.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { WorkerNotice } from '../../numbers/core_notice.tsx';
import { store } from '../../numbers/store.ts';
import { t } from '../../words/i18n.ts';
import { Message } from '../../words/message.tsx';
import { worker } from './connection.ts';
import { RaceControls } from './controls.tsx';
import { Divergence } from './divergence.tsx';
import { Histories } from './histories.tsx';
import { OwnData } from './own_data.tsx';
import { Pace, Player, ReplayCheck, use_training_keys } from './player.tsx';
import { playing, refused, shown, start_worker, start_worker_once, throttled } from './race.ts';
import { Ridges } from './ridges.tsx';
import { Runners } from './runners.tsx';
import { Seeds } from './seeds.tsx';
import { Units } from './units.tsx';
import { WeightsFiles } from './weights_files.tsx';
import './training.css';

export { legend } from './legend.tsx';

function Placeholder() {
  if (store.train_data.value === 'own') return <p class="notice">{t('training.no_own_data')}</p>;
  return <div class="waiting_cells race_waiting" aria-hidden="true" />;
}

/** Figures that are updated in every frame. */
function LiveFigures() {
  const race = shown.value;
  if (race === undefined) return <Placeholder />;
  return (
    <>
      <Divergence race={race} />
      <Runners race={race} />
    </>
  );
}

/** Figures that are expensive to render, updated at the throttled rate. */
function ThrottledFigures() {
  const race = throttled.value;
  if (race === undefined) return null;
  return (
    <>
      <Histories race={race} />
      <div class="prose">
        <p>
          <Message id="training.honest" />
        </p>
      </div>
      <Folded title={t('training.units')} about={t('training.units_about')}>
        <Units race={race} />
      </Folded>
      <Folded title={t('training.ridge')} about={t('training.ridge_about')}>
        <Ridges race={race} />
      </Folded>
      <Folded title={t('training.replay')} about={t('training.replay_about')}>
        <ReplayCheck />
      </Folded>
    </>
  );
}

/** Stops playback when the user presses a number, so that its provenance matches the shown value. */
function stop_at_number(event: PointerEvent): void {
  if (event.target instanceof Element && event.target.closest('data[data-recipe]')) playing.value = false;
}

export function Panel() {
  // The race survives leaving the step; the playback does not.
  useEffect(() => {
    start_worker_once();
    return () => (playing.value = false);
  }, []);
  use_training_keys();
  return (
    <div class="training" onPointerDownCapture={stop_at_number}>
      <div class="prose">
        <p>
          <Message id="training.lead" />
        </p>
        <p>
          <Message id="training.how" />
        </p>
      </div>
      <RaceControls />
      {store.train_data.value === 'own' && <OwnData />}
      <Pace />
      <CallErrorNotice error={refused.value} />
      <div role="status" class="race_worker">
        <WorkerNotice state={worker.state} again={start_worker} />
      </div>
      <Player />
      <LiveFigures />
      <ThrottledFigures />
      <Folded title={t('training.seeds_title')} about={t('training.seeds_about')}>
        <Seeds />
      </Folded>
      <Folded title={t('training.weights_title')} about={t('training.weights_about')}>
        <WeightsFiles />
      </Folded>
      <p class="try">
        <Message id="training.try" />
      </p>
    </div>
  );
}
