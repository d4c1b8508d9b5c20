/** The settings of the race, and the options of the core's training runs that they stand for. Pure functions. */
import type { Dataset, Lab, OptimizerKind, ToyDataKind, TrainableWeights, TrainingRunOptions } from 'ffn-lab';

export interface RaceSettings {
  /** `own` is the user's data set, drawn by hand or read from a CSV file. */
  readonly data: ToyDataKind | 'own';
  /** Present only if `data` is `own`. */
  readonly own?: Dataset;
  /** Number of examples of a generated data set, and the standard deviation of its noise. */
  readonly n: number;
  readonly noise: number;
  readonly d_model: number;
  readonly d_ff: number;
  readonly optimizer: OptimizerKind;
  readonly lr: number;
  readonly batch_size: number;
  readonly seed: number;
  /** The variant of GELU that is compared with ReLU. */
  readonly gelu: 'gelu' | 'gelu_tanh';
}

/** Everything that a worker needs to start a run. */
export interface RunRequest {
  readonly settings: RaceSettings;
  /** Initial weights; random if undefined. */
  readonly weights?: TrainableWeights | undefined;
}

export interface Widths {
  readonly d_in: number;
  readonly d_out: number;
}

const planar: readonly string[] = ['spiral', 'circle', 'xor'];

/** Returns the input and output widths that the data set requires; undefined while it is empty. */
export function data_widths({ data, own }: Pick<RaceSettings, 'data' | 'own'>): Widths | undefined {
  if (data !== 'own') return planar.includes(data) ? { d_in: 2, d_out: 2 } : { d_in: 1, d_out: 1 };
  if (own === undefined) return undefined;
  const d_in = own.inputs.shape[1] ?? 0;
  if (own.targets !== undefined) return { d_in, d_out: own.targets.shape[1] ?? 0 };
  return { d_in, d_out: own.classes?.length ?? Math.max(0, ...Array.from(own.labels ?? [])) + 1 };
}

export function fits({ w_in, w_out }: TrainableWeights, widths: Widths | undefined): boolean {
  return widths !== undefined && w_in.shape[1] === widths.d_in && w_out.shape[0] === widths.d_out;
}

export function dataset_of(lab: Lab, { data, own, n, noise, seed }: RaceSettings): Dataset {
  if (data !== 'own') return lab.dataset({ kind: data, n, noise, seed });
  if (own === undefined) throw new Error('there are no data of one’s own yet');
  return own;
}

/** Options of both runs, without the activation. */
export function run_options({ settings, weights }: RunRequest, dataset: Dataset): TrainingRunOptions {
  const { d_model, d_ff, optimizer, lr, seed } = settings;
  const common = { dataset, optimizer, lr, seed, batch_size: Math.min(settings.batch_size, dataset.inputs.shape[0] ?? 1) };
  return weights === undefined ? { ...common, d_model, d_ff } : { ...common, weights };
}
