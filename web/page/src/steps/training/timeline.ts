/**
 * A race that can go to any step and has the same bits there every time: rewinding undoes changes,
 * and going forward applies them again.
 */
import type { Dataset, Lab } from 'ffn-lab';
import type { Progress } from '../../compute/recipe.ts';
import type { RaceChange } from './changes.ts';
import {
  dead_units_of,
  is_sampled,
  next_sampled,
  RaceRecord,
  setup_of,
  type Race,
} from './frame.ts';
import {
  advance,
  change_twins,
  dataset_of,
  dispose_twins,
  make_twins,
  type RunRequest,
  type Twins,
} from './twins.ts';

/** Largest number of steps between two pauses. */
const longest_run = 64;

/** Returns the first step at which two lists of changes differ; infinity if they are equal. */
function first_difference(a: readonly RaceChange[], b: readonly RaceChange[]): number {
  const longer = a.length > b.length ? a : b;
  const place = longer.findIndex(
    (_, index) => JSON.stringify(a[index]) !== JSON.stringify(b[index]),
  );
  return Math.min(a[place]?.step ?? Infinity, b[place]?.step ?? Infinity);
}

export class Timeline implements Race {
  readonly request: RunRequest;
  readonly dataset: Dataset;
  readonly record = new RaceRecord();
  readonly setup: Race['setup'];
  /** The current runs; new objects after a change at step 0 was undone. */
  twins: Twins;
  readonly #lab: Lab;

  constructor(lab: Lab, request: RunRequest) {
    [this.#lab, this.request] = [lab, request];
    this.dataset = dataset_of(lab, request.settings);
    this.twins = make_twins(lab, request, this.dataset);
    this.setup = setup_of(lab, this);
  }

  get step(): number {
    return this.twins.gelu.steps;
  }

  /** Goes to a step, or as far as the runs get in `budget_ms`. */
  async go(
    changes: readonly RaceChange[],
    step: number,
    { pause }: Pick<Progress, 'pause'>,
    budget_ms = Infinity,
  ): Promise<void> {
    const end = performance.now() + budget_ms;
    const { record } = this;
    const first = first_difference(record.changes, changes);
    record.truncate(first);
    record.changes = changes;
    const unchanged = Math.min(step, first - 1);
    // The start of a run cannot be undone.
    if (unchanged < 0) {
      dispose_twins(this.twins);
      this.twins = make_twins(this.#lab, this.request, this.dataset);
    } else if (unchanged < this.step) advance(this.twins, unchanged);
    if (record.reached < 0) this.#arrive();
    for (let from = this.step; from < step && performance.now() < end; from = this.step) {
      const next_change = changes.find((change) => change.step > from)?.step ?? Infinity;
      const next_recorded = from < record.reached ? record.reached : next_sampled(from);
      const next = Math.min(step, next_change, next_recorded, from + longest_run);
      if (advance(this.twins, next) === from) return;
      this.#arrive();
      await pause({ done: this.step, of: step });
    }
  }

  /**
   * A non-finite loss makes the next step fail: tries that step, so that the run's `non_finite` is
   * set before the user gets there.
   */
  probe_next_step(): void {
    const { step } = this;
    for (const run of Object.values(this.twins)) {
      const known_or_finite = run.non_finite !== undefined || Number.isFinite(run.data_loss());
      if (!known_or_finite && run.step(1) === 1) run.rewind(step);
    }
  }

  /**
   * Applies the changes of a step that was reached by training, not by rewinding, and records the
   * step if it is new.
   */
  #arrive(): void {
    const { step, record } = this;
    const due = record.changes.filter((change) => change.step === step);
    const dead = due.length > 0 ? dead_units_of(this.#lab, this.twins) : undefined;
    for (const change of due) change_twins(this.#lab, this.twins, change);
    if (step > record.reached && (due.length > 0 || is_sampled(step)))
      record.add(this.#lab, this.twins, step, dead);
    record.reached = Math.max(record.reached, step);
  }
}
