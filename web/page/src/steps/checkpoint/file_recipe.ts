/**
 * Recipes for an open file, run in its worker, which keeps the network and its pass; their texts
 * are parts of the shown programs.
 */
import type {
  AblationOptions,
  ActivationKind,
  Checkpoint,
  CheckpointTensor,
  FeedForward,
  FeedForwardTable,
  FeedForwardTrace,
  Lab,
  Tensor,
  TransformerBlockTrace,
  WeightLayout,
} from 'ffn-lab';
import { limits_of, part_of } from '../../numbers/tensors.ts';

/** The input of the networks: rows of d_model numbers. */
export type Input =
  | { readonly kind: 'captured' | 'random'; readonly tokens: number; readonly seed: number }
  | { readonly kind: 'pasted'; readonly tensor: Tensor }
  | { readonly kind: 'tokens'; readonly ids: readonly number[] };

export type InputKind = Input['kind'];

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

export interface Pass extends NetworkInput {
  readonly ffn: FeedForward;
  readonly trace: FeedForwardTrace;
}

type InputOf<Kind extends InputKind> = Pick<PassState, 'layer' | 'layout'> & {
  readonly input: Extract<Input, { kind: Kind }>;
};

/**
 * Reads the tensors one by one: `Checkpoint.feed_forward` holds the bytes and the numbers of a
 * layer at once, which takes more memory.
 */
export async function read_network(
  lab: Lab,
  checkpoint: Checkpoint,
  { layer, layout, activation }: Omit<PassState, 'input'>,
) {
  const names = checkpoint.feed_forward_table({ layout })?.layers[layer];
  if (names === undefined) throw new Error(`no layer ${layer}`);
  const read = (name: string | undefined) =>
    name === undefined ? undefined : checkpoint.tensor(name);
  const [w1, b1, w2, b2] = await Promise.all([
    checkpoint.tensor(names.w1),
    read(names.b1),
    checkpoint.tensor(names.w2),
    read(names.b2),
  ]);
  return lab.FeedForward({
    weights: { w1, ...(b1 && { b1 }), w2, ...(b2 && { b2 }) },
    layout,
    activation,
  });
}

/** Runs the block of a layer and disposes of it, so that one block at a time is in memory. */
async function run_block(checkpoint: Checkpoint, layer: number, h: Tensor) {
  const { number = layer } = checkpoint.feed_forward_table()?.layers[layer] ?? {};
  const block = await checkpoint.block(number);
  try {
    return block.trace(h);
  } finally {
    block.dispose();
  }
}

/** Returns the pass of the block of a layer, after all blocks below. */
async function run_blocks(checkpoint: Checkpoint, layer: number, h: Tensor) {
  for (let below = 0; below < layer; ++below)
    ({ output: h } = await run_block(checkpoint, below, h));
  return run_block(checkpoint, layer, h);
}

function random_rows(
  lab: Lab,
  { tokens, seed }: { readonly tokens: number; readonly seed: number },
  d_model = 0,
): Tensor {
  const rng = lab.RandomState(seed);
  const rows = rng.randn([tokens, d_model]);
  rng.dispose();
  return rows;
}

/**
 * Runs random rows through the blocks; the layer's own block gives the input and the output of its
 * network.
 */
export async function captured_input(
  lab: Lab,
  checkpoint: Checkpoint,
  { layer, input }: InputOf<'captured' | 'random'>,
) {
  const { norm2, feed_forward } = await run_blocks(
    checkpoint,
    layer,
    random_rows(lab, input, checkpoint.gpt2?.d_model),
  );
  return { x: norm2!, reference: feed_forward.output };
}

export function random_input(
  lab: Lab,
  checkpoint: Checkpoint,
  { layout, input }: InputOf<'captured' | 'random'>,
): NetworkInput {
  return { x: random_rows(lab, input, checkpoint.feed_forward_table({ layout })?.d_model) };
}

export function pasted_input(
  _lab: Lab,
  _checkpoint: Checkpoint,
  { input }: InputOf<'pasted'>,
): NetworkInput {
  return { x: input.tensor };
}

/** Returns the sum of the embeddings of tokens and of positions, (1, tokens, d_model). */
async function embed(lab: Lab, checkpoint: Checkpoint, ids: readonly number[]) {
  const { embedding, positions, d_model = 0 } = checkpoint.feed_forward_table() ?? {};
  if (embedding === undefined || positions === undefined)
    throw new Error('the file has no embeddings of tokens and positions');
  const places = await checkpoint.tensor(positions.name, { rows: [0, ids.length] });
  const rows = await Promise.all(
    ids.map((id) => checkpoint.tensor(embedding.name, { rows: [id, 1] })),
  );
  const data = Float32Array.from(rows.flatMap((row) => Array.from(row.data)));
  const shape = [1, ids.length, d_model];
  return lab.add({ data, shape }, { data: places.data, shape });
}

/** Returns the input of a block's network without the dimension of the batch: (tokens, d_model). */
function network_input({ norm2, output }: TransformerBlockTrace): Tensor {
  return { data: norm2!.data, shape: output.shape.slice(1) };
}

export async function tokens_input(
  lab: Lab,
  checkpoint: Checkpoint,
  { layer, input }: InputOf<'tokens'>,
): Promise<NetworkInput> {
  return {
    x: network_input(await run_blocks(checkpoint, layer, await embed(lab, checkpoint, input.ids))),
  };
}

const inputs = {
  captured: captured_input,
  random: random_input,
  pasted: pasted_input,
  tokens: tokens_input,
};

export const input_of = (
  lab: Lab,
  checkpoint: Checkpoint,
  state: PassState,
): NetworkInput | Promise<NetworkInput> =>
  inputs[state.input.kind](lab, checkpoint, state as never);

export const activation_kinds = [
  'gelu_tanh',
  'gelu',
  'gelu_sigmoid',
  'relu',
] as const satisfies ActivationKind[];

/** Thresholds of the sparsity curves, about evenly spaced on a logarithmic axis. */
export const profile_thresholds: readonly number[] = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1,
];

export const percentiles: readonly number[] = [50, 90, 99, 99.9];

export function header(checkpoint: Checkpoint, { layout }: Pick<PassState, 'layout'>) {
  const {
    layers = [],
    d_model,
    d_ff,
    embedding,
    positions,
  } = checkpoint.feed_forward_table({ layout }) ?? {};
  const given = { tensors: checkpoint.tensors.length, layers: layers.length, d_model, d_ff };
  return { ...given, vocabulary: embedding?.shape[0], positions: positions?.shape[0] };
}

export function network(lab: Lab, { ffn, x, reference, trace }: Pass) {
  const { d_model, d_ff, parameter_count } = ffn;
  const { pre_activation, hidden, output } = trace;
  const { zero_share, not_positive_share, small_share } = lab.sparsity(hidden, { threshold: 0.01 });
  return {
    tokens: x.data.length / d_model,
    d_model,
    d_ff,
    parameter_count,
    pre_activation,
    hidden,
    scales: { pre_activation: limits_of(lab, pre_activation), hidden: limits_of(lab, hidden) },
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

const column = (tensor: Tensor, at: number): Float32Array =>
  part_of(tensor, [0, tensor.shape[0] ?? 0], [at, at + 1]).data;

export function neuron(
  lab: Lab,
  { ffn, x, trace }: Pass,
  state: { readonly neuron: number; readonly token: number },
) {
  const scores = column(trace.pre_activation, state.neuron);
  const coefficients = column(trace.hidden, state.neuron);
  const found = lab.neuron(ffn, trace, { token: state.token, neuron: state.neuron });
  const row = x.data.slice(state.token * ffn.d_model, (state.token + 1) * ffn.d_model);
  const vector = (data: Float32Array): Tensor => ({ data, shape: [data.length] });
  const limit = (data: Float32Array) => limits_of(lab, vector(data)).high;
  const histogram = (data: Float32Array) => lab.histogram(vector(data), { bins: 24 });
  return {
    ...found,
    /** The token's input row; `limits`: largest magnitudes, for the colour scales. */
    row,
    limits: { row: limit(row), key: limit(found.key), value: limit(found.value) },
    /**
     * Over all tokens: histograms of the scores before and of the coefficients after the
     * activation, and both for each token.
     */
    histograms: { before: histogram(scores), after: histogram(coefficients) },
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
  { activation }: Pick<PassState, 'activation'>,
) {
  const difference = (part: Tensor, own: Tensor) => lab.difference(part, own, { percentiles });
  const others = activation_kinds.filter((kind) => kind !== activation);
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

/** Size of a chunk of the embedding, as float32. Chunks are not retained. */
const chunk_bytes = 8_000_000;

/** Number of blocks that have run, or of rows of the token embedding that have been read. */
export interface TokenProgress {
  readonly part: 'block' | 'vocabulary';
  readonly done: number;
  readonly all: number;
  /** Input of the network in the last of these blocks, (tokens, d_model). */
  readonly input?: Tensor;
}

/** Throws to cancel. */
type Report = (progress: TokenProgress) => void;

/** Returns the token embedding; undefined unless its rows are as long as a value vector. */
export function token_embedding(table: FeedForwardTable | undefined): CheckpointTensor | undefined {
  return table?.embedding?.shape[1] === table?.d_model ? table?.embedding : undefined;
}

/** Computes vector · embeddingᵀ: one score for each token of the vocabulary. */
async function scores_of_tokens(
  lab: Lab,
  checkpoint: Checkpoint,
  embedding: CheckpointTensor,
  { data }: Tensor,
  report: Report,
) {
  const [all = 0, width = 1] = embedding.shape;
  const most = Math.max(1, Math.floor(chunk_bytes / (4 * width)));
  const scores = new Float32Array(all);
  for (let first = 0; first < all; first += most) {
    const count = Math.min(most, all - first);
    const weight = await checkpoint.tensor(embedding.name, { rows: [first, count] });
    scores.set(lab.linear({ data, shape: [1, width] }, { weight }).data, first);
    report({ part: 'vocabulary', done: first + count, all });
  }
  return { data: scores, shape: [all] };
}

/**
 * Returns the ten tokens with the largest numbers, or the smallest ones; on a tie the smaller id
 * comes first.
 */
function ranked({ data }: Tensor, sign: 1 | -1) {
  const order = Int32Array.from(data.keys()).sort((a, b) => sign * (data[b]! - data[a]!) || a - b);
  const ids = order.slice(0, 10);
  return { ids, values: Float32Array.from(ids, (id) => data[id]!) };
}

export type RankedTokens = ReturnType<typeof ranked>;

/**
 * Returns the most probable next tokens; undefined if the file lacks the token embedding or the
 * final layer norm.
 */
async function next_tokens(lab: Lab, checkpoint: Checkpoint, h: Tensor, report: Report) {
  const table = checkpoint.feed_forward_table();
  const embedding = token_embedding(table);
  if (table?.final_norm === undefined || embedding === undefined) return undefined;
  const [scale, shift] = await Promise.all([
    checkpoint.tensor(table.final_norm.scale),
    checkpoint.tensor(table.final_norm.shift),
  ]);
  const norm = lab.LayerNorm({ weights: { scale, shift } });
  const last = norm.forward({ data: h.data.slice(-scale.data.length), shape: scale.shape });
  norm.dispose();
  return ranked(lab.softmax(await scores_of_tokens(lab, checkpoint, embedding, last, report)), 1);
}

/** Runs a text through the whole model. */
export async function text(
  lab: Lab,
  checkpoint: Checkpoint,
  { ids }: { readonly ids: readonly number[] },
  report: Report,
) {
  const all = checkpoint.feed_forward_table()?.layers.length ?? 0;
  let h = await embed(lab, checkpoint, ids);
  for (let layer = 0; layer < all; ++layer) {
    const trace = await run_block(checkpoint, layer, h);
    h = trace.output;
    report({ part: 'block', done: layer + 1, all, input: network_input(trace) });
  }
  return { next: await next_tokens(lab, checkpoint, h, report) };
}

type ValueState = Pick<PassState, 'layer' | 'layout'> & {
  readonly neuron: number;
  readonly gain: boolean;
};

/**
 * Ranks the tokens by the product of their embeddings with a neuron's value vector; `gain`: times
 * the gain of the final layer norm.
 */
export async function vocabulary(
  lab: Lab,
  checkpoint: Checkpoint,
  { layer, neuron, layout, gain }: ValueState,
  report: Report,
) {
  const table = checkpoint.feed_forward_table({ layout });
  const embedding = token_embedding(table);
  if (embedding === undefined) throw new Error('the file has no token embedding');
  const w2 = table?.layers[layer]?.w2 ?? '';
  // A value vector is a row of W2 as GPT-2 stores it, a column in the other layout.
  const value =
    layout === 'in_out'
      ? (await checkpoint.tensor(w2, { rows: [neuron, 1] })).data
      : column(await checkpoint.tensor(w2), neuron);
  const vector = { data: value, shape: [value.length] };
  const scale = gain ? table?.final_norm?.scale : undefined;
  const direction =
    scale === undefined ? vector : lab.multiply(vector, await checkpoint.tensor(scale));
  const scores = await scores_of_tokens(lab, checkpoint, embedding, direction, report);
  return { top: ranked(scores, 1), bottom: ranked(scores, -1) };
}
