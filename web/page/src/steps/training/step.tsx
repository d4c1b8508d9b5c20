/** Training panel: a race of two networks, GELU and ReLU, with the same initial weights and the same batches. */
import { useEffect } from 'preact/hooks';
import { Folded } from '../../controls/folded.tsx';
import { register_keys } from '../../controls/keys.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { WorkerNotice } from '../../numbers/core_notice.tsx';
import { store } from '../../numbers/store.ts';
import { t } from '../../words/i18n.ts';
import { Paragraph } from '../../words/message.tsx';
import { folded_part } from '../../words/parts.ts';
import { Pace, Player, race_keys, RaceControls, ReplayCheck } from './controls.tsx';
import { Ridges, Units } from './hidden.tsx';
import { Histories } from './histories.tsx';
import { OwnData } from './own_data.tsx';
import { playing, refused, shown, start_worker, throttled, worker } from './race.ts';
import { Runners } from './runners.tsx';
import { Seeds } from './seeds.tsx';
import { WeightsFiles } from './weights_files.tsx';
import './training.css';

export { legend } from './legend.tsx';

/** Figures that are updated in every frame. */
function LiveFigures() {
  if (shown.value) return <Runners race={shown.value} />;
  if (store.train_data.value === 'own') return <p class="notice">{t('training.no_own_data')}</p>;
  return <div class="waiting_cells race_waiting" aria-hidden="true" />;
}

/** Figures that are expensive to render, updated at the throttled rate, and the parts that are folded at first. */
function ThrottledFigures() {
  const race = throttled.value;
  const parts = {
    ...(race && { units: <Units race={race} />, ridge: <Ridges race={race} />, replay: <ReplayCheck /> }),
    ...{ seeds: <Seeds />, weights: <WeightsFiles /> },
  };
  return (
    <>
      {race && <Histories race={race} />}
      {(Object.keys(parts) as (keyof typeof parts)[]).map((name) => (
        <Folded key={name} {...folded_part(`training.${name}`)}>
          {parts[name]}
        </Folded>
      ))}
    </>
  );
}

/** Stops playback when the user presses a number, so that its provenance matches the shown value. */
function stop_at_number(event: PointerEvent): void {
  if (event.target instanceof Element && event.target.closest('data[data-recipe]')) playing.value = false;
}

let started = false;

export function Panel() {
  // The race survives leaving the step; the playback does not.
  useEffect(() => {
    if (!started) start_worker();
    started = true;
    return () => (playing.value = false);
  }, []);
  useEffect(() => register_keys(race_keys), []);
  return (
    <div class="training" onPointerDownCapture={stop_at_number}>
      <div class="prose">
        <Paragraph id="training.lead" />
        <Paragraph id="training.how" />
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
      <Paragraph class="try" id="training.try" />
    </div>
  );
}
