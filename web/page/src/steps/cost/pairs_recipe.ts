/** Networks that learn random pairs: trained ahead by web/model/train, and one of them here. */
import type { Given } from '../../compute/recipe.ts';
import { random_pairs } from '../../../../model/variants.json';

/** Results of the networks of several widths; `held` trains one of them again. */
export const pairs = () => random_pairs;

/** How the networks are trained: all that they have in common. */
export interface PairsTask {
  readonly pairs: number;
  readonly words: number;
  readonly inputs: number;
  readonly batch_size: number;
  /** Steps at each of the learning rates. */
  readonly steps: number;
  readonly rates: readonly number[];
}

export interface PairsState {
  readonly task: PairsTask;
  readonly d_model: number;
  readonly d_ff: number;
  readonly activation: 'gelu' | 'relu' | 'identity';
  readonly seed: number;
}

const reported_steps = 20;

/**
 * Draws pairs of a random vector and a word, trains a network on them, and counts the pairs whose
 * word it then finds most probable.
 */
export async function held(
  { lab, progress }: Given,
  { task, d_model, d_ff, activation, seed }: PairsState,
) {
  const inputs = lab.RandomState(seed).randn([task.pairs, task.inputs]);
  const labels = Array.from({ length: task.pairs }, (_, pair) => pair % task.words);
  const network = { d_model, d_ff, activation, shortcut: false, freeze_outer: true };
  const training = { batch_size: task.batch_size, seed };
  const run = lab.TrainingRun({ dataset: { inputs, labels }, ...network, ...training });
  const last = task.steps * task.rates.length;
  for (const lr of task.rates) {
    run.set_lr(lr);
    for (let step = 0; step < task.steps; step += reported_steps) {
      run.step(reported_steps);
      await progress.pause({ done: run.steps, of: last });
    }
  }
  return {
    held: Math.round(run.data_accuracy() * task.pairs),
    pairs: task.pairs,
    words: task.words,
    parameters: lab.FeedForward({ d_model, d_ff }).parameter_count,
    d_ff,
    steps: run.steps,
    last,
  };
}
