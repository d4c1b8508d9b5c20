/** Playback of the race: play, pause, single steps, a slider, keyboard shortcuts, and a check that a repeated race has the same bits. */
import { useEffect } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { register_keys } from '../../controls/keys.ts';
import { Slider } from '../../controls/slider.tsx';
import { Message } from '../../words/message.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { last_step } from '../../numbers/race_changes.ts';
import { store } from '../../numbers/store.ts';
import { restart } from './interventions.ts';
import { Value } from '../../numbers/value.tsx';
import { go_to_step, move_progress, playing, replay, replayed, shown, speed, speeds, toggle_play } from './race.ts';
import { horizon_of } from './schedule.ts';

function Buttons() {
  const step = store.train_step.value;
  const ready = shown.value !== undefined;
  return (
    <div class="stepper_buttons">
      <button type="button" class="button" aria-disabled={step === 0} onClick={() => go_to_step(step - 1)}>
        {t('stage.back')}
      </button>
      <button type="button" class="button stepper_play" aria-disabled={!ready} onClick={() => ready && toggle_play()}>
        {t(playing.value ? 'stage.pause' : 'stage.play')}
      </button>
      <button type="button" class="button" aria-disabled={!ready} onClick={() => ready && go_to_step(step + 1)}>
        {t('stage.next')}
      </button>
    </div>
  );
}

function Timeline() {
  const step = store.train_step.value;
  return (
    <div class="stepper_scrub">
      <Slider
        label={t('training.timeline')}
        quiet
        smallest={0}
        largest={horizon_of(Math.max(step, shown.value?.value.reached ?? 0), last_step)}
        value={step}
        text={t('training.step_of', { step: format_number(step, 'count') })}
        on_value={go_to_step}
      />
    </div>
  );
}

/** The current step; during a long move, the step reached so far. */
function CurrentStep() {
  // During playback every frame is a short move, whose progress is not shown.
  const progress = playing.value ? undefined : move_progress.value;
  return (
    <p class="race_step">
      {t('training.at_step')}{' '}
      {progress === undefined ? (
        <Value of={shown.value} path="step" style="count" />
      ) : (
        <span class="hint">{`${format_number(progress, 'count')} …`}</span>
      )}
    </p>
  );
}

/** Sticky, so that it stays visible above the figures that it controls. */
export function Player() {
  return (
    <div class="race_player" role="group" aria-label={t('training.player')}>
      <Buttons />
      <Timeline />
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
        label={(by) => (by === 0 ? t('training.speed_max') : format_number(by, 'count'))}
        of={speed}
      />
      <button type="button" class="button" aria-disabled={at_start} onClick={() => !at_start && restart()}>
        {t('training.reset')}
      </button>
    </div>
  );
}

function if_in_view(act: () => void): boolean {
  const active = store.panel.peek() === 'training' && shown.peek() !== undefined;
  if (active) act();
  return active;
}

const step_by = (by: number) => () => if_in_view(() => go_to_step(store.train_step.peek() + by));

/** Registers the shortcuts of the race; on the page of all steps these keys have their usual meaning. */
export function use_training_keys(): void {
  useEffect(
    () =>
      register_keys([
        { keys: [' '], message: 'training.key_play', run: () => if_in_view(toggle_play) },
        { keys: ['.'], message: 'training.key_step', run: step_by(1) },
        { keys: [','], message: 'training.key_step_back', run: step_by(-1) },
      ]),
    [],
  );
}

/** Repeats the race from step 0 with all changes and compares the weights bit for bit. */
export function ReplayCheck() {
  const found = replayed.value;
  return (
    <>
      <p class="prose">{t('training.replay_text')}</p>
      <div class="stepper_buttons">
        <button type="button" class="button" onClick={() => void replay()}>
          {t('training.replay_run')}
        </button>
        <p role="status" class="race_replayed">
          {found && (
            <Message
              id="training.replay_found"
              values={{
                count: <Value of={found} path="count" style="count" />,
                differing_gelu: <Value of={found} path="differing.gelu" style="count" />,
                differing_relu: <Value of={found} path="differing.relu" style="count" />,
              }}
            />
          )}
        </p>
      </div>
    </>
  );
}
