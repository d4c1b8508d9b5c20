/**
 * Recipes for one network of an open file, all arithmetic by ffn-lab. They run in the step's worker, which keeps the network and its pass;
 * the text of a recipe is a part of the program that the page shows.
 */
import type { ActivationKind, Checkpoint, Lab, Tensor } from 'ffn-lab';
import type { Pass, PassState } from './pass.ts';

/** Activations that a file's networks can be run with. */
export const activation_kinds = ['gelu_tanh', 'gelu', 'gelu_sigmoid', 'relu'] as const satisfies ActivationKind[];

/** Hidden activations with a magnitude below this count as small, where one threshold is used. */
const small_threshold = 0.01;

/** Thresholds of the sparsity curves, about evenly spaced on a logarithmic axis. */
export const profile_thresholds: readonly number[] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

/** Percentiles shown of the changes of activations and outputs. */
export const variant_percents: readonly number[] = [50, 90, 99, 99.9];

const neuron_bins = 24;

/** The ranking counts the neurons that make this share of the output. */
const most_of_output = 0.9;

/** Returns the sizes in the header of a file. */
export function header(checkpoint: Checkpoint, { layout }: Pick<PassState, 'layout'>) {
  const { layers = [], d_model, d_ff, embedding, positions } = checkpoint.feed_forward_table({ layout }) ?? {};
  return {
    tensors: checkpoint.tensors.length,
    layers: layers.length,
    d_model,
    d_ff,
    vocabulary: embedding?.shape[0],
    positions: positions?.shape[0],
  };
}

/** Returns the ends of a colour scale that all finite elements fit in. */
function scale_ends(lab: Lab, tensor: Tensor) {
  const { largest_finite_magnitude } = lab.summarize(tensor);
  return { low: -largest_finite_magnitude, high: largest_finite_magnitude };
}

export function network(lab: Lab, { ffn, x, reference, trace }: Pass) {
  const { d_model, d_ff, parameter_count } = ffn;
  const { pre_activation, hidden, output } = trace;
  const { zero_share, not_positive_share, small_share } = lab.sparsity(hidden, { threshold: small_threshold });
  return {
    tokens: x.data.length / d_model,
    ...{ d_model, d_ff, parameter_count, pre_activation, hidden },
    scales: { pre_activation: scale_ends(lab, pre_activation), hidden: scale_ends(lab, hidden) },
    sparsity: { zero_share, not_positive_share, small_share },
    largest: lab.summarize(hidden).maximum,
    /** Difference from the output that was captured with the input. */
    reference: reference && lab.difference(output, reference),
  };
}

/** Shares of hidden activations below each threshold. */
export function sparsity(lab: Lab, { trace }: Pass) {
  return { small: profile_thresholds.map((threshold) => lab.sparsity(trace.hidden, { threshold }).small_share) };
}

/** Ranks the neurons over all tokens, or for one token. */
export function ranking(lab: Lab, { ffn, trace }: Pass, { token }: { readonly token: number | undefined }) {
  const ranked = lab.rank_neurons(ffn, trace, { top: ffn.d_ff, ...(token !== undefined && { token }) });
  // 0 if no number of neurons makes so much of the output.
  return { ...ranked, most: 1 + ranked.cumulative_share.findIndex((share) => share >= most_of_output) };
}

const vector = (data: Float32Array): Tensor => ({ data, shape: [data.length] });

/** Returns a neuron's column: one number per token. */
function column({ data, shape }: Tensor, neuron: number): Float32Array {
  const width = shape[shape.length - 1] ?? 1;
  return Float32Array.from({ length: data.length / width }, (_, token) => data[token * width + neuron] ?? NaN);
}

export function neuron(lab: Lab, { ffn, x, trace }: Pass, state: { readonly neuron: number; readonly token: number }) {
  const scores = column(trace.pre_activation, state.neuron);
  const coefficients = column(trace.hidden, state.neuron);
  const found = lab.neuron(ffn, trace, { token: state.token, neuron: state.neuron });
  const row = x.data.slice(state.token * ffn.d_model, (state.token + 1) * ffn.d_model);
  const limit = (data: Float32Array) => lab.summarize(vector(data)).largest_finite_magnitude;
  return {
    ...found,
    /** The token's input row. */
    row,
    /** Largest magnitudes, for the colour scales. */
    limits: { row: limit(row), key: limit(found.key), value: limit(found.value) },
    /** Over all tokens: histograms of the scores before and of the coefficients after the activation, and both for each token. */
    histograms: {
      before: lab.histogram(vector(scores), { bins: neuron_bins }),
      after: lab.histogram(vector(coefficients), { bins: neuron_bins }),
    },
    scores,
    coefficients,
  };
}

interface AblationState {
  readonly neurons: readonly number[];
  readonly factor: number;
  readonly site: 'before_activation' | 'after_activation';
}

/** Scales neurons before or after the activation. */
export function ablation(lab: Lab, { ffn, x }: Pass, { neurons, factor, site }: AblationState) {
  const { baseline, output } = lab.ablate(ffn, x, { neurons, factor, site });
  const [before, after] = [lab.summarize(baseline), lab.summarize(output)];
  return {
    baseline,
    output,
    whole: lab.difference(output, baseline),
    by_token: lab.difference_by_token(output, baseline),
    /** Largest magnitude of both outputs, for a common colour scale. */
    limit: Math.max(before.largest_finite_magnitude, after.largest_finite_magnitude),
  };
}

/** Differences from the pass when another activation runs with the same weights and input. */
export function variants(lab: Lab, { ffn, x, trace }: Pass, { activation }: Pick<PassState, 'activation'>) {
  const percentiles = variant_percents;
  const others = activation_kinds.filter((kind) => kind !== activation);
  return others.map((kind) => {
    ffn.activation = kind;
    const other = ffn.trace(x);
    return {
      activation: kind,
      hidden: lab.difference(other.hidden, trace.hidden, { percentiles }),
      output: lab.difference(other.output, trace.output, { percentiles }),
    };
  });
}
