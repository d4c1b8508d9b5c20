/**
 * The numbers of a race: constants, the numbers of its current step, and the numbers of the
 * recorded steps, which are the same in every replay.
 */
import type { Dataset, Lab, Tensor, TrainableWeights, TrainingRun } from 'ffn-lab';
import { last_step, type RaceChange } from './changes.ts';
import { both, type Both, type Network, type RunRequest, type Twins } from './twins.ts';

/** Returns the smallest power of two whose product with `steps` is at least `step`. */
const interval_of = (step: number, steps: number): number =>
  steps >= step ? 1 : 2 * interval_of(step, 2 * steps);

/** Whether a step is recorded: every step up to 256, then about 128 per doubling of the step. */
export const is_sampled = (step: number): boolean => step % interval_of(step, 256) === 0;

export function next_sampled(step: number): number {
  const interval = interval_of(step + 1, 256);
  return step - (step % interval) + interval;
}

/**
 * Whether a step is one of the ridge plot's ≤ 13 rows when the race is at `reached`. As that grows,
 * rows are dropped, never replaced.
 */
export const is_row = (step: number, reached: number): boolean =>
  step % interval_of(reached, 12) === 0;

/** Returns the last step of the time axis. */
export const horizon_of = (step: number, reached = 0): number =>
  Math.min(last_step, 500 * interval_of(Math.max(step, reached), 500));

/** Bins of the histograms: identical for all steps, so that the rows are comparable. */
export const bins = {
  pre_activation: { bins: 64, range: [-8, 8] },
  hidden: { bins: 48, range: [-1, 5] },
} as const;
export const hidden_tensors = ['pre_activation', 'hidden'] as const;
export type HiddenTensor = keyof typeof bins;

export function activity_of(lab: Lab, run: TrainingRun) {
  const trace = run.trace_data();
  const { dead, active_share } = lab.dead_units(trace, { activation: run.activation });
  const histogram = (name: HiddenTensor) => lab.histogram(trace[name], bins[name]);
  return {
    dead,
    active_share,
    histograms: () => ({
      pre_activation: histogram('pre_activation'),
      hidden: histogram('hidden'),
    }),
  };
}

export const dead_units_of = (lab: Lab, twins: Twins): Both<Int32Array> =>
  both((network) => activity_of(lab, twins[network]).dead);

interface Entry {
  readonly step: number;
  readonly runs: Both<{
    readonly data_loss: number;
    readonly dead: number;
    readonly last_alive: Int32Array;
  }>;
  readonly histograms: Both<ReturnType<ReturnType<typeof activity_of>['histograms']>> | undefined;
}

export class RaceRecord {
  /** The changes with which the entries were recorded. */
  changes: readonly RaceChange[] = [];
  /** The last step up to which the entries are complete; −1 for none. */
  reached = -1;
  #entries: readonly Entry[] = [];

  truncate(step: number): void {
    this.#entries = this.#entries.filter((entry) => entry.step < step);
    this.reached = Math.min(this.reached, step - 1);
  }

  /**
   * Evaluates the runs at `step`, which is later than all entries. `dead_before`: the units that
   * were dead there before the user's changes; a unit that a change has killed was alive.
   */
  add(lab: Lab, twins: Twins, step: number, dead_before?: Both<Int32Array>): void {
    const activity = both((network) => activity_of(lab, twins[network]));
    const runs = both((network) => {
      const { dead } = activity[network];
      const last_alive = new Int32Array(twins[network].d_ff).fill(step);
      const before = this.last_alive(network, step);
      for (const unit of dead)
        if (dead_before?.[network].includes(unit) ?? true) last_alive[unit] = before?.[unit] ?? -1;
      return { data_loss: twins[network].data_loss(), dead: dead.length, last_alive };
    });
    // The ridge plot can show such a step at any time.
    const histograms = is_row(step, step)
      ? both((network) => activity[network].histograms())
      : undefined;
    this.#entries = [...this.#entries, { step, runs, histograms }];
  }

  /** Returns, per unit, the last recorded step up to `step` at which it was alive; −1 for never. */
  last_alive(network: Network, step: number): Int32Array | undefined {
    return this.#entries.findLast((entry) => entry.step <= step)?.runs[network].last_alive;
  }

  history() {
    const entries = this.#entries;
    return {
      steps: Int32Array.from(entries, ({ step }) => step),
      data_loss: both((network) =>
        Float64Array.from(entries, ({ runs }) => runs[network].data_loss),
      ),
      dead: both((network) => Int32Array.from(entries, ({ runs }) => runs[network].dead)),
    };
  }

  /**
   * Returns histograms of the hidden activations at the steps of the ridge plot; all rows have the
   * same bins.
   */
  rows() {
    return this.#entries.flatMap(({ step, histograms }) =>
      histograms && is_row(step, this.reached) ? [{ step, histograms }] : [],
    );
  }
}

/** Two runs at the same step, and the numbers that were recorded on the way. */
interface Runs {
  readonly request: RunRequest;
  readonly dataset: Dataset;
  readonly twins: Twins;
  readonly record: RaceRecord;
}

export interface Race extends Runs {
  /** Constant during the race. */
  readonly setup: ReturnType<typeof setup_of>;
}

/** Number of grid points of the fitted curve, and per axis of the surface. */
export const grid_points = { curve: 201, surface: 48 };

type Interval = readonly [low: number, high: number];
/** Input range of the generated data sets; for `surface` with a margin for noise. */
const toy_domain: Readonly<Record<'curve' | 'surface', Interval>> = {
  curve: [-2, 2],
  surface: [-2.25, 2.25],
};

/** Widened by 1 if all elements are equal. */
function extent(lab: Lab, tensor: Tensor): Interval {
  const { minimum, maximum } = lab.summarize(tensor);
  return minimum < maximum ? [minimum, maximum] : [minimum - 1, maximum + 1];
}

/** Ranges of the axes of the picture, and the inputs at which the networks are evaluated for it. */
function axes_of(
  lab: Lab,
  { dataset, request: { settings } }: Runs,
  picture: 'curve' | 'surface' | 'none',
) {
  const unit: Interval = [0, 1];
  if (picture === 'none')
    return { domain: unit, range: unit, grid: { data: new Float32Array(0), shape: [0, 1] } };
  const domain = settings.data === 'own' ? extent(lab, dataset.inputs) : toy_domain[picture];
  const range = dataset.targets ? extent(lab, dataset.targets) : domain;
  const grid = lab.grid({
    d_in: picture === 'curve' ? 1 : 2,
    low: domain[0],
    high: domain[1],
    points: grid_points[picture],
  });
  return { domain, range, grid };
}

/** Returns what is constant during a race. */
export function setup_of(lab: Lab, race: Runs) {
  const { dataset } = race;
  const { parameter_count, d_in, d_ff, d_out } = race.twins.relu;
  const classes = dataset.labels
    ? (dataset.classes ?? Array.from({ length: d_out }, (_, label) => String(label)))
    : [];
  /** Data with other numbers of inputs and outputs have no picture. */
  const picture =
    d_in === 1 && dataset.targets && d_out === 1
      ? 'curve'
      : d_in === 2 && dataset.labels
        ? 'surface'
        : 'none';
  return {
    dataset,
    picture,
    ...axes_of(lab, race, picture),
    classes,
    units: d_ff,
    parameter_count,
  } as const;
}

function largest_at(lab: Lab, values: Tensor | undefined, places: Int32Array): number {
  const chosen = Float32Array.from(places, (place) => values?.data[place] ?? 0);
  return chosen.length === 0
    ? 0
    : lab.summarize({ data: chosen, shape: [chosen.length] }).largest_finite_magnitude;
}

/**
 * Returns the results of both networks at the current step, with the recorded history before and
 * after it.
 */
export function frame_of(lab: Lab, { twins, record, dataset, setup: { picture, grid } }: Race) {
  const step = twins.relu.steps;
  const activity = both((network) => activity_of(lab, twins[network]));
  return {
    changes: record.changes,
    step,
    lr: twins.relu.lr,
    /** The last step that was trained with these changes. */
    reached: record.reached,
    runners: both((network) => {
      const run = twins[network];
      const { dead, active_share, histograms } = activity[network];
      return {
        /** Dead units, ascending: no example gives them a gradient. */
        dead,
        dead_count: dead.length,
        /** Per unit, the share of examples with a pre-activation above 0. */
        active_share,
        histograms: histograms(),
        data_loss: run.data_loss(),
        /** Undefined for regression. */
        data_accuracy: dataset.labels && run.data_accuracy(),
        last_alive: record.last_alive(network, step) ?? new Int32Array(),
        /** Predictions at the grid's inputs: values, or probabilities of all classes. */
        fitted:
          picture === 'none'
            ? { data: new Float32Array(), shape: [0, 1] }
            : picture === 'curve'
              ? run.predict(grid)
              : run.probabilities(grid),
        /**
         * Largest |gradient of b1| over the units that are dead in the ReLU network; exactly 0 in
         * that network.
         */
        largest_gradient: largest_at(lab, run.data_gradients().b1, activity.relu.dead),
      };
    }),
    /** Non-finite value that makes the next step impossible. */
    non_finite: both((network) => twins[network].non_finite),
    history: record.history(),
    rows: record.rows(),
  };
}

function flat(weights: TrainableWeights): Tensor {
  const data = Object.values(weights as unknown as Record<string, Tensor | undefined>).flatMap(
    (tensor) => Array.from(tensor?.data ?? []),
  );
  return { data: Float32Array.from(data), shape: [data.length] };
}

/** Counts the weights with different bits after two races. */
export function compare_weights(lab: Lab, first: Twins, second: Twins) {
  const found = both((network) =>
    lab.difference(flat(first[network].weights()), flat(second[network].weights())),
  );
  /** `count`: number of weights of a network. */
  return {
    step: second.relu.steps,
    count: found.relu.count,
    differing: both((network) => found[network].differing),
  };
}
