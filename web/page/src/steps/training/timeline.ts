/**
 * The history of a race, a pair of training runs, as a function of its settings, the user's changes and the step. Moves to any step,
 * backward or forward, and reapplies the changes on the way, so that a step always has the same bits.
 */
import type { Dataset, Lab, TrainableWeights } from 'ffn-lab';
import type { RaceChange } from '../../numbers/race_changes.ts';
import { make_record } from './record.ts';
import type { RaceRecord } from './record.ts';
import { is_sampled, next_sampled } from './schedule.ts';
import type { RaceSettings } from './race_settings.ts';
import { advance, change_twins, dispose_twins, make_twins } from './twins.ts';
import type { Twins } from './twins.ts';

export interface Timeline {
  readonly settings: RaceSettings;
  readonly dataset: Dataset;
  readonly record: RaceRecord;
  /** The current runs; new objects after a change at step 0 was undone. */
  readonly twins: () => Twins;
  readonly step: () => number;
  /** Moves to `step` with these changes. `pause` is awaited regularly with the current step; the move ends when it returns false. */
  readonly go: (changes: readonly RaceChange[], step: number, pause: Pause) => Promise<void>;
  readonly dispose: () => void;
}

export type Pause = (step: number) => boolean | Promise<boolean>;

/** Largest number of steps between two pauses. */
const longest_run = 64;

const same_change = (a: RaceChange | undefined, b: RaceChange | undefined) =>
  a?.step === b?.step && a?.kind === b?.kind && (a?.kind !== 'lr' || b?.kind !== 'lr' || a.lr === b.lr);

/** Returns the length of the common prefix of two lists of changes. */
export function common_changes(a: readonly RaceChange[], b: readonly RaceChange[]): number {
  const differing = a.findIndex((change, place) => !same_change(change, b[place]));
  return differing === -1 ? a.length : differing;
}

export function make_timeline(lab: Lab, settings: RaceSettings, dataset: Dataset, weights: TrainableWeights | undefined): Timeline {
  const record = make_record(lab);
  let twins = make_twins(lab, settings, dataset, weights);
  let applied: readonly RaceChange[] = [];
  const current_step = () => twins.gelu.steps;

  /** Undoes the changes at `step` and later: rewinds to the step before, or creates new runs at step 0. */
  function undo_changes(step: number): void {
    applied = applied.filter((change) => change.step < step);
    if (step > 0) return void advance(twins, step - 1);
    dispose_twins(twins);
    twins = make_twins(lab, settings, dataset, weights);
  }

  /** Sets the changes of the record and drops the entries after the first difference. */
  function set_recorded_changes(changes: readonly RaceChange[]): void {
    const common = common_changes(record.changes, changes);
    const steps = [record.changes[common], changes[common]].map((change) => change?.step ?? Infinity);
    const first = Math.min(...steps);
    if (first < Infinity) record.truncate(first);
    record.changes = changes;
  }

  /** Rewinds to the latest step from which `go` can continue forward. */
  function go_back(changes: readonly RaceChange[], step: number): void {
    const common = common_changes(applied, changes);
    const stale = applied.find((change, place) => place >= common || change.step > step);
    if (stale) undo_changes(stale.step);
    // A pending change must still be applied, and dropped entries must be recorded again.
    const furthest = Math.min(step, changes[applied.length]?.step ?? Infinity, record.reached);
    if (current_step() > furthest) advance(twins, furthest);
  }

  /** Applies the pending changes of the current step and records the step if it is new. */
  function apply_and_record(changes: readonly RaceChange[]): void {
    const step = current_step();
    const due = changes.slice(applied.length).filter((change) => change.step === step);
    for (const change of due) {
      change_twins(lab, twins, change);
      applied = [...applied, change];
    }
    if (due.length > 0 || (step > record.last_recorded() && is_sampled(step))) record.add(twins, step);
    record.reached = Math.max(record.reached, step);
  }

  async function go(changes: readonly RaceChange[], step: number, pause: Pause): Promise<void> {
    set_recorded_changes(changes);
    go_back(changes, step);
    for (;;) {
      apply_and_record(changes);
      const from = current_step();
      if (from >= step) return;
      const next_change = changes[applied.length]?.step ?? Infinity;
      const next_recorded = from < record.reached ? record.reached : next_sampled(from);
      if (advance(twins, Math.min(step, next_change, next_recorded, from + longest_run)) === from) return;
      if (!(await pause(current_step()))) return apply_and_record(changes);
    }
  }

  return { settings, dataset, record, twins: () => twins, step: current_step, go, dispose: () => dispose_twins(twins) };
}
