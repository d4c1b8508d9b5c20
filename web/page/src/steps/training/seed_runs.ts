/**
 * Runs the race with several seeds: the final state of each run, and percentiles over the seeds.
 */
import type { Lab, TrainingRun } from 'ffn-lab';
import type { Report } from '../../compute/recipe.ts';
import {
  both,
  dataset_of,
  dispose_twins,
  make_twins,
  networks,
  type Both,
  type RunRequest,
} from './twins.ts';

/** The steps per run, and the number of seeds: 0, 1, …, seeds − 1. */
export type SeedsRequest = RunRequest & { readonly steps: number; readonly seeds: number };

export const measures = ['loss', 'accuracy', 'dead'] as const;
type Measure = (typeof measures)[number];

/** Percentiles of each measure: minimum, quartiles, median and maximum. */
export const percents = [0, 25, 50, 75, 100] as const;

function end_of(lab: Lab, run: TrainingRun) {
  return {
    /** Fewer than requested if a value became non-finite. */
    steps: run.steps,
    /** Mean loss over the whole data set. */
    loss: run.data_loss(),
    /** Undefined for regression. */
    accuracy: run.loss === 'cross_entropy' ? run.data_accuracy() : undefined,
    dead: lab.dead_units(run.trace_data(), { activation: run.activation }).dead.length,
    non_finite: run.non_finite,
  };
}

export type RunEnd = ReturnType<typeof end_of>;

function spread_of(
  lab: Lab,
  ends: readonly RunEnd[],
): Readonly<Partial<Record<Measure, Float64Array>>> {
  const found = measures.filter((measure) => ends[0]?.[measure] !== undefined);
  const values = (measure: Measure) => ({
    data: Float32Array.from(ends, (end) => end[measure] ?? NaN),
    shape: [ends.length],
  });
  return Object.fromEntries(
    found.map((measure) => [measure, lab.percentiles(values(measure), percents)]),
  );
}

/**
 * Counts the seeds with a lower loss. The core computes it: the differences as a linear layer, the
 * count as a histogram.
 */
function lower_count(lab: Lab, ends: readonly RunEnd[], others: readonly RunEnd[]): number {
  const pairs = Float32Array.from(
    ends.flatMap(({ loss }, seed) => [loss, others[seed]?.loss ?? NaN]),
  );
  const minus = { weight: { data: Float32Array.of(1, -1), shape: [1, 2] } };
  const differences = lab.linear({ data: pairs, shape: [ends.length, 2] }, minus);
  return lab.histogram(differences, { bins: 1, range: [0, 1] }).below;
}

const losses_of = (ends: readonly RunEnd[]) => ({
  data: Float32Array.from(ends, ({ loss }) => loss),
  shape: [ends.length],
});

export function outcome_of(lab: Lab, ends: Both<readonly RunEnd[]>) {
  return {
    /** Whether the losses of one network tend to be larger. */
    rank_test: lab.rank_test(losses_of(ends.gelu), losses_of(ends.relu)),
    /** Number of completed seeds. */
    seeds: ends.gelu.length,
    /** Indexed by seed. */
    ends: both((name) => [...ends[name]]),
    spread: both((name) => spread_of(lab, ends[name])),
    /** Number of seeds in which this network has the lower loss. */
    lower: {
      gelu: lower_count(lab, ends.gelu, ends.relu),
      relu: lower_count(lab, ends.relu, ends.gelu),
    },
  };
}

export type Outcome = ReturnType<typeof outcome_of>;

/** Steps of both runs between two reports. */
const chunk = 10;

/**
 * Trains both runs from each seed, one seed after the other, and reports on the way; the outcome so
 * far follows each seed.
 */
export function* seed_runs(lab: Lab, request: SeedsRequest): Generator<Report, Outcome> {
  const ends: Both<RunEnd[]> = { gelu: [], relu: [] };
  const dataset = dataset_of(lab, request.settings);
  const of = request.seeds * request.steps;
  for (let seed = 0; seed < request.seeds; seed++) {
    const twins = make_twins(lab, request, dataset, seed);
    try {
      for (let step = 0; step < request.steps; step += chunk) {
        for (const name of networks) twins[name].step(Math.min(chunk, request.steps - step));
        yield { done: seed * request.steps + step, of };
      }
      for (const name of networks) ends[name].push(end_of(lab, twins[name]));
    } finally {
      dispose_twins(twins);
    }
    yield { done: (seed + 1) * request.steps, of, value: outcome_of(lab, ends) };
  }
  return outcome_of(lab, ends);
}
