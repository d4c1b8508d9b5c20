/** The two training runs, which differ only in the activation, and the user's changes to both. */
import type { Dataset, Lab, TrainableWeights, TrainingRun } from 'ffn-lab';
import type { RaceChange } from '../../numbers/race_changes.ts';
import type { Both, Network } from './protocol.ts';
import type { RaceSettings } from './race_settings.ts';

export type Twins = Both<TrainingRun>;

export const both = <Value>(make: (network: Network) => Value): Both<Value> => ({ gelu: make('gelu'), relu: make('relu') });

export function make_twins(lab: Lab, settings: RaceSettings, dataset: Dataset, weights: TrainableWeights | undefined): Twins {
  const { d_model, d_ff, optimizer, lr, seed } = settings;
  const batch_size = Math.min(settings.batch_size, dataset.inputs.shape[0] ?? 1);
  const common = { dataset, optimizer, lr, seed, batch_size };
  const [gelu, relu] = lab.twin_runs(weights ? { ...common, weights } : { ...common, d_model, d_ff }, [settings.gelu, 'relu']);
  if (gelu === undefined || relu === undefined) throw new Error('two runs were asked for');
  return { gelu, relu };
}

export function dispose_twins({ gelu, relu }: Twins): void {
  gelu.dispose();
  relu.dispose();
}

/** Value of b1 that makes a ReLU unit inactive for most examples: few have a pre-activation above 2 without the bias. */
const kill_bias = -2;

function change_run(lab: Lab, run: TrainingRun, change: RaceChange): void {
  if (change.kind === 'lr') return run.set_lr(change.lr);
  const weights = run.weights();
  const b1 = weights.b1?.data;
  if (b1 === undefined) return;
  if (change.kind === 'kill') b1.fill(kill_bias);
  else for (const unit of lab.dead_units(run.trace_data(), { activation: run.activation }).dead) b1[unit] = 0;
  run.set_weights(weights);
}

export function change_twins(lab: Lab, twins: Twins, change: RaceChange): void {
  change_run(lab, twins.gelu, change);
  change_run(lab, twins.relu, change);
}

/** Moves both runs to a step, backward or forward, and returns the step reached: if one cannot go on, the other is rewound to it. */
export function advance(twins: Twins, step: number): number {
  const runs = [twins.gelu, twins.relu];
  for (const run of runs) {
    if (run.recorded_steps >= step) run.rewind(step);
    else run.step(step - run.steps);
  }
  const reached = Math.min(...runs.map((run) => run.steps));
  for (const run of runs) if (run.steps > reached) run.rewind(reached);
  return reached;
}
