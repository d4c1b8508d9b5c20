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
import { Select } from '../../controls/select.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { WorkerNotice } from '../../numbers/core_notice.tsx';
import { learning_rates } from './changes.ts';
import { store } from '../../state/store.ts';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import { folded_part } from '../../words/parts.ts';
import { race_data, race_optimizers, race_widths } from './entry.ts';
import { Ridges, Units } from './hidden.tsx';
import { Histories } from './histories.tsx';
import { choose, choose_rate, has_room, rate_at } from './interventions.ts';
import { OwnData } from './own_data.tsx';
import { own_weights, playing, race, shown, throttled } from './race.ts';
import { Runners } from './runners.tsx';
import { Seeds } from './seeds.tsx';
import { WeightsFiles } from './weights_files.tsx';
import { worker } from './worker.ts';
import { Player, Pace, race_keys, ReplayCheck } from './player.tsx';
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
      <Choice
        legend={t('training.width')}
        values={race_widths}
        label={format_count}
        disabled={loaded}
        {...setting(store.train_width)}
      />
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

function MoreSettings() {
  return (
    <>
      <div class="controls">
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
      <Pace />
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
  const frame = throttled.value;
  const part = (name: 'units' | 'ridge' | 'replay' | 'seeds' | 'weights', content: VNode) => (
    <Folded {...folded_part(`training.${name}`)}>{content}</Folded>
  );
  return (
    <>
      {frame && <Histories race={frame} />}
      {frame && part('units', <Units race={frame} />)}
      {frame && part('ridge', <Ridges race={frame} />)}
      {frame && part('replay', <ReplayCheck />)}
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
    if (!started) worker.restart();
    started = true;
    return () => (playing.value = false);
  }, []);
  useEffect(() => register_keys(race_keys), []);
  return (
    <div class="training" onPointerDownCapture={stop_at_number}>
      <p class="prose">
        <Message id="training.lead" /> <Message id="training.play" />
      </p>
      <Paragraph class="prose try" id="training.try" />
      <RaceControls />
      {store.train_data.value === 'own' && <OwnData />}
      <CallErrorNotice error={race.error.value} />
      <div role="status" class="race_worker">
        <WorkerNotice state={worker.state} again={worker.restart} />
      </div>
      <Player />
      <LiveFigures />
      <Folded {...folded_part('training.settings')}>
        <MoreSettings />
      </Folded>
      <Paragraph class="prose" id="training.how" />
      <ThrottledFigures />
    </div>
  );
}
