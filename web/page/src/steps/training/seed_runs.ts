/** Runs the race with several seeds: the final state of each run, and percentiles over the seeds. */
import type { ActivationKind, Lab, NonFinite, TrainingRun } from 'ffn-lab';
import { next_task } from '../../numbers/next_task.ts';
import type { CallContext } from '../../numbers/handler.ts';
import { run_options } from './run_options.ts';
import type { RunRequest } from './run_options.ts';
import { networks } from './protocol.ts';
import type { Network } from './protocol.ts';

export interface SeedsRequest extends RunRequest {
  /** Steps per run. */
  readonly steps: number;
  /** Number of seeds: 0, 1, …, seeds − 1. */
  readonly seeds: number;
}

/** Final state of a run. */
export interface RunEnd {
  /** Fewer than requested if a value became non-finite. */
  readonly steps: number;
  /** Mean loss over the whole data set. */
  readonly loss: number;
  /** Undefined for regression. */
  readonly accuracy: number | undefined;
  /** Number of dead units. */
  readonly dead: number;
  readonly non_finite: NonFinite | undefined;
}

export const measures = ['loss', 'accuracy', 'dead'] as const;
export type Measure = (typeof measures)[number];

/** Percentiles of each measure: minimum, quartiles, median and maximum. */
export const percents = [0, 25, 50, 75, 100] as const;

export interface SeedsOutcome {
  /** Number of completed seeds. */
  readonly seeds: number;
  /** Indexed by seed. */
  readonly ends: Readonly<Record<Network, readonly RunEnd[]>>;
  readonly spread: Readonly<Record<Network, Readonly<Partial<Record<Measure, Float64Array>>>>>;
  /** Number of seeds in which this network has the lower loss. */
  readonly lower: Readonly<Record<Network, number>>;
}

export interface SeedsProgress {
  readonly done: number;
  readonly total: number;
  /** Present after each completed seed. */
  readonly outcome: SeedsOutcome | undefined;
}

export interface SeedsCalls {
  run: { request: SeedsRequest; reply: SeedsOutcome; progress: SeedsProgress };
}

export function end_of(lab: Lab, run: TrainingRun): RunEnd {
  const { dead } = lab.dead_units(run.trace_data(), { activation: run.activation });
  const accuracy = run.loss === 'cross_entropy' ? run.data_accuracy() : undefined;
  return { steps: run.steps, loss: run.data_loss(), accuracy, dead: dead.length, non_finite: run.non_finite };
}

const column = (ends: readonly RunEnd[], measure: Measure) => Float32Array.from(ends, (end) => end[measure] ?? NaN);

function spread_of(lab: Lab, ends: readonly RunEnd[]) {
  const found = measures.filter((measure) => ends[0]?.[measure] !== undefined);
  const spread = (measure: Measure) => lab.percentiles({ data: column(ends, measure), shape: [ends.length] }, percents);
  return Object.fromEntries(found.map((measure) => [measure, spread(measure)]));
}

/** Counts the seeds with a lower loss. The core computes it: the differences as a linear layer, the count as a histogram. */
function lower_count(lab: Lab, ends: readonly RunEnd[], others: readonly RunEnd[]): number {
  const pairs = Float32Array.from(ends.flatMap(({ loss }, seed) => [loss, others[seed]?.loss ?? NaN]));
  const minus = { weight: { data: Float32Array.of(1, -1), shape: [1, 2] } };
  const differences = lab.linear({ data: pairs, shape: [ends.length, 2] }, minus);
  return lab.histogram(differences, { bins: 1, range: [0, 1] }).below;
}

export function outcome_of(lab: Lab, ends: SeedsOutcome['ends']): SeedsOutcome {
  return {
    seeds: ends.gelu.length,
    ends: { gelu: [...ends.gelu], relu: [...ends.relu] },
    spread: { gelu: spread_of(lab, ends.gelu), relu: spread_of(lab, ends.relu) },
    lower: { gelu: lower_count(lab, ends.gelu, ends.relu), relu: lower_count(lab, ends.relu, ends.gelu) },
  };
}

/** Steps between two reads of the clock. */
const chunk = 10;
const progress_interval_ms = 40;

/** Trains both runs of one seed, interleaved; rejects on abort. */
async function run_seed(lab: Lab, request: SeedsRequest, seed: number, { signal, progress }: CallContext): Promise<RunEnd[]> {
  const options = { ...run_options(lab, request), seed };
  const kinds: ActivationKind[] = [request.settings.gelu, 'relu'];
  const runs = lab.twin_runs(options, kinds);
  const total = request.seeds * request.steps;
  let reported_at = performance.now();
  try {
    for (let done = 0; done < request.steps; done += chunk) {
      for (const run of runs) run.step(Math.min(chunk, request.steps - done));
      if (performance.now() - reported_at < progress_interval_ms) continue;
      progress({ done: seed * request.steps + done, total, outcome: undefined } satisfies SeedsProgress);
      await next_task();
      signal.throwIfAborted();
      reported_at = performance.now();
    }
    return runs.map((run) => end_of(lab, run));
  } finally {
    for (const run of runs) run.dispose();
  }
}

export async function seed_runs(lab: Lab, request: SeedsRequest, context: CallContext): Promise<SeedsOutcome> {
  const ends: Record<Network, RunEnd[]> = { gelu: [], relu: [] };
  for (let seed = 0; seed < request.seeds; seed++) {
    const found = await run_seed(lab, request, seed, context);
    for (const [index, name] of networks.entries()) ends[name].push(found[index] as RunEnd);
    const done = (seed + 1) * request.steps;
    context.progress({ done, total: request.seeds * request.steps, outcome: outcome_of(lab, ends) } satisfies SeedsProgress);
    await next_task();
    context.signal.throwIfAborted();
  }
  return outcome_of(lab, ends);
}
