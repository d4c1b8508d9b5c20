import type { PreciseTensor } from 'ffn-lab';
import type { Given } from '../../compute/recipe.ts';
import type { State } from '../../state/state.ts';
import { dropouts } from './entry.ts';

const seed = 11;

/** Passes between two pauses: milliseconds for a token in the largest network. */
const passes_at_once = 16;

/**
 * Many training passes of one token with dropout: statistics of one output element, their
 * theoretical values, and the mask of one pass.
 */
export async function experiment(
  { lab, example: { ffn, x }, progress }: Pick<Given, 'lab' | 'example' | 'progress'>,
  state: State,
) {
  const { gelu: activation, dropout, dropout_placement, dropout_passes: passes } = state;
  const { d_model } = ffn;
  const token = Math.min(state.token, x.data.length / d_model - 1);
  const feature = Math.min(state.feature, d_model - 1);
  // The output of a token depends on that token only.
  const row = { data: x.data.slice(token * d_model, (token + 1) * d_model), shape: [1, d_model] };
  const network = lab.FeedForward({
    weights: ffn.weights(),
    activation,
    dropout,
    dropout_placement,
  });
  const { mask } = network.trace(row, { dropout_rng: lab.RandomState(seed) });
  const run = lab.DropoutRun(network, row, { passes, seed, token: 0, feature });
  while (run.advance(Math.min(passes_at_once, passes - run.passes)) > 0)
    await progress.pause({ done: run.passes, of: passes });
  const { samples, evaluation, ...found } = run.statistics();
  const at = ({ data }: PreciseTensor) => data[feature] ?? NaN;
  return {
    token,
    feature,
    d_model,
    shape: x.shape,
    evaluation: evaluation.data[feature] ?? NaN,
    mean: at(found.mean),
    mean_error: at(found.mean_error),
    variance: at(found.variance),
    variance_error: at(found.variance_error),
    theory_variance: at(found.theory_variance),
    count: samples.length,
    histogram: lab.histogram({ data: samples, shape: [samples.length] }, { bins: 32 }),
    // Undefined without dropout.
    mask: mask && {
      tensor: mask,
      units: mask.data.length,
      dropped: lab.sparsity(mask).zero,
      factor: lab.summarize(mask).maximum,
    },
  };
}

/** Mean and variance after each number of passes that the worksheet asks for. */
export async function more_passes({ lab, example, progress }: Given, state: State) {
  const rows = [];
  for (const dropout_passes of [10, 100, 1000] as const) {
    const found = await experiment(
      { lab, example, progress },
      { ...state, dropout: 0.5, dropout_passes },
    );
    const { mean, mean_error, variance, variance_error } = found;
    rows.push({ mean, mean_error, variance, variance_error });
  }
  return { rows };
}

/**
 * The variance between training passes, averaged over all outputs of 10 tokens in a network of
 * 128 → 512 → 128, for several rates; and the formula's.
 */
export async function variances({ lab, progress }: Given, state: State) {
  const { dropout_passes: passes, dropout_placement } = state;
  const ffn = lab.FeedForward({ d_model: 128, d_ff: 512, init: 'pytorch', seed: 42 });
  const x = lab.RandomState(42).randn([1, 10, 128]);
  const rows = [];
  for (const dropout of dropouts) {
    const run = lab.DropoutRun(ffn, x, { dropout, dropout_placement, passes, seed });
    while (run.advance(passes_at_once) > 0)
      await progress.pause({
        done: rows.length * passes + run.passes,
        of: dropouts.length * passes,
      });
    const { average_variance, average_error, average_theory } = run.statistics();
    rows.push({ dropout, average_variance, average_error, average_theory });
  }
  return { rows };
}
