/** What the reader does to a race: each is a change at the step that is shown, and what was done later is forgotten. */
import { batch } from '@preact/signals';
import { learning_rates, most_changes } from '../../race_changes.ts';
import type { RaceChange } from '../../race_changes.ts';
import { store } from '../../store.ts';
import { playing, shown } from './race.ts';

/** In place of a race with other settings, the same race goes on. */
type Settings = 'train_data' | 'train_seed' | 'train_width' | 'train_optimizer';

/** Another race, from its first step. */
export function choose<Name extends Settings>(name: Name, value: (typeof store)[Name]['value']): void {
  batch(() => {
    store[name].value = value;
    restart();
  });
}

/** The same race from its first step, without what was done to it; the seed stays. */
export function restart(): void {
  batch(() => {
    playing.value = false;
    store.train_changes.value = [];
    store.train_step.value = 0;
  });
}

/** What was done up to a step. */
const upto = (step: number) => store.train_changes.peek().filter((change) => change.step <= step);

/** The learning rate in force after a step's changes. */
export function rate_at(changes: readonly RaceChange[], step: number): number {
  const rates = changes.flatMap((change) => (change.kind === 'lr' && change.step <= step ? [change.lr] : []));
  return rates[rates.length - 1] ?? store.train_lr.value;
}

const here = () => shown.peek()?.step ?? store.train_step.peek();

export const has_room = (changes: readonly RaceChange[]) => changes.length < most_changes - 1;

export function choose_rate(lr: number): void {
  const step = here();
  if (step === 0 && !upto(0).some(({ kind }) => kind === 'lr')) {
    store.train_lr.value = lr;
    return;
  }
  const prior = upto(step).filter((change) => change.kind !== 'lr' || change.step < step);
  store.train_changes.value = rate_at(prior, step) === lr ? prior : [...prior, { step, kind: 'lr', lr }];
}

export function act(kind: 'kill' | 'revive'): void {
  const step = here();
  store.train_changes.value = [...upto(step), { step, kind }];
}

/** A hundred times the usual rate, for one step. */
export const jolt_rate = 1;

export function jolt(): void {
  const step = here();
  const prior = upto(step);
  const lr = rate_at(prior, step);
  batch(() => {
    store.train_changes.value = [...prior, { step, kind: 'lr', lr: jolt_rate }, { step: step + 1, kind: 'lr', lr }];
    store.train_step.value = step + 1;
  });
}

/** Steps taken back after a race has left the finite numbers. */
export const undone_steps = 50;

/** Where an undo leads, and the learning rates there: the one in force, and the next smaller one. */
export function undo_target(step: number) {
  const to = Math.max(0, step - undone_steps);
  const changes = store.train_changes.value.filter((change) => change.step < to);
  const lr = rate_at(changes, to);
  return { step: to, changes, lr, lower: learning_rates.findLast((rate) => rate < lr) };
}

export function undo(lower: boolean): void {
  const target = undo_target(here());
  const { step, changes } = target;
  batch(() => {
    playing.value = false;
    const lr = lower ? target.lower : undefined;
    if (lr !== undefined && step === 0) store.train_lr.value = lr;
    store.train_changes.value = lr === undefined || step === 0 ? changes : [...changes, { step, kind: 'lr', lr }];
    store.train_step.value = step;
  });
}
