import type { AblationOptions, ActivationKind, Lab, Tensor, TensorLike } from 'ffn-lab';
import type { Given } from '../../compute/recipe.ts';
import { limits_of } from '../../compute/tensors.ts';
import type { InputState, NetworkState, Pass, PassState, StackState } from './inputs.ts';
import type { FileSession, OfFile, OpenRequest } from './file_session.ts';
import { column, percentiles, profile_thresholds } from './measures.ts';
import type { OpenFiles } from './open_files.ts';

/** Opens a model; the page shows its stacks of networks. */
export const opened = ({ session, progress }: Given<OpenFiles>, request: OpenRequest) =>
  session.open(request, progress);

const table_of = async (session: FileSession, state: OfFile & StackState) =>
  (await session.checkpoint(state)).feed_forward_table({
    stack: state.stack,
    layout: state.layout,
  });

export async function header({ session }: Given<FileSession>, state: OfFile & StackState) {
  const {
    layers = [],
    d_model,
    d_ff,
    embedding,
    positions,
  } = (await table_of(session, state)) ?? {};
  const { tensors } = await session.checkpoint(state);
  const given = { tensors: tensors.length, layers: layers.length, d_model, d_ff };
  return { ...given, vocabulary: embedding?.shape[0], positions: positions?.shape[0] };
}

/** Reads a layer's network with an activation that the next recipe replaces. */
export const read = ({ session, progress }: Given<FileSession>, state: OfFile & NetworkState) =>
  session.with_network({ ...state, activation: 'identity' }, progress, ({ d_model, d_ff }) => ({
    d_model,
    d_ff,
  }));

function network_of(lab: Lab, { ffn, x, reference, trace }: Pass) {
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

export function network({ lab, session, progress }: Given<FileSession>, state: OfFile & PassState) {
  return session.with_pass(state, progress, (pass) => network_of(lab, pass));
}

export function sparsity(
  { lab, session, progress }: Given<FileSession>,
  state: OfFile & PassState,
) {
  const small_share = ({ hidden }: Pass['trace'], threshold: number) =>
    lab.sparsity(hidden, { threshold }).small_share;
  return session.with_pass(state, progress, ({ trace }) => ({
    small: profile_thresholds.map((threshold) => small_share(trace, threshold)),
  }));
}

/** The sparsity of all layers; the layers so far are reported. */
export async function profile(
  { session, progress, ...given }: Given<FileSession>,
  state: OfFile & Omit<PassState, 'layer'>,
) {
  const layers: Awaited<ReturnType<typeof sparsity>>[] = [];
  const { length: of } = (await table_of(session, state))?.layers ?? [];
  while (layers.length < of) {
    layers.push(
      await sparsity({ ...given, session, progress }, { ...state, layer: layers.length }),
    );
    await progress.pause({ done: layers.length, of, value: [...layers] });
  }
  return layers;
}

export async function ranking(
  { lab, session, progress }: Given<FileSession>,
  state: OfFile & PassState & { readonly token: number | undefined },
) {
  const { token } = state;
  const ranked = await session.with_pass(state, progress, ({ ffn, trace }) =>
    lab.rank_neurons(ffn, trace, { top: ffn.d_ff, ...(token !== undefined && { token }) }),
  );
  // `most`: the number of neurons that make 90% of the output; 0 if none does.
  return { ...ranked, most: 1 + ranked.cumulative_share.findIndex((share) => share >= 0.9) };
}

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

function neuron_of(
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

export function neuron(
  { lab, session, progress }: Given<FileSession>,
  state: OfFile & PassState & { readonly neuron: number; readonly token: number },
) {
  return session.with_pass(state, progress, (pass) => neuron_of(lab, pass, state));
}

export async function ablation(
  { lab, session, progress }: Given<FileSession>,
  state: OfFile & PassState & Required<AblationOptions>,
) {
  const { neurons, factor, site } = state;
  const { baseline, output } = await session.with_pass(state, progress, ({ ffn, x }) =>
    lab.ablate(ffn, x, { neurons, factor, site }),
  );
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
  { lab, session, progress }: Given<FileSession>,
  state: OfFile & PassState & { readonly others: readonly ActivationKind[] },
) {
  const difference = (part: Tensor, own: Tensor) => lab.difference(part, own, { percentiles });
  return session.with_pass(state, progress, ({ ffn, x, trace }) =>
    state.others.map((kind) => {
      ffn.activation = kind;
      const { hidden, output } = ffn.trace(x);
      return {
        activation: kind,
        hidden: difference(hidden, trace.hidden),
        output: difference(output, trace.output),
      };
    }),
  );
}

/**
 * For a network whose activation is unknown: the largest difference of the output, relative to the
 * largest output, if it was trained with one of the kinds and runs with each of them.
 */
export function consequences(
  { lab, session, progress }: Given<FileSession>,
  state: OfFile & InputState & { readonly kinds: readonly ActivationKind[] },
) {
  const { kinds } = state;
  const of = { ...state, activation: kinds[0] ?? 'identity' };
  return session.with_network(of, progress, async (ffn) => {
    const { x } = await session.input_of(state);
    const outputs = kinds.map((kind) => {
      ffn.activation = kind;
      return ffn.forward(x);
    });
    return outputs.map((own, row) => ({
      trained_with: kinds[row]!,
      relative: Float64Array.from(outputs, (output) => lab.difference(output, own).relative),
    }));
  });
}
