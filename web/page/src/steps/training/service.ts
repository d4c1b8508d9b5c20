/** Handlers of the worker that trains the two runs of the race and reads the user's data, and of the one that trains from ten seeds. */
import type { Lab, TrainableWeights } from 'ffn-lab';
import { next_task } from '../../numbers/handler.ts';
import type { CallContext, CallsOf } from '../../numbers/handler.ts';
import type { RaceChange } from '../../numbers/race_changes.ts';
import { dataset_facts, read_csv } from './csv.ts';
import type { CsvRequest } from './csv.ts';
import { compare_weights, frame_of, setup_of } from './frame.ts';
import type { Setup } from './frame.ts';
import type { RaceSettings, RunRequest } from './run_options.ts';
import { seed_runs } from './seed_runs.ts';
import type { SeedsOutcome, SeedsProgress, SeedsRequest } from './seed_runs.ts';
import { Timeline } from './timeline.ts';
import type { Pause } from './timeline.ts';
import type { Network } from './twins.ts';
import { read_weights, write_weights } from './weights_file.ts';

interface StartRequest extends RunRequest {
  /** Sequential number of the race on this page. */
  readonly race: number;
}

export interface ShowRequest {
  readonly race: number;
  readonly changes: readonly RaceChange[];
  readonly step: number;
  /** Stops before `step` after this time. */
  readonly budget_ms?: number;
}

interface ActiveRace {
  readonly race: number;
  readonly timeline: Timeline;
  readonly setup: Setup;
}

interface WeightsFile {
  readonly weights: TrainableWeights;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Longest time without a progress report and without a check for an abort. */
const slice_ms = 40;

/** Returns a pause that reports progress and yields to incoming messages; it ends the move on abort or after `budget_ms`. */
function pause_for({ signal, progress }: CallContext, budget_ms = Infinity): Pause {
  const end = performance.now() + budget_ms;
  let last = performance.now();
  return (step) => {
    const now = performance.now();
    if (now >= end || signal.aborted) return false;
    if (now - last < slice_ms) return true;
    last = now;
    progress(step);
    return next_task().then(() => !signal.aborted);
  };
}

/** Returns a task queue that runs calls sequentially: an aborted call uses the networks until it has ended. */
function make_queue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(act: () => Result | Promise<Result>): Promise<Result> => {
    const next = last.then(act, act);
    last = next;
    return next;
  };
}

/** A non-finite loss makes the next step fail: tries that step, so that the run's `non_finite` is set before the user gets there. */
function probe_next_step({ step, twins }: Timeline): void {
  for (const run of Object.values(twins)) {
    const known_or_finite = run.non_finite !== undefined || Number.isFinite(run.data_loss());
    if (!known_or_finite && run.step(1) === 1) run.rewind(step);
  }
}

/** Repeats the race from step 0, with the same changes, to the same step. */
async function replay(lab: Lab, { timeline }: ActiveRace, context: CallContext) {
  const repeated = new Timeline(lab, timeline.request);
  try {
    await repeated.go(timeline.record.changes, timeline.step, pause_for(context));
    return compare_weights(lab, timeline.twins, repeated.twins);
  } finally {
    repeated.dispose();
  }
}

function race_handlers(lab: Lab) {
  let active: ActiveRace | undefined;
  const enqueue = make_queue();
  const current = (race: number): ActiveRace => {
    if (active?.race !== race) throw new Error('another race has begun');
    return active;
  };
  const start = ({ race, ...request }: StartRequest) => {
    const timeline = new Timeline(lab, request);
    active?.timeline.dispose();
    active = { race, timeline, setup: setup_of(lab, timeline) };
    return active.setup;
  };
  const show = async ({ race, changes, step, budget_ms }: ShowRequest, context: CallContext) => {
    const { timeline, setup } = current(race);
    await timeline.go(changes, step, pause_for(context, budget_ms));
    probe_next_step(timeline);
    return frame_of(lab, timeline, setup);
  };
  return {
    start: (request: StartRequest) => enqueue(() => start(request)),
    show: (request: ShowRequest, context: CallContext) => enqueue(() => show(request, context)),
    weights: ({ race, network }: { readonly race: number; readonly network: Network }) =>
      enqueue(() => current(race).timeline.twins[network].weights()),
    replay: ({ race }: { readonly race: number }, context: CallContext) => enqueue(() => replay(lab, current(race), context)),
  };
}

export const make_handlers = (lab: Lab) => ({
  ...race_handlers(lab),
  csv: (request: CsvRequest) => read_csv(lab, request),
  dataset: (settings: Pick<RaceSettings, 'data' | 'own'>) => dataset_facts(lab, settings),
  write_weights: ({ weights, metadata }: WeightsFile) => write_weights(lab, weights, metadata),
  read_weights: (file: Blob) => read_weights(lab, file),
});

/** Progress is the step that a move has reached. */
export type TrainingCalls = CallsOf<ReturnType<typeof make_handlers>, number>;

/** Trains all seeds in a worker of its own, so that the race goes on meanwhile. */
export const make_seeds_handlers = (lab: Lab) => ({
  async run(request: SeedsRequest, { signal, progress }: CallContext): Promise<SeedsOutcome | undefined> {
    let newest: SeedsOutcome | undefined;
    let reported_at = performance.now();
    for (const now of seed_runs(lab, request)) {
      newest = now.outcome ?? newest;
      if (now.outcome === undefined && performance.now() - reported_at < slice_ms) continue;
      progress(now satisfies SeedsProgress);
      await next_task();
      signal.throwIfAborted();
      reported_at = performance.now();
    }
    return newest;
  },
});

export type SeedsCalls = CallsOf<ReturnType<typeof make_seeds_handlers>, SeedsProgress>;
