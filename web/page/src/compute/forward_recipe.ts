import type { Summary } from 'ffn-lab';
import type { Given } from './recipe.ts';
import type { State } from '../state/state.ts';
import { part_of } from './tensors.ts';

function scale(...summaries: readonly Summary[]) {
  const end = Math.max(
    ...summaries.map(({ largest_finite_magnitude }) => largest_finite_magnitude),
  );
  return { low: -end, high: end };
}

/** The forward pass with GELU and with ReLU. */
export function pass({ lab, example: { ffn, x, words, trace } }: Given, { gelu }: State) {
  const with_gelu = trace(gelu);
  const with_relu = trace('relu');
  const tensors = {
    x,
    pre_activation: with_gelu.pre_activation,
    hidden_gelu: with_gelu.hidden,
    hidden_relu: with_relu.hidden,
    output_gelu: with_gelu.output,
    output_relu: with_relu.output,
  };
  const summarized = Object.entries(tensors).map(
    ([name, tensor]) => [name, lab.summarize(tensor)] as const,
  );
  const summaries = Object.fromEntries(summarized) as Readonly<
    Record<keyof typeof tensors, Summary>
  >;
  // With GELU and with ReLU on the same scale, so that they can be compared.
  const scales = {
    x: scale(summaries.x),
    pre_activation: scale(summaries.pre_activation),
    hidden: scale(summaries.hidden_gelu, summaries.hidden_relu),
    output: scale(summaries.output_gelu, summaries.output_relu),
  };
  const { d_model, d_ff, parameter_count } = ffn;
  return {
    d_model,
    d_ff,
    parameter_count,
    words,
    tensors,
    summaries,
    scales,
    sum: lab.add(x, tensors.output_gelu),
    mean_absolute_difference: lab.mean_absolute_difference(
      tensors.output_gelu,
      tensors.output_relu,
    ),
  };
}

/** The weights between the first 8 features and the first 32 hidden units. */
export function shown_weights({ lab, example: { ffn } }: Given) {
  const { w1, w2 } = ffn.weights();
  const features = [0, Math.min(8, ffn.d_model)] as const;
  const units = [0, Math.min(32, ffn.d_ff)] as const;
  return {
    w1: part_of(w1, units, features),
    w2: part_of(w2, features, units),
    // The colours have the limits of the whole matrices.
    limits: {
      w1: lab.summarize(w1).largest_finite_magnitude,
      w2: lab.summarize(w2).largest_finite_magnitude,
    },
  };
}
