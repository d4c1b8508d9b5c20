/** The numbers that the page shows of a race: those that are constant during it, and those of its current step. */
import type { Dataset, Lab, Tensor, TrainableWeights, TrainingRun } from 'ffn-lab';
import { activity_of } from './record.ts';
import type { RaceRecord } from './record.ts';
import { both } from './twins.ts';
import type { RunRequest, Twins } from './twins.ts';

/** Two runs at the same step, and the numbers that were recorded on the way. */
export interface Race {
  readonly request: RunRequest;
  readonly dataset: Dataset;
  readonly twins: Twins;
  readonly record: RaceRecord;
}

/** `curve`: one input, one target; `surface`: two inputs with classes; `none`: anything else, which has no picture. */
export type Picture = 'curve' | 'surface' | 'none';

/** Number of grid points of the fitted curve, and per axis of the surface. */
export const grid_points = { curve: 201, surface: 48 };

/** Input range of the generated data sets; for `surface` with a margin for noise. */
const toy_domain: Readonly<Record<'curve' | 'surface', Interval>> = { curve: [-2, 2], surface: [-2.25, 2.25] };

type Interval = readonly [low: number, high: number];

function picture_of({ inputs, targets, labels }: Dataset): Picture {
  const d_in = inputs.shape[1];
  if (d_in === 1 && targets?.shape[1] === 1) return 'curve';
  return d_in === 2 && labels !== undefined ? 'surface' : 'none';
}

/** Smallest and largest element, widened by 1 if they are equal. */
function extent(lab: Lab, tensor: Tensor): Interval {
  const { minimum, maximum } = lab.summarize(tensor);
  return minimum < maximum ? [minimum, maximum] : [minimum - 1, maximum + 1];
}

/** Ranges of the axes of the picture, and the inputs at which the networks are evaluated for it. */
function axes_of(lab: Lab, { dataset, request: { settings } }: Race, picture: Picture) {
  const unit: Interval = [0, 1];
  if (picture === 'none') return { domain: unit, range: unit, grid: { data: new Float32Array(0), shape: [0, 1] } };
  const domain = settings.data === 'own' ? extent(lab, dataset.inputs) : toy_domain[picture];
  const range = dataset.targets ? extent(lab, dataset.targets) : domain;
  const grid = lab.grid({ d_in: picture === 'curve' ? 1 : 2, low: domain[0], high: domain[1], points: grid_points[picture] });
  return { domain, range, grid };
}

/** Returns what is constant during a race. */
export function setup_of(lab: Lab, race: Race) {
  const { dataset } = race;
  const picture = picture_of(dataset);
  const { parameter_count, d_ff, d_out } = race.twins.relu;
  const numbered = Array.from({ length: d_out }, (_, label) => String(label));
  const classes = dataset.labels ? (dataset.classes ?? numbered) : [];
  return { dataset, picture, ...axes_of(lab, race, picture), classes, units: d_ff, parameter_count };
}

export type Setup = ReturnType<typeof setup_of>;

function largest_at(lab: Lab, values: Tensor | undefined, places: Int32Array): number {
  const chosen = Float32Array.from(places, (place) => values?.data[place] ?? 0);
  return chosen.length === 0 ? 0 : lab.summarize({ data: chosen, shape: [chosen.length] }).largest_finite_magnitude;
}

/** Predictions at the grid's inputs: values, or probabilities of all classes. */
function fitted_of(run: TrainingRun, { picture, grid }: Setup): Float32Array {
  if (picture === 'none') return new Float32Array(0);
  return (picture === 'curve' ? run.predict(grid) : run.probabilities(grid)).data;
}

/** Returns the results of both networks at the current step, with the recorded history before and after it. */
export function frame_of(lab: Lab, { twins, record, dataset }: Race, setup: Setup) {
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
        fitted: fitted_of(run, setup),
        /** Largest |gradient of b1| over the units that are dead in the ReLU network; exactly 0 in that network. */
        largest_gradient: largest_at(lab, run.data_gradients().b1, activity.relu.dead),
      };
    }),
    /** Non-finite value that makes the next step impossible. */
    non_finite: both((network) => twins[network].non_finite),
    history: record.history(),
    rows: record.rows(),
  };
}

/** Concatenates all weights. */
function flat(weights: TrainableWeights): Tensor {
  const data = Object.values(weights as unknown as Record<string, Tensor | undefined>).flatMap((tensor) => Array.from(tensor?.data ?? []));
  return { data: Float32Array.from(data), shape: [data.length] };
}

/** Counts the weights with different bits after two races. */
export function compare_weights(lab: Lab, first: Twins, second: Twins) {
  const { gelu, relu } = both((network) => lab.difference(flat(first[network].weights()), flat(second[network].weights())));
  return {
    step: second.relu.steps,
    /** Number of weights of a network. */
    count: relu.count,
    differing: { gelu: gelu.differing, relu: relu.differing },
  };
}
