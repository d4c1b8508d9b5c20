/** The two training runs, which differ only in the activation, and the user's changes to both. */
import type { Dataset, Lab, TrainingRun } from 'ffn-lab';
import type { RaceChange } from '../../numbers/race_changes.ts';
import { run_options } from './run_options.ts';
import type { RunRequest } from './run_options.ts';

export const networks = ['gelu', 'relu'] as const;
export type Network = (typeof networks)[number];
export type Both<Value> = Readonly<Record<Network, Value>>;
export type Twins = Both<TrainingRun>;

export const both = <Value>(make: (network: Network) => Value): Both<Value> => ({ gelu: make('gelu'), relu: make('relu') });

/** Makes both runs, with the seed of the settings or another one. */
export function make_twins(lab: Lab, request: RunRequest, dataset: Dataset, seed = request.settings.seed): Twins {
  const [gelu, relu] = lab.twin_runs({ ...run_options(request, dataset), seed }, [request.settings.gelu, 'relu']);
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
