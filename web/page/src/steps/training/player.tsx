/** Controls of the race's time: player, shortcuts, pace and replay. */
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Slider } from '../../controls/slider.tsx';
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, t } from '../../words/i18n.ts';
import { Message } from '../../controls/message.tsx';
import { horizon_of } from './frame.ts';
import { restart } from './interventions.ts';
import {
  go_to_step,
  playing,
  race,
  replay,
  replayed,
  shown,
  speed,
  speeds,
  toggle_play,
} from './race.ts';
import type { Network } from './twins.ts';

/** The current step; during a long move, the step reached so far. */
function CurrentStep() {
  // During playback every frame is a short move, whose progress is not shown.
  const progress = playing.value ? undefined : race.progress.value?.done;
  return (
    <p class="race_step">
      {t('training.at_step')}{' '}
      {progress === undefined ? (
        <Value of={shown.value} path="step" style="count" />
      ) : (
        <span class="hint">{`${format_count(progress)} …`}</span>
      )}
    </p>
  );
}

/** Sticky, so that it stays visible above the figures that it controls. */
export function Player() {
  const step = store.train_step.value;
  const waits = shown.value === undefined;
  return (
    <div class="race_player" role="group" aria-label={t('training.player')}>
      <div class="stepper_buttons">
        <Button
          text={t('stage.back')}
          disabled={step === 0}
          on_click={() => go_to_step(step - 1)}
        />
        <Button
          text={t(playing.value ? 'stage.pause' : 'stage.play')}
          class="stepper_play"
          disabled={waits}
          on_click={toggle_play}
        />
        <Button text={t('stage.next')} disabled={waits} on_click={() => go_to_step(step + 1)} />
      </div>
      <div class="stepper_scrub">
        <Slider
          label={t('training.timeline')}
          quiet
          smallest={0}
          largest={horizon_of(step, shown.value?.value.reached)}
          value={step}
          text={t('training.step_of', { step: format_count(step) })}
          on_value={go_to_step}
        />
      </div>
      <CurrentStep />
    </div>
  );
}

export function Pace() {
  const at_start = store.train_step.value === 0 && store.train_changes.value.length === 0;
  return (
    <div class="race_pace">
      <Choice
        legend={t('training.speed')}
        values={speeds}
        label={(by) => (by ? format_count(by) : t('training.speed_max'))}
        of={speed}
      />
      <Button text={t('training.reset')} disabled={at_start} on_click={restart} />
    </div>
  );
}

/** Returns the run of a key: acts if the race is in view. */
const in_view = (act: () => void) => (): boolean => {
  const active = store.panel.peek() === 'training' && shown.peek() !== undefined;
  if (active) act();
  return active;
};

/** Shortcuts of the race; on the page of all steps these keys have their usual meaning. */
export const race_keys = [
  { keys: [' '], message: 'training.key_play', run: in_view(toggle_play) },
  {
    keys: ['.'],
    message: 'training.key_step',
    run: in_view(() => go_to_step(store.train_step.peek() + 1)),
  },
  {
    keys: [','],
    message: 'training.key_step_back',
    run: in_view(() => go_to_step(store.train_step.peek() - 1)),
  },
] as const;

/** Repeats the race from step 0 with all changes and compares the weights bit for bit. */
export function ReplayCheck() {
  const found = replayed.value;
  const number = (path: 'count' | `differing.${Network}`) => (
    <Value of={found} path={path} style="count" />
  );
  const values = {
    count: number('count'),
    differing_gelu: number('differing.gelu'),
    differing_relu: number('differing.relu'),
  };
  return (
    <>
      <p class="prose">{t('training.replay_text')}</p>
      <div class="stepper_buttons">
        <Button text={t('training.replay_run')} on_click={replay} />
        <p role="status" class="race_replayed">
          {found && <Message id="training.replay_found" values={values} />}
        </p>
      </div>
    </>
  );
}
