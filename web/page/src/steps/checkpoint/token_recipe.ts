/** Recipes that read the token embedding: the whole model runs on a text, and the vocabulary is ranked by a value vector. */
import type { Checkpoint, CheckpointTensor, FeedForwardTable, Lab, Tensor } from 'ffn-lab';
import { embed, network_input, run_block, type PassState } from './layer_recipe.ts';

/** Size of a chunk of the embedding, as float32. Chunks are not retained. */
const chunk_bytes = 8_000_000;

/** Number of tokens in a ranking. */
const ranked_count = 10;

/** Token ids with a number each, in descending or ascending order of the numbers. */
export interface RankedTokens {
  readonly ids: Int32Array;
  readonly values: Float32Array;
}

/** Number of blocks that have run, or of rows of the token embedding that have been read. */
export interface TokenProgress {
  readonly part: 'block' | 'vocabulary';
  readonly done: number;
  readonly all: number;
  /** Input of the network in the last of these blocks, (tokens, d_model). */
  readonly input?: Tensor;
}

/** Takes the progress; throws to cancel. */
type Report = (progress: TokenProgress) => void;

/** Returns the token embedding; undefined unless its rows are as long as a value vector. */
export function token_embedding(table: FeedForwardTable | undefined): CheckpointTensor | undefined {
  return table?.embedding?.shape[1] === table?.d_model ? table?.embedding : undefined;
}

/** Computes vector · embeddingᵀ: one score for each token of the vocabulary. */
async function scores_of_tokens(
  lab: Lab,
  checkpoint: Checkpoint,
  { name, shape: [all_rows = 0, width = 1] }: CheckpointTensor,
  { data }: Tensor,
  report: Report,
): Promise<Tensor> {
  const most = Math.max(1, Math.floor(chunk_bytes / (4 * width)));
  const scores = new Float32Array(all_rows);
  for (let first = 0; first < all_rows; first += most) {
    const count = Math.min(most, all_rows - first);
    const weight = await checkpoint.tensor(name, { rows: [first, count] });
    scores.set(lab.linear({ data, shape: [1, width] }, { weight }).data, first);
    report({ part: 'vocabulary', done: first + count, all: all_rows });
  }
  return { data: scores, shape: [all_rows] };
}

/** Returns the tokens with the largest numbers, or the smallest ones; on a tie the smaller id comes first. */
function ranked({ data }: Tensor, sign: 1 | -1): RankedTokens {
  const order = Int32Array.from(data.keys()).sort((a, b) => sign * (data[b]! - data[a]!) || a - b);
  const ids = order.slice(0, ranked_count);
  return { ids, values: Float32Array.from(ids, (id) => data[id]!) };
}

/** Returns the most probable next tokens; undefined if the file lacks the token embedding or the final layer norm. */
async function next_tokens(lab: Lab, checkpoint: Checkpoint, h: Tensor, report: Report): Promise<RankedTokens | undefined> {
  const table = checkpoint.feed_forward_table();
  const [embedding, names] = [token_embedding(table), table?.final_norm];
  if (embedding === undefined || names === undefined) return undefined;
  const [scale, shift] = await Promise.all([checkpoint.tensor(names.scale), checkpoint.tensor(names.shift)]);
  const norm = lab.LayerNorm({ weights: { scale, shift } });
  const width = scale.data.length;
  const last = norm.forward({ data: h.data.slice(-width), shape: [1, width] });
  norm.dispose();
  const logits = await scores_of_tokens(lab, checkpoint, embedding, last, report);
  return ranked(lab.softmax(logits), 1);
}

/** Runs a text through the whole model. */
export async function text(lab: Lab, checkpoint: Checkpoint, { ids }: { readonly ids: readonly number[] }, report: Report) {
  const all = checkpoint.feed_forward_table()?.layers.length ?? 0;
  let h = await embed(lab, checkpoint, ids);
  for (let layer = 0; layer < all; ++layer) {
    const trace = await run_block(checkpoint, layer, h);
    h = trace.output;
    report({ part: 'block', done: layer + 1, all, input: network_input(trace) });
  }
  return { next: await next_tokens(lab, checkpoint, h, report) };
}

/** Reads a neuron's value vector, (1, d_model): its row of W2 as GPT-2 stores it, its column in the other layout. */
async function value_vector(checkpoint: Checkpoint, name: string, neuron: number, layout: PassState['layout']): Promise<Tensor> {
  if (layout === 'in_out') return checkpoint.tensor(name, { rows: [neuron, 1] });
  const { data, shape } = await checkpoint.tensor(name);
  const [rows = 0, columns = 0] = shape;
  return { data: Float32Array.from({ length: rows }, (_, row) => data[row * columns + neuron]!), shape: [1, rows] };
}

/** Ranks the tokens by the product of their embeddings with a neuron's value vector; `gain`: times the gain of the final layer norm. */
export async function vocabulary(
  lab: Lab,
  checkpoint: Checkpoint,
  { layer, neuron, layout, gain }: Pick<PassState, 'layer' | 'layout'> & { readonly neuron: number; readonly gain: boolean },
  report: Report,
) {
  const table = checkpoint.feed_forward_table({ layout });
  const embedding = token_embedding(table);
  if (embedding === undefined) throw new Error('the file has no token embedding');
  const value = await value_vector(checkpoint, table?.layers[layer]?.w2 ?? '', neuron, layout);
  const scale = gain ? table?.final_norm?.scale : undefined;
  const factors = scale === undefined ? undefined : await checkpoint.tensor(scale);
  const direction = factors === undefined ? value : lab.multiply(value, { data: factors.data, shape: value.shape });
  const scores = await scores_of_tokens(lab, checkpoint, embedding, direction, report);
  return { top: ranked(scores, 1), bottom: ranked(scores, -1) };
}
