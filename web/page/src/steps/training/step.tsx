/**
 * Training panel: a race of two networks, GELU and ReLU, with the same initial weights and the same
 * batches.
 */
import { computed, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Folded } from '../../controls/folded.tsx';
import { register_keys } from '../../controls/keys.ts';
import { NumberField } from '../../controls/number_field.tsx';
import { Slider } from '../../controls/slider.tsx';
import { Select } from '../../controls/select.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { WorkerNotice } from '../../numbers/core_notice.tsx';
import { learning_rates } from './changes.ts';
import { store } from '../../numbers/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../words/message.tsx';
import { folded_part } from '../../words/parts.ts';
import { race_data, race_optimizers, race_widths } from './entry.ts';
import { horizon_of } from './frame.ts';
import { Ridges, Units } from './hidden.tsx';
import { Histories } from './histories.tsx';
import { choose, choose_rate, has_room, rate_at, restart } from './interventions.ts';
import { OwnData } from './own_data.tsx';
import {
  go_to_step,
  move_progress,
  own_weights,
  playing,
  refused,
  replay,
  replayed,
  shown,
  speed,
  speeds,
  start_worker,
  throttled,
  toggle_play,
  worker,
} from './race.ts';
import { Runners } from './runners.tsx';
import { Seeds } from './seeds.tsx';
import type { Network } from './twins.ts';
import { WeightsFiles } from './weights_files.tsx';
import './training.css';

export { legend } from './legend.tsx';

/** Not translated: proper names. */
const optimizer_names = { adamw: 'AdamW', sgd: 'SGD' } as const;

const shown_rate = computed(() => rate_at(store.train_changes.value, store.train_step.value));

/** Shows the learning rate of the current step; a new one applies from that step on. */
const RateChoice = () => (
  <Select
    class="field race_rate"
    label={t('training.rate')}
    values={learning_rates}
    text={format_tick}
    value={shown_rate.value}
    disabled={!has_room(store.train_changes.value)}
    on_choose={choose_rate}
  />
);

/** Returns the properties of a choice that starts a new race. */
const setting = <Value,>(of: Signal<Value>) => ({
  value: of.value,
  on_choose: (value: Value) => choose(of, value),
});

/** A change of a setting other than the seed leaves the seed as it is. */
function RaceControls() {
  const loaded = own_weights.value !== undefined;
  return (
    <div class="race_controls">
      <Choice
        legend={t('training.data')}
        values={race_data}
        label={(name) => t(`training.data_${name}`)}
        {...setting(store.train_data)}
      />
      <div class="controls">
        <Choice
          legend={t('training.width')}
          values={race_widths}
          label={format_count}
          disabled={loaded}
          {...setting(store.train_width)}
        />
        <Choice
          legend={t('training.optimizer')}
          values={race_optimizers}
          label={(name) => optimizer_names[name]}
          {...setting(store.train_optimizer)}
        />
        <RateChoice />
        <NumberField
          label={t('training.seed')}
          value={store.train_seed.value}
          smallest={0}
          largest={999_999_999}
          whole
          on_value={(seed) => seed !== store.train_seed.peek() && choose(store.train_seed, seed)}
        />
      </div>
      {loaded && (
        <p class="hint">
          {t('training.own_start')}{' '}
          <Button
            small
            text={t('training.random_start')}
            on_click={() => (own_weights.value = undefined)}
          />
        </p>
      )}
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
        <span class="hint">{`${format_count(progress)} …`}</span>
      )}
    </p>
  );
}

/** Sticky, so that it stays visible above the figures that it controls. */
function Player() {
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

function Pace() {
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
const race_keys = [
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
function ReplayCheck() {
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
        <Button text={t('training.replay_run')} on_click={() => void replay()} />
        <p role="status" class="race_replayed">
          {found && <Message id="training.replay_found" values={values} />}
        </p>
      </div>
    </>
  );
}

/** Figures that are updated in every frame. */
function LiveFigures() {
  if (shown.value) return <Runners race={shown.value} />;
  if (store.train_data.value === 'own') return <p class="notice">{t('training.no_own_data')}</p>;
  return <Waiting class="race_waiting" />;
}

/**
 * Figures that are expensive to render, updated at the throttled rate, and the parts that are
 * folded at first.
 */
function ThrottledFigures() {
  const race = throttled.value;
  const part = (name: 'units' | 'ridge' | 'replay' | 'seeds' | 'weights', content: VNode) => (
    <Folded {...folded_part(`training.${name}`)}>{content}</Folded>
  );
  return (
    <>
      {race && <Histories race={race} />}
      {race && part('units', <Units race={race} />)}
      {race && part('ridge', <Ridges race={race} />)}
      {race && part('replay', <ReplayCheck />)}
      {part('seeds', <Seeds />)}
      {part('weights', <WeightsFiles />)}
    </>
  );
}

/**
 * Stops playback when the user presses a number, so that its provenance matches the shown value.
 */
function stop_at_number(event: PointerEvent): void {
  if (event.target instanceof Element && event.target.closest('data[data-recipe]'))
    playing.value = false;
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
      <p class="prose">
        <Message id="training.lead" /> <Message id="training.play" />
      </p>
      <RaceControls />
      {store.train_data.value === 'own' && <OwnData />}
      <Pace />
      <CallErrorNotice error={refused.value} />
      <div role="status" class="race_worker">
        <WorkerNotice state={worker.state} again={start_worker} />
      </div>
      <Player />
      <LiveFigures />
      <Paragraph class="prose" id="training.how" />
      <ThrottledFigures />
      <Paragraph class="try" id="training.try" />
    </div>
  );
}
