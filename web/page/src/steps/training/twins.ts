/**
 * The two training runs of a race, which differ only in the activation: their settings and data,
 * and the user's changes to both.
 */
import type {
  Dataset,
  Lab,
  ToyDataKind,
  ToyDataOptions,
  TrainableWeights,
  TrainingRun,
  TrainingSizes,
} from 'ffn-lab';
import type { RaceChange } from './changes.ts';

export const networks = ['gelu', 'relu'] as const;
export type Network = (typeof networks)[number];
export type Both<Value> = Readonly<Record<Network, Value>>;
export type Twins = Both<TrainingRun>;

export const both = <Value>(make: (network: Network) => Value): Both<Value> => ({
  gelu: make('gelu'),
  relu: make('relu'),
});

/** Options of a generated data set, and those that both runs share. */
type Shared = 'n' | 'noise' | 'd_model' | 'd_ff' | 'optimizer' | 'lr' | 'batch_size' | 'seed';

type Given<Options> = { readonly [Name in keyof Options]-?: NonNullable<Options[Name]> };

export interface RaceSettings extends Given<Pick<ToyDataOptions & TrainingSizes, Shared>> {
  /** `own` is the user's data set, drawn by hand or read from a CSV file. */
  readonly data: ToyDataKind | 'own';
  /** Present only if `data` is `own`. */
  readonly own?: Dataset;
  /** The variant of GELU that is compared with ReLU. */
  readonly gelu: 'gelu' | 'gelu_tanh';
}

/** Everything that a worker needs to start a run. */
export interface RunRequest {
  readonly settings: RaceSettings;
  /** Initial weights; random if undefined. */
  readonly weights?: TrainableWeights | undefined;
}

export type Widths = Readonly<Record<'d_in' | 'd_out', number>>;

export function widths_of({ inputs, targets, labels, classes }: Dataset): Widths {
  const d_out =
    targets?.shape[1] ?? classes?.length ?? Math.max(0, ...Array.from(labels ?? [])) + 1;
  return { d_in: inputs.shape[1] ?? 0, d_out };
}

/**
 * Returns the widths that the data of the settings require; undefined while the user's own are
 * missing.
 */
export function data_widths({ data, own }: Pick<RaceSettings, 'data' | 'own'>): Widths | undefined {
  if (data === 'own') return own && widths_of(own);
  return ['spiral', 'circle', 'xor'].includes(data) ? { d_in: 2, d_out: 2 } : { d_in: 1, d_out: 1 };
}

export function dataset_of(lab: Lab, { data, own, n, noise, seed }: RaceSettings): Dataset {
  if (data !== 'own') return lab.dataset({ kind: data, n, noise, seed });
  if (own === undefined) throw new Error('there are no data of one’s own yet');
  return own;
}

/** Makes both runs, with the seed of the settings or another one. */
export function make_twins(
  lab: Lab,
  { settings, weights }: RunRequest,
  dataset: Dataset,
  seed = settings.seed,
): Twins {
  const { d_model, d_ff, optimizer, lr, gelu: kind } = settings;
  const common = {
    dataset,
    optimizer,
    lr,
    seed,
    batch_size: Math.min(settings.batch_size, dataset.inputs.shape[0] ?? 1),
  };
  const options = weights ? { ...common, weights } : { ...common, d_model, d_ff };
  const [gelu, relu] = lab.twin_runs(options, [kind, 'relu']) as [TrainingRun, TrainingRun];
  return { gelu, relu };
}

export function dispose_twins(twins: Twins): void {
  for (const run of Object.values(twins)) run.dispose();
}

/**
 * Value of b1 that makes a ReLU unit inactive for most examples: few have a pre-activation above 2
 * without the bias.
 */
const kill_bias = -2;

function change_run(lab: Lab, run: TrainingRun, change: RaceChange): void {
  if (change.kind === 'lr') return run.set_lr(change.lr);
  const weights = run.weights();
  const b1 = weights.b1?.data;
  if (b1 === undefined) return;
  if (change.kind === 'kill') b1.fill(kill_bias);
  else
    for (const unit of lab.dead_units(run.trace_data(), { activation: run.activation }).dead)
      b1[unit] = 0;
  run.set_weights(weights);
}

export const change_twins = (lab: Lab, twins: Twins, change: RaceChange): void => {
  for (const network of networks) change_run(lab, twins[network], change);
};

/**
 * Moves both runs to a step, backward or forward, and returns the step reached: if one cannot go
 * on, the other is rewound to it.
 */
export function advance(twins: Twins, step: number): number {
  const runs = Object.values(twins);
  for (const run of runs) {
    if (run.recorded_steps >= step) run.rewind(step);
    else run.step(step - run.steps);
  }
  const reached = Math.min(...runs.map((run) => run.steps));
  for (const run of runs) if (run.steps > reached) run.rewind(reached);
  return reached;
}
