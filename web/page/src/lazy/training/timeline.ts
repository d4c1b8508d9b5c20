/**
 * A race as a function of its settings, of what was done to it and of the step: goes to any step by the shortest way, back or
 * forth, and does again on the way what the reader did there, so that every way gives the same bits.
 */
import type { Dataset, Lab, TrainableWeights } from 'ffn-lab';
import type { RaceChange } from '../../race_changes.ts';
import { make_record } from './record.ts';
import type { RaceRecord } from './record.ts';
import { is_sampled, next_sampled } from './schedule.ts';
import type { RaceSettings } from './settings.ts';
import { advance, change_twins, dispose_twins, make_twins } from './twins.ts';
import type { Twins } from './twins.ts';

export interface Timeline {
  readonly settings: RaceSettings;
  readonly dataset: Dataset;
  readonly record: RaceRecord;
  /** As they are: others after a change was taken back. */
  readonly twins: () => Twins;
  readonly step: () => number;
  /** `pause` is awaited from time to time, with the step reached; it answers whether to go on. */
  readonly go: (changes: readonly RaceChange[], step: number, pause: Pause) => Promise<void>;
  readonly dispose: () => void;
}

export type Pause = (step: number) => boolean | Promise<boolean>;

/** So many steps at most between two pauses. */
const longest_stretch = 64;

const same_change = (a: RaceChange | undefined, b: RaceChange | undefined) =>
  a?.step === b?.step && a?.kind === b?.kind && (a?.kind !== 'lr' || b?.kind !== 'lr' || a.lr === b.lr);

/** How many changes two lists have in common from the beginning. */
export function common_changes(a: readonly RaceChange[], b: readonly RaceChange[]): number {
  const differing = a.findIndex((change, place) => !same_change(change, b[place]));
  return differing === -1 ? a.length : differing;
}

export function make_timeline(lab: Lab, settings: RaceSettings, dataset: Dataset, weights: TrainableWeights | undefined): Timeline {
  const record = make_record(lab);
  let twins = make_twins(lab, settings, dataset, weights);
  let applied: readonly RaceChange[] = [];
  const current_step = () => twins.gelu.steps;

  /** A run forgets a change when it goes to before it; there is nothing before the first step. */
  function undo_from(step: number): void {
    applied = applied.filter((change) => change.step < step);
    if (step > 0) return void advance(twins, step - 1);
    dispose_twins(twins);
    twins = make_twins(lab, settings, dataset, weights);
  }

  /** Forgets what belongs to another way. */
  function truncate_diverged(changes: readonly RaceChange[]): void {
    const common = common_changes(record.changes, changes);
    const steps = [record.changes[common], changes[common]].map((change) => change?.step ?? Infinity);
    const first = Math.min(...steps);
    if (first < Infinity) record.truncate(first);
    record.changes = changes;
  }

  function rewind(changes: readonly RaceChange[], step: number): void {
    const common = common_changes(applied, changes);
    const wrong = applied.find((change, place) => place >= common || change.step > step);
    if (wrong) undo_from(wrong.step);
    // Not beyond what is still to be done, nor beyond what is no longer recorded.
    const furthest = Math.min(step, changes[applied.length]?.step ?? Infinity, record.reached);
    if (current_step() > furthest) advance(twins, furthest);
  }

  /** Does what is to be done at this step; looks at what is new. */
  function apply_due_changes(changes: readonly RaceChange[]): void {
    const step = current_step();
    const due = changes.slice(applied.length).filter((change) => change.step === step);
    for (const change of due) {
      change_twins(lab, twins, change);
      applied = [...applied, change];
    }
    if (due.length > 0 || (step > record.last_recorded_step() && is_sampled(step))) record.sample(twins, step);
    record.reached = Math.max(record.reached, step);
  }

  async function go(changes: readonly RaceChange[], step: number, pause: Pause): Promise<void> {
    truncate_diverged(changes);
    rewind(changes, step);
    for (;;) {
      apply_due_changes(changes);
      const from = current_step();
      if (from >= step) return;
      const next_change = changes[applied.length]?.step ?? Infinity;
      const next_sample = from < record.reached ? record.reached : next_sampled(from);
      if (advance(twins, Math.min(step, next_change, next_sample, from + longest_stretch)) === from) return;
      if (!(await pause(current_step()))) return apply_due_changes(changes);
    }
  }

  return { settings, dataset, record, twins: () => twins, step: current_step, go, dispose: () => dispose_twins(twins) };
}
