/** Converts the settings of the race to options of the core's training runs. Pure functions. */
import type { Dataset, Lab, TrainableWeights, TrainingRunOptions } from 'ffn-lab';
import type { DataKind, RaceSettings } from './race_settings.ts';

export interface Widths {
  readonly d_in: number;
  readonly d_out: number;
}

/** Everything that a worker needs to start a run. */
export interface RunRequest {
  readonly settings: RaceSettings;
  /** Initial weights; random if undefined. */
  readonly weights?: TrainableWeights | undefined;
}

const toy_widths: Readonly<Record<Exclude<DataKind, 'own'>, Widths>> = {
  sine: { d_in: 1, d_out: 1 },
  step: { d_in: 1, d_out: 1 },
  abs: { d_in: 1, d_out: 1 },
  polynomial: { d_in: 1, d_out: 1 },
  spiral: { d_in: 2, d_out: 2 },
  circle: { d_in: 2, d_out: 2 },
  xor: { d_in: 2, d_out: 2 },
};

/** Returns the input and output widths that the data set requires; undefined while it is empty. */
export function data_widths({ data, own }: Pick<RaceSettings, 'data' | 'own'>): Widths | undefined {
  if (data !== 'own') return toy_widths[data];
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
export function run_options(lab: Lab, { settings, weights }: RunRequest): TrainingRunOptions {
  const dataset = dataset_of(lab, settings);
  const { d_model, d_ff, optimizer, lr, seed } = settings;
  const common = { dataset, optimizer, lr, seed, batch_size: Math.min(settings.batch_size, dataset.inputs.shape[0] ?? 1) };
  return weights === undefined ? { ...common, d_model, d_ff } : { ...common, weights };
}
