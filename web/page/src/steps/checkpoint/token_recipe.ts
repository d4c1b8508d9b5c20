/** Recipes for the tokens of an open language model. */
import type {
  Checkpoint,
  CheckpointTensor,
  FeedForwardTable,
  Lab,
  Tensor,
  TensorLike,
} from 'ffn-lab';
import type { Given, Progress } from '../../compute/recipe.ts';
import { run_block, embed, network_input, type BlocksState } from './blocks.ts';
import type { NetworkState } from './inputs.ts';
import { column } from './measures.ts';
import type { FileSession, OfFile } from './file_session.ts';

/** Size of a chunk of the embedding, as float32. Chunks are not retained. */
const chunk_bytes = 8_000_000;

/** Returns the token embedding; undefined unless its rows are as long as a value vector. */
export function token_embedding(table: FeedForwardTable | undefined): CheckpointTensor | undefined {
  return table?.embedding?.shape[1] === table?.d_model ? table?.embedding : undefined;
}

/** Computes vector · embeddingᵀ: one score for each token of the vocabulary. */
async function scores_of_tokens(
  lab: Lab,
  checkpoint: Checkpoint,
  embedding: CheckpointTensor,
  { data }: TensorLike,
  progress: Progress,
) {
  const [all = 0, width = 1] = embedding.shape;
  const most = Math.max(1, Math.floor(chunk_bytes / (4 * width)));
  const scores = new Float32Array(all);
  for (let first = 0; first < all; first += most) {
    const count = Math.min(most, all - first);
    const weight = await checkpoint.tensor(embedding.name, { rows: [first, count] });
    scores.set(lab.linear({ data, shape: [1, width] }, { weight }).data, first);
    await progress.pause({ part: 'vocabulary', done: first + count, of: all });
  }
  return { data: scores, shape: [all] };
}

/**
 * Returns the ten tokens with the largest numbers, or the smallest ones; on a tie the smaller id
 * comes first.
 */
export function ranked({ data }: Tensor, sign: 1 | -1) {
  const order = Int32Array.from(data.keys()).sort((a, b) => sign * (data[b]! - data[a]!) || a - b);
  const ids = order.slice(0, 10);
  return { ids, values: Float32Array.from(ids, (id) => data[id]!) };
}

export type RankedTokens = ReturnType<typeof ranked>;

/**
 * Returns the most probable next tokens; undefined if the file lacks the token embedding or the
 * final layer norm.
 */
async function next_tokens(
  lab: Lab,
  checkpoint: Checkpoint,
  { stack }: BlocksState,
  h: Tensor,
  progress: Progress,
) {
  const table = checkpoint.feed_forward_table({ stack });
  const embedding = token_embedding(table);
  if (table?.final_norm === undefined || embedding === undefined) return undefined;
  const [scale, shift] = await Promise.all([
    checkpoint.tensor(table.final_norm.scale),
    checkpoint.tensor(table.final_norm.shift),
  ]);
  const norm = lab.LayerNorm({ weights: { scale, shift } });
  const last = norm.forward({ data: h.data.slice(-scale.data.length), shape: scale.shape });
  norm.dispose();
  return ranked(lab.softmax(await scores_of_tokens(lab, checkpoint, embedding, last, progress)), 1);
}

/** Runs a text through the whole model; the session keeps the inputs of the networks. */
export async function text(
  { lab, session, progress }: Given<FileSession>,
  state: OfFile & BlocksState & { readonly ids: readonly number[] },
) {
  const checkpoint = await session.checkpoint(state);
  const keep = session.keep_inputs(state);
  const of = checkpoint.feed_forward_table({ stack: state.stack })?.layers.length ?? 0;
  let h = await embed(lab, checkpoint, state, state.ids);
  for (let layer = 0; layer < of; ++layer) {
    const trace = await run_block(checkpoint, state, layer, h);
    h = trace.output;
    keep(network_input(trace));
    await progress.pause({ part: 'block', done: layer + 1, of });
  }
  return { next: await next_tokens(lab, checkpoint, state, h, progress) };
}

type ValueState = OfFile &
  NetworkState & {
    readonly neuron: number;
    readonly gain: boolean;
  };

/**
 * Ranks the tokens by the product of their embeddings with a neuron's value vector; `gain`: times
 * the gain of the final layer norm.
 */
export async function vocabulary(
  { lab, session, progress }: Given<FileSession>,
  { file, stack, layer, neuron, layout, gain }: ValueState,
) {
  const checkpoint = await session.checkpoint({ file });
  const table = checkpoint.feed_forward_table({ stack, layout });
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
  const scores = await scores_of_tokens(lab, checkpoint, embedding, direction, progress);
  return { top: ranked(scores, 1), bottom: ranked(scores, -1) };
}
