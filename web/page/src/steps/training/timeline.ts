/**
 * The history of a race, a pair of training runs, as a function of its settings, the user's changes and the step. Moves to any step,
 * backward or forward, and reapplies the changes on the way, so that a step always has the same bits.
 */
import type { Dataset, Lab } from 'ffn-lab';
import type { RaceChange } from '../../numbers/race_changes.ts';
import { RaceRecord } from './record.ts';
import { dataset_of } from './run_options.ts';
import type { RunRequest } from './run_options.ts';
import { is_sampled, next_sampled } from './schedule.ts';
import { advance, change_twins, dispose_twins, make_twins } from './twins.ts';
import type { Twins } from './twins.ts';

/** Awaited regularly during a move, with the current step; the move ends when it returns false. */
export type Pause = (step: number) => boolean | Promise<boolean>;

/** Largest number of steps between two pauses. */
const longest_run = 64;

const same_change = (a: RaceChange | undefined, b: RaceChange | undefined) =>
  a?.step === b?.step && a?.kind === b?.kind && (a?.kind !== 'lr' || b?.kind !== 'lr' || a.lr === b.lr);

/** Returns the length of the common prefix of two lists of changes. */
function common_changes(a: readonly RaceChange[], b: readonly RaceChange[]): number {
  const differing = a.findIndex((change, place) => !same_change(change, b[place]));
  return differing === -1 ? a.length : differing;
}

export class Timeline {
  readonly request: RunRequest;
  readonly dataset: Dataset;
  readonly record: RaceRecord;
  readonly #lab: Lab;
  #twins: Twins;
  /** The changes that the current runs have had. */
  #applied: readonly RaceChange[] = [];

  constructor(lab: Lab, request: RunRequest) {
    this.#lab = lab;
    this.request = request;
    this.dataset = dataset_of(lab, request.settings);
    this.record = new RaceRecord(lab);
    this.#twins = make_twins(lab, request, this.dataset);
  }

  /** The current runs; new objects after a change at step 0 was undone. */
  get twins(): Twins {
    return this.#twins;
  }

  get step(): number {
    return this.#twins.gelu.steps;
  }

  /** Moves to `step` with these changes. */
  async go(changes: readonly RaceChange[], step: number, pause: Pause): Promise<void> {
    this.#set_recorded_changes(changes);
    this.#go_back(changes, step);
    const { record } = this;
    for (;;) {
      this.#apply_and_record(changes);
      const from = this.step;
      if (from >= step) return;
      const next_change = changes[this.#applied.length]?.step ?? Infinity;
      const next_recorded = from < record.reached ? record.reached : next_sampled(from);
      if (advance(this.#twins, Math.min(step, next_change, next_recorded, from + longest_run)) === from) return;
      if (!(await pause(this.step))) return this.#apply_and_record(changes);
    }
  }

  dispose(): void {
    dispose_twins(this.#twins);
  }

  /** Undoes the changes at `step` and later: rewinds to the step before, or creates new runs at step 0. */
  #undo_changes(step: number): void {
    this.#applied = this.#applied.filter((change) => change.step < step);
    if (step > 0) return void advance(this.#twins, step - 1);
    dispose_twins(this.#twins);
    this.#twins = make_twins(this.#lab, this.request, this.dataset);
  }

  /** Sets the changes of the record and drops the entries after the first difference. */
  #set_recorded_changes(changes: readonly RaceChange[]): void {
    const { record } = this;
    const common = common_changes(record.changes, changes);
    const first = Math.min(...[record.changes[common], changes[common]].map((change) => change?.step ?? Infinity));
    if (first < Infinity) record.truncate(first);
    record.changes = changes;
  }

  /** Rewinds to the latest step from which `go` can continue forward. */
  #go_back(changes: readonly RaceChange[], step: number): void {
    const common = common_changes(this.#applied, changes);
    const stale = this.#applied.find((change, place) => place >= common || change.step > step);
    if (stale) this.#undo_changes(stale.step);
    // A pending change must still be applied, and dropped entries must be recorded again.
    const furthest = Math.min(step, changes[this.#applied.length]?.step ?? Infinity, this.record.reached + 1);
    if (this.step > furthest) advance(this.#twins, furthest);
  }

  /** Applies the pending changes of the current step and records the step if it is new. */
  #apply_and_record(changes: readonly RaceChange[]): void {
    const { step, record } = this;
    const due = changes.slice(this.#applied.length).filter((change) => change.step === step);
    for (const change of due) change_twins(this.#lab, this.#twins, change);
    this.#applied = [...this.#applied, ...due];
    if (due.length > 0 || (step > record.last_recorded() && is_sampled(step))) record.add(this.#twins, step);
    record.reached = Math.max(record.reached, step);
  }
}
