/** Training panel: a race of two networks, GELU and ReLU, with the same initial weights and the same batches. */
import { useEffect } from 'preact/hooks';
import type { Builder } from '../../numbers/as_code.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { WorkerNotice } from '../../shell/core_notice.tsx';
import { Message } from '../../words/message.tsx';
import { data_programs } from './data_code.ts';
import { OwnData } from './own_data.tsx';
import { Seeds } from './seeds.tsx';
import { WeightsFiles } from './weights_files.tsx';
import { t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { RaceControls } from './controls.tsx';
import { Divergence } from './divergence.tsx';
import { Histories } from './histories.tsx';
import { Pace, Player } from './player.tsx';
import { throttled, info, playing, refused, shown, start_worker, start_worker_once, training_state } from './race.ts';
import { ReplayCheck } from './replay_check.tsx';
import { Ridges } from './ridges.tsx';
import { Runners } from './runners.tsx';
import { training_run } from './training_code.ts';
import { use_training_keys } from './training_keys.ts';
import { Units } from './units.tsx';
import './training.css';

export { legend } from './legend.tsx';

/** Builders of the programs that reproduce the panel's numbers. */
export const programs: Readonly<Record<string, Builder>> = { training_run, ...data_programs };

function Placeholder() {
  if (store.train_data.value === 'own') return <p class="notice">{t('training.no_own_data')}</p>;
  return <div class="waiting_cells race_waiting" aria-hidden="true" />;
}

/** Figures that are updated in every frame. */
function LiveFigures() {
  const [race, frame] = [info.value, shown.value];
  if (race === undefined || frame === undefined) return <Placeholder />;
  return (
    <>
      <Divergence frame={frame} />
      <Runners info={race} frame={frame} />
    </>
  );
}

/** Figures that are expensive to render, updated at the throttled rate. */
function ThrottledFigures() {
  const [race, frame] = [info.value, throttled.value];
  if (race === undefined || frame?.race !== race.race) return null;
  return (
    <>
      <Histories info={race} frame={frame} />
      <div class="prose">
        <p>
          <Message id="training.honest" />
        </p>
      </div>
      <Units info={race} frame={frame} />
      <section class="race_part" aria-labelledby="race_ridge">
        <h3 id="race_ridge">{t('training.ridge')}</h3>
        <Ridges info={race} frame={frame} />
      </section>
      <ReplayCheck />
    </>
  );
}

/** Stops playback when the user presses a number, so that its provenance matches the shown value. */
function stop_at_number(event: PointerEvent): void {
  if (event.target instanceof Element && event.target.closest('data[data-call]')) playing.value = false;
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
        <WorkerNotice state={training_state} again={start_worker} />
      </div>
      <Player />
      <LiveFigures />
      <ThrottledFigures />
      <p class="try">
        <Message id="training.try" />
      </p>
      <Seeds />
      <WeightsFiles />
    </div>
  );
}
