/**
 * Recipes for an open file, run in its worker, which keeps the network and its pass; their texts
 * are parts of the shown programs.
 */
import type {
  AblationOptions,
  ActivationKind,
  Checkpoint,
  FeedForward,
  Lab,
  Tensor,
  TensorLike,
} from 'ffn-lab';
import { limits_of, part_of } from '../../numbers/tensors.ts';
import type { NetworkInput, Pass, StackState } from './input_recipe.ts';

/** Thresholds of the sparsity curves, about evenly spaced on a logarithmic axis. */
export const profile_thresholds: readonly number[] = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1,
];

export const percentiles: readonly number[] = [50, 90, 99, 99.9];

export function header(checkpoint: Checkpoint, state: StackState) {
  const {
    layers = [],
    d_model,
    d_ff,
    embedding,
    positions,
  } = checkpoint.feed_forward_table(state) ?? {};
  const given = { tensors: checkpoint.tensors.length, layers: layers.length, d_model, d_ff };
  return { ...given, vocabulary: embedding?.shape[0], positions: positions?.shape[0] };
}

export function network(lab: Lab, { ffn, x, reference, trace }: Pass) {
  const { d_model, d_ff, parameter_count } = ffn;
  const { pre_activation, gate, hidden, output } = trace;
  const { zero_share, not_positive_share, small_share } = lab.sparsity(hidden, { threshold: 0.01 });
  return {
    tokens: x.data.length / d_model,
    d_model,
    d_ff,
    parameter_count,
    pre_activation,
    ...(gate && { gate }),
    hidden,
    scales: {
      pre_activation: limits_of(lab, pre_activation),
      ...(gate && { gate: limits_of(lab, gate) }),
      hidden: limits_of(lab, hidden),
    },
    sparsity: { zero_share, not_positive_share, small_share },
    largest: lab.summarize(hidden).maximum,
    reference: reference && lab.difference(output, reference),
  };
}

export function sparsity(lab: Lab, { trace }: Pass) {
  return {
    small: profile_thresholds.map(
      (threshold) => lab.sparsity(trace.hidden, { threshold }).small_share,
    ),
  };
}

export function ranking(
  lab: Lab,
  { ffn, trace }: Pass,
  { token }: { readonly token: number | undefined },
) {
  const ranked = lab.rank_neurons(ffn, trace, {
    top: ffn.d_ff,
    ...(token !== undefined && { token }),
  });
  // `most`: the number of neurons that make 90% of the output; 0 if none does.
  return { ...ranked, most: 1 + ranked.cumulative_share.findIndex((share) => share >= 0.9) };
}

export const column = (tensor: Tensor, at: number): Float32Array =>
  part_of(tensor, [0, tensor.shape[0] ?? 0], [at, at + 1]).data;

/** The part of a neuron that a gated network has in addition, for one token and over all tokens. */
function gate_of(
  lab: Lab,
  { gate, pre_activation }: Pass['trace'],
  { activation }: Pass['ffn'],
  { neuron, token }: { readonly neuron: number; readonly token: number },
) {
  if (gate === undefined) return {};
  const gates = column(gate, neuron);
  const { value } = lab.activation(
    activation,
    column(pre_activation, neuron).slice(token, token + 1),
  );
  /** The token's gate, and the activation that it multiplies. */
  return { gates, gate: gates[token]!, activated: value[0]! };
}

export function neuron(
  lab: Lab,
  { ffn, x, trace }: Pass,
  state: { readonly neuron: number; readonly token: number },
) {
  const scores = column(trace.pre_activation, state.neuron);
  const coefficients = column(trace.hidden, state.neuron);
  const found = lab.neuron(ffn, trace, { token: state.token, neuron: state.neuron });
  const gated = gate_of(lab, trace, ffn, state);
  const row = x.data.slice(state.token * ffn.d_model, (state.token + 1) * ffn.d_model);
  const vector = (data: Float32Array): TensorLike => ({ data, shape: [data.length] });
  const limit = (data: Float32Array) => limits_of(lab, vector(data)).high;
  const histogram = (data: Float32Array) => lab.histogram(vector(data), { bins: 24 });
  return {
    ...found,
    ...gated,
    /** The token's input row; `limits`: largest magnitudes, for the colour scales. */
    row,
    limits: {
      row: limit(row),
      key: limit(found.key),
      ...(found.gate_key && { gate_key: limit(found.gate_key) }),
      value: limit(found.value),
    },
    /**
     * Over all tokens: histograms of the scores before and of the coefficients after the
     * activation, and both for each token.
     */
    histograms: {
      before: histogram(scores),
      ...(gated.gates && { gate: histogram(gated.gates) }),
      after: histogram(coefficients),
    },
    scores,
    coefficients,
  };
}

export function ablation(
  lab: Lab,
  { ffn, x }: Pass,
  { neurons, factor, site }: Required<AblationOptions>,
) {
  const { baseline, output } = lab.ablate(ffn, x, { neurons, factor, site });
  return {
    baseline,
    output,
    whole: lab.difference(output, baseline),
    by_token: lab.difference_by_token(output, baseline),
    /** Largest magnitude of both outputs, for a common colour scale. */
    limit: limits_of(lab, baseline, output).high,
  };
}

/** Differences from the pass when another activation runs with the same weights and input. */
export function variants(
  lab: Lab,
  { ffn, x, trace }: Pass,
  { others }: { readonly others: readonly ActivationKind[] },
) {
  const difference = (part: Tensor, own: Tensor) => lab.difference(part, own, { percentiles });
  return others.map((kind) => {
    ffn.activation = kind;
    const { hidden, output } = ffn.trace(x);
    return {
      activation: kind,
      hidden: difference(hidden, trace.hidden),
      output: difference(output, trace.output),
    };
  });
}

/**
 * For a network whose activation is unknown: the largest difference of the output, relative to the
 * largest output, if it was trained with one of the kinds and runs with each of them.
 */
export function consequences(
  lab: Lab,
  { ffn, x }: NetworkInput & { readonly ffn: FeedForward },
  { kinds }: { readonly kinds: readonly ActivationKind[] },
) {
  const outputs = kinds.map((kind) => {
    ffn.activation = kind;
    return ffn.forward(x);
  });
  return outputs.map((own, row) => ({
    trained_with: kinds[row]!,
    relative: Float64Array.from(outputs, (output) => lab.difference(output, own).relative),
  }));
}
