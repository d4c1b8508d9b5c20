/**
 * The user's interventions in a race: each is a change at the current step and discards all later
 * changes.
 */
import { batch, type Signal } from '@preact/signals';
import { learning_rates, most_changes, type RaceChange } from './changes.ts';
import { store } from '../../state/store.ts';
import { go_to_step, shown } from './race.ts';

/** Restarts the race at step 0 without changes, with the same seed. */
export const restart = () => go_to_step(0, []);

export function choose<Value>(setting: Signal<Value>, value: Value): void {
  batch(() => {
    setting.value = value;
    restart();
  });
}

const changes_up_to = (step: number) =>
  store.train_changes.peek().filter((change) => change.step <= step);

/** Returns the learning rate after the changes of a step. */
export function rate_at(changes: readonly RaceChange[], step: number): number {
  const rates = changes.flatMap((change) =>
    change.kind === 'lr' && change.step <= step ? [change.lr] : [],
  );
  return rates.at(-1) ?? store.train_lr.value;
}

const current_step = () => shown.peek()?.value.step ?? store.train_step.peek();

export const has_room = (changes: readonly RaceChange[]) => changes.length < most_changes - 1;

export function choose_rate(lr: number): void {
  const step = current_step();
  if (step === 0 && !changes_up_to(0).some(({ kind }) => kind === 'lr'))
    return void (store.train_lr.value = lr);
  const prior = changes_up_to(step).filter((change) => change.kind !== 'lr' || change.step < step);
  store.train_changes.value =
    rate_at(prior, step) === lr ? prior : [...prior, { step, kind: 'lr', lr }];
}

export function act(kind: 'kill' | 'revive'): void {
  const step = current_step();
  store.train_changes.value = [...changes_up_to(step), { step, kind }];
}

/** A single step with learning rate 1, a hundred times the default. */
export function jolt(): void {
  const step = current_step();
  const prior = changes_up_to(step);
  const lr = rate_at(prior, step);
  batch(() => {
    store.train_changes.value = [
      ...prior,
      { step, kind: 'lr', lr: 1 },
      { step: step + 1, kind: 'lr', lr },
    ];
    store.train_step.value = step + 1;
  });
}

/**
 * Target of an undo, 50 steps before a non-finite value: step, remaining changes, and the next
 * lower learning rate.
 */
export function undo_target(step: number) {
  const to = Math.max(0, step - 50);
  const changes = store.train_changes.value.filter((change) => change.step < to);
  const lr = rate_at(changes, to);
  return { step: to, changes, lower: learning_rates.findLast((rate) => rate < lr) };
}

/**
 * Goes back to the target. A given learning rate applies from there on; at step 0 it becomes the
 * initial one.
 */
export function undo({ step, changes }: ReturnType<typeof undo_target>, lr?: number): void {
  batch(() => {
    if (lr !== undefined && step === 0) store.train_lr.value = lr;
    go_to_step(
      step,
      lr === undefined || step === 0 ? changes : [...changes, { step, kind: 'lr', lr }],
    );
  });
}
