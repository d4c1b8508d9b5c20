/**
 * Handlers of the worker that trains the two runs of the race and reads the user's data, and of the
 * one that trains from ten seeds.
 */
import type { Dataset, Lab } from 'ffn-lab';
import {
  make_queue,
  next_task,
  pause_for,
  slice_ms,
  type CallContext,
  type CallsOf,
  type Pause,
} from '../../numbers/handler.ts';
import type { RaceChange } from './changes.ts';
import { read_own, type OwnRequest } from './csv.ts';
import {
  compare_weights,
  frame_of,
  is_sampled,
  next_sampled,
  RaceRecord,
  setup_of,
} from './frame.ts';
import { seed_runs, type SeedsProgress, type SeedsRequest } from './seed_runs.ts';
import {
  advance,
  change_twins,
  dataset_of,
  dispose_twins,
  make_twins,
  type Network,
  type RunRequest,
  type Twins,
} from './twins.ts';
import { read_weights, write_weights } from './weights_file.ts';

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

/**
 * A race that can go to any step and has the same bits there every time: rewinding undoes changes,
 * and going forward applies them again.
 */
export class Timeline {
  readonly request: RunRequest;
  readonly dataset: Dataset;
  readonly record = new RaceRecord();
  /** The current runs; new objects after a change at step 0 was undone. */
  twins: Twins;
  readonly #lab: Lab;

  constructor(lab: Lab, request: RunRequest) {
    [this.#lab, this.request] = [lab, request];
    this.dataset = dataset_of(lab, request.settings);
    this.twins = make_twins(lab, request, this.dataset);
  }

  get step(): number {
    return this.twins.gelu.steps;
  }

  async go(changes: readonly RaceChange[], step: number, pause: Pause): Promise<void> {
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
    for (let from = this.step; from < step; from = this.step) {
      const next_change = changes.find((change) => change.step > from)?.step ?? Infinity;
      const next_recorded = from < record.reached ? record.reached : next_sampled(from);
      if (
        advance(this.twins, Math.min(step, next_change, next_recorded, from + longest_run)) === from
      )
        return;
      this.#arrive();
      if (!(await pause(this.step))) return;
    }
  }

  /**
   * Applies the changes of a step that was reached by training, not by rewinding, and records the
   * step if it is new.
   */
  #arrive(): void {
    const { step, record } = this;
    const due = record.changes.filter((change) => change.step === step);
    for (const change of due) change_twins(this.#lab, this.twins, change);
    if (step > record.reached && (due.length > 0 || is_sampled(step)))
      record.add(this.#lab, this.twins, step);
    record.reached = Math.max(record.reached, step);
  }
}

/**
 * A non-finite loss makes the next step fail: tries that step, so that the run's `non_finite` is
 * set before the user gets there.
 */
function probe_next_step({ step, twins }: Timeline): void {
  for (const run of Object.values(twins)) {
    const known_or_finite = run.non_finite !== undefined || Number.isFinite(run.data_loss());
    if (!known_or_finite && run.step(1) === 1) run.rewind(step);
  }
}

/** Repeats the race from step 0, with the same changes, to the same step. */
async function replay(lab: Lab, { request, record, step, twins }: Timeline, context: CallContext) {
  const repeated = new Timeline(lab, request);
  try {
    await repeated.go(record.changes, step, pause_for(context));
    return compare_weights(lab, twins, repeated.twins);
  } finally {
    dispose_twins(repeated.twins);
  }
}

export interface Move {
  readonly changes: readonly RaceChange[];
  readonly step: number;
  /** Stops before `step` after this time. */
  readonly budget_ms?: number;
}

export function make_handlers(lab: Lab) {
  let active:
    { readonly timeline: Timeline; readonly setup: ReturnType<typeof setup_of> } | undefined;
  const in_turn = make_queue();
  const current = () => {
    if (active === undefined) throw new Error('no race has begun');
    return active;
  };
  return {
    start: in_turn((request: RunRequest) => {
      if (active) dispose_twins(active.timeline.twins);
      active = undefined;
      const timeline = new Timeline(lab, request);
      active = { timeline, setup: setup_of(lab, timeline) };
      return active.setup;
    }),
    show: in_turn(async ({ changes, step, budget_ms }: Move, context) => {
      const { timeline, setup } = current();
      await timeline.go(changes, step, pause_for(context, budget_ms));
      probe_next_step(timeline);
      return frame_of(lab, timeline, setup);
    }),
    write_weights: in_turn((network: Network) => {
      const { request, twins } = current().timeline;
      return write_weights(
        lab,
        twins[network].weights(),
        twins[network].activation,
        request.settings,
      );
    }),
    replay: in_turn((_: undefined, context) => replay(lab, current().timeline, context)),
    own: (request: OwnRequest) => read_own(lab, request),
    read_weights: (file: Blob) => read_weights(lab, file),
  };
}

/** Progress is the step that a move has reached. */
export type TrainingCalls = CallsOf<ReturnType<typeof make_handlers>, number>;

/**
 * Trains all seeds in a worker of its own, so that the race goes on meanwhile; the outcome is part
 * of the progress.
 */
export const make_seeds_handlers = (lab: Lab) => ({
  async run(request: SeedsRequest, { signal, progress }: CallContext): Promise<void> {
    let reported_at = performance.now();
    for (const now of seed_runs(lab, request)) {
      if (now.outcome === undefined && performance.now() - reported_at < slice_ms) continue;
      progress(now);
      await next_task();
      signal.throwIfAborted();
      reported_at = performance.now();
    }
  },
});

export type SeedsCalls = CallsOf<ReturnType<typeof make_seeds_handlers>, SeedsProgress>;
