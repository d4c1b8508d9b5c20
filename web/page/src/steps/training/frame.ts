/** Computes the numbers that the page shows of a race at its current step. */
import type { Dataset, Histogram, Lab, Tensor, TrainingRun } from 'ffn-lab';
import type { Timeline } from './timeline.ts';
import type { Frame, Network, Picture, RaceInfo, Runner } from './protocol.ts';
import { bins } from './bins.ts';
import { grid_points, toy_domain } from './pictures.ts';
import { both } from './twins.ts';

function picture_of({ inputs, targets, labels }: Dataset): Picture {
  const d_in = inputs.shape[1];
  if (d_in === 1 && targets?.shape[1] === 1) return 'curve';
  return d_in === 2 && labels !== undefined ? 'surface' : 'none';
}

/** Smallest and largest element, widened by 1 if they are equal. */
function extent(lab: Lab, tensor: Tensor): readonly [number, number] {
  const { minimum, maximum } = lab.summarize(tensor);
  return minimum < maximum ? [minimum, maximum] : [minimum - 1, maximum + 1];
}

/** Domain, range and grid of the picture; constant during a race. */
export interface PictureSetup {
  readonly picture: Picture;
  readonly domain: readonly [number, number];
  readonly range: readonly [number, number];
  readonly grid: Tensor;
}

export function picture_setup(lab: Lab, { dataset, settings }: Pick<Timeline, 'dataset' | 'settings'>): PictureSetup {
  const picture = picture_of(dataset);
  if (picture === 'none') return { picture, domain: [0, 1], range: [0, 1], grid: { data: new Float32Array(0), shape: [0, 1] } };
  const domain = settings.data === 'own' ? extent(lab, dataset.inputs) : toy_domain[picture];
  const range = dataset.targets ? extent(lab, dataset.targets) : domain;
  const grid = lab.grid({ d_in: picture === 'curve' ? 1 : 2, low: domain[0], high: domain[1], points: grid_points[picture] });
  return { picture, domain, range, grid };
}

export function info_of(timeline: Timeline, race: number, setup: PictureSetup): RaceInfo {
  const { dataset, settings } = timeline;
  const { parameter_count, d_ff, d_out } = timeline.twins().relu;
  const numbered = Array.from({ length: d_out }, (_, label) => String(label));
  const classes = dataset.labels ? (dataset.classes ?? numbered) : [];
  return { race, settings, dataset, ...setup, grid: setup.grid.data, classes, units: d_ff, parameter_count };
}

function largest_at(lab: Lab, values: Tensor | undefined, places: Int32Array): number {
  const chosen = Float32Array.from(places, (place) => values?.data[place] ?? 0);
  return chosen.length === 0 ? 0 : lab.summarize({ data: chosen, shape: [chosen.length] }).largest_finite_magnitude;
}

type Activity = Pick<Runner, 'dead' | 'active_share' | 'histograms'>;

function activity_of(lab: Lab, run: TrainingRun): Activity {
  const trace = run.trace_data();
  const { dead, active_share } = lab.dead_units(trace, { activation: run.activation });
  const count = (name: keyof typeof bins): Histogram => lab.histogram(trace[name], bins[name]);
  return { dead, active_share, histograms: { pre_activation: count('pre_activation'), hidden: count('hidden') } };
}

function fitted_of(run: TrainingRun, { picture, grid }: PictureSetup): Float32Array {
  if (picture === 'none') return new Float32Array(0);
  return (picture === 'curve' ? run.predict(grid) : run.probabilities(grid)).data;
}

export function frame_of(lab: Lab, timeline: Timeline, race: number, setup: PictureSetup): Frame {
  const { record, dataset } = timeline;
  const twins = timeline.twins();
  const step = timeline.step();
  const activity = both((network) => activity_of(lab, twins[network]));
  const never = (network: Network) => new Int32Array(twins[network].d_ff).fill(-1);
  const runners = both((network): Runner => {
    const run = twins[network];
    return {
      ...activity[network],
      data_loss: run.data_loss(),
      data_accuracy: dataset.labels && run.data_accuracy(),
      last_alive: record.last_alive(step)?.[network] ?? never(network),
      fitted: fitted_of(run, setup),
      largest_gradient: largest_at(lab, run.data_gradients().b1, activity.relu.dead),
    };
  });
  const { gelu, relu } = both((network) => twins[network].non_finite);
  return {
    race,
    changes: record.changes,
    step,
    lr: twins.relu.lr,
    reached: record.reached,
    runners,
    non_finite: { ...(gelu && { gelu }), ...(relu && { relu }) },
    history: record.history(),
    rows: record.rows(),
  };
}
