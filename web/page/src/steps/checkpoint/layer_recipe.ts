/**
 * Recipes for one network of an open file and its input, all arithmetic by ffn-lab. They run in the step's worker, which keeps the network and
 * its pass; the texts of these functions are parts of the programs that the page shows.
 */
import type { AblationOptions, ActivationKind, Checkpoint, FeedForward, FeedForwardTrace, Lab, Tensor } from 'ffn-lab';
import type { TransformerBlockTrace, WeightLayout } from 'ffn-lab';
import { limits_of } from '../../numbers/tensors.ts';

/** The input of the networks: rows of d_model numbers. */
export type Input =
  | { readonly kind: 'captured'; readonly tokens: number; readonly seed: number }
  | { readonly kind: 'random'; readonly tokens: number; readonly seed: number }
  | { readonly kind: 'pasted'; readonly tensor: Tensor }
  | { readonly kind: 'tokens'; readonly ids: readonly number[] };

export type InputKind = Input['kind'];

/** One network of the file with its input. */
export interface PassState {
  /** Index from 0, in the order of the layer numbers in the file. */
  readonly layer: number;
  /** Layout of W1 and W2: found in the file, or chosen by the user if ambiguous. */
  readonly layout: WeightLayout;
  readonly activation: ActivationKind;
  readonly input: Input;
}

export interface NetworkInput {
  readonly x: Tensor;
  /** Output of the network when the input was captured. */
  readonly reference?: Tensor | undefined;
}

/** A forward pass of one network. */
export interface Pass extends NetworkInput {
  readonly ffn: FeedForward;
  readonly trace: FeedForwardTrace;
}

type InputOf<Kind extends InputKind> = Pick<PassState, 'layer' | 'layout'> & { readonly input: Extract<Input, { kind: Kind }> };

/** Reads the tensors one by one: `Checkpoint.feed_forward` holds the bytes and the numbers of a layer at once, which takes more memory. */
export async function read_network(
  lab: Lab,
  checkpoint: Checkpoint,
  { layer, layout, activation }: Omit<PassState, 'input'>,
): Promise<FeedForward> {
  const names = checkpoint.feed_forward_table({ layout })?.layers[layer];
  if (names === undefined) throw new Error(`no layer ${layer}`);
  const read = (name: string | undefined): Promise<Tensor | undefined> =>
    name === undefined ? Promise.resolve(undefined) : checkpoint.tensor(name);
  const [w1, b1, w2, b2] = await Promise.all([names.w1, names.b1, names.w2, names.b2].map(read));
  const weights = { w1: w1!, ...(b1 && { b1 }), w2: w2!, ...(b2 && { b2 }) };
  return lab.FeedForward({ weights, layout, activation });
}

/** Runs the block of a layer and disposes of it, so that one block at a time is in memory. */
export async function run_block(checkpoint: Checkpoint, layer: number, h: Tensor): Promise<TransformerBlockTrace> {
  const { number = layer } = checkpoint.feed_forward_table()?.layers[layer] ?? {};
  const block = await checkpoint.block(number);
  try {
    return block.trace(h);
  } finally {
    block.dispose();
  }
}

/** Returns the pass of the block of a layer, after all blocks below. */
async function run_blocks(checkpoint: Checkpoint, layer: number, h: Tensor): Promise<TransformerBlockTrace> {
  for (let below = 0; below < layer; ++below) ({ output: h } = await run_block(checkpoint, below, h));
  return run_block(checkpoint, layer, h);
}

function random_rows(lab: Lab, seed: number, shape: readonly number[]): Tensor {
  const rng = lab.RandomState(seed);
  const rows = rng.randn(shape);
  rng.dispose();
  return rows;
}

/** Runs random rows through the blocks; the layer's own block gives the input and the output of its network. */
export async function captured_input(lab: Lab, checkpoint: Checkpoint, { layer, input }: InputOf<'captured'>): Promise<NetworkInput> {
  const rows = random_rows(lab, input.seed, [input.tokens, checkpoint.gpt2?.d_model ?? 0]);
  const { norm2, feed_forward } = await run_blocks(checkpoint, layer, rows);
  return { x: norm2!, reference: feed_forward.output };
}

export function random_input(lab: Lab, checkpoint: Checkpoint, { layout, input }: InputOf<'random'>): NetworkInput {
  const { d_model = 0 } = checkpoint.feed_forward_table({ layout }) ?? {};
  return { x: random_rows(lab, input.seed, [input.tokens, d_model]) };
}

export function pasted_input(_lab: Lab, _checkpoint: Checkpoint, { input }: InputOf<'pasted'>): NetworkInput {
  return { x: input.tensor };
}

/** Returns the sum of the embeddings of tokens and of positions, (1, tokens, d_model). */
export async function embed(lab: Lab, checkpoint: Checkpoint, ids: readonly number[]): Promise<Tensor> {
  const { embedding, positions, d_model = 0 } = checkpoint.feed_forward_table() ?? {};
  if (embedding === undefined || positions === undefined) throw new Error('the file has no embeddings of tokens and positions');
  const places = await checkpoint.tensor(positions.name, { rows: [0, ids.length] });
  const rows = await Promise.all(ids.map((id) => checkpoint.tensor(embedding.name, { rows: [id, 1] })));
  const tokens = new Float32Array(ids.length * d_model);
  for (const [place, { data }] of rows.entries()) tokens.set(data, place * d_model);
  const shape = [1, ids.length, d_model];
  return lab.add({ data: tokens, shape }, { data: places.data, shape });
}

/** Returns the input of a block's network without the dimension of the batch: (tokens, d_model). */
export function network_input({ norm2, output }: TransformerBlockTrace): Tensor {
  return { data: norm2!.data, shape: output.shape.slice(1) };
}

/** Runs a text through the blocks below the layer. */
export async function tokens_input(lab: Lab, checkpoint: Checkpoint, { layer, input }: InputOf<'tokens'>): Promise<NetworkInput> {
  return { x: network_input(await run_blocks(checkpoint, layer, await embed(lab, checkpoint, input.ids))) };
}

/** The functions by the kind of input. */
const inputs = { captured: captured_input, random: random_input, pasted: pasted_input, tokens: tokens_input };

export const input_of = (lab: Lab, checkpoint: Checkpoint, state: PassState): NetworkInput | Promise<NetworkInput> =>
  inputs[state.input.kind](lab, checkpoint, state as never);

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

export function network(lab: Lab, { ffn, x, reference, trace }: Pass) {
  const { d_model, d_ff, parameter_count } = ffn;
  const { pre_activation, hidden, output } = trace;
  const { zero_share, not_positive_share, small_share } = lab.sparsity(hidden, { threshold: small_threshold });
  return {
    tokens: x.data.length / d_model,
    ...{ d_model, d_ff, parameter_count, pre_activation, hidden },
    scales: { pre_activation: limits_of(lab, pre_activation), hidden: limits_of(lab, hidden) },
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

/** Scales neurons before or after the activation. */
export function ablation(lab: Lab, { ffn, x }: Pass, { neurons, factor, site }: Required<AblationOptions>) {
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
