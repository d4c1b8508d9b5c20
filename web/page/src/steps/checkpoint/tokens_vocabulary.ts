/** Ranks the tokens by the product of their embeddings with a vector. The embedding is read in chunks, which are not retained. */
import type { Checkpoint, Lab, Tensor } from 'ffn-lab';
import type { CallContext } from '../../numbers/handler.ts';
import type { OpenedFile } from './opened.ts';
import { vocabulary_of } from './tokens_names.ts';
import type { RankedTokens, RowsProgress, VocabularyReply, VocabularyRequest } from './tokens_calls.ts';

/** Size of a chunk, as float32. */
const chunk_bytes = 8_000_000;

/** Number of tokens in a ranking. */
const ranked_count = 10;

interface Reading {
  readonly checkpoint: Checkpoint;
  readonly bytes_read: () => number;
  readonly signal: AbortSignal;
  readonly progress: (progress: RowsProgress) => void;
}

/** Computes vector · embeddingᵀ: one score for each token of the vocabulary. */
export async function scores_of_tokens(lab: Lab, vector: Tensor, embedding: string, all_rows: number, reading: Reading): Promise<Tensor> {
  const { checkpoint, bytes_read, signal, progress } = reading;
  const width = vector.data.length;
  const most = Math.max(1, Math.floor(chunk_bytes / (4 * width)));
  const scores = new Float32Array(all_rows);
  for (let first = 0; first < all_rows; first += most) {
    const count = Math.min(most, all_rows - first);
    const weight = await checkpoint.tensor(embedding, { rows: [first, count], signal });
    signal.throwIfAborted();
    scores.set(lab.linear({ data: vector.data, shape: [1, width] }, { weight }).data, first);
    progress({ rows: first + count, all_rows, bytes_read: bytes_read() });
  }
  return { data: scores, shape: [all_rows] };
}

/** Returns the first tokens in the order of `before`; on a tie the smaller id comes first. */
export function ranked({ data }: Tensor, before: (a: number, b: number) => boolean): RankedTokens {
  const ids: number[] = [];
  for (let id = 0; id < data.length; ++id) {
    let place = ids.length;
    while (place > 0 && before(data[id]!, data[ids[place - 1]!]!)) --place;
    if (place >= ranked_count) continue;
    ids.splice(place, 0, id);
    ids.length = Math.min(ids.length, ranked_count);
  }
  return { ids: Int32Array.from(ids), values: Float32Array.from(ids, (id) => data[id]!) };
}

export const largest_first = (a: number, b: number): boolean => a > b;
const smallest_first = (a: number, b: number): boolean => a < b;

/** Reads a neuron's value vector, (1, d_model): its column of W2. */
async function value_vector(
  { checkpoint, model }: OpenedFile,
  { layer, neuron, layout }: VocabularyRequest,
  signal: AbortSignal,
): Promise<Tensor> {
  const name = model.layers[layer]?.w2 ?? '';
  if (layout === 'in_out') return checkpoint.tensor(name, { rows: [neuron, 1], signal });
  const { data, shape } = await checkpoint.tensor(name, { signal });
  const [rows = 0, columns = 0] = shape;
  return { data: Float32Array.from({ length: rows }, (_, row) => data[row * columns + neuron]!), shape: [1, rows] };
}

export async function find_vocabulary(
  lab: Lab,
  file: OpenedFile,
  request: VocabularyRequest,
  context: CallContext,
): Promise<VocabularyReply> {
  const { checkpoint, bytes_read } = file;
  const { signal, progress } = context;
  const embedding = vocabulary_of(file.model);
  if (embedding === undefined) throw new Error('the file has no token embedding');
  const value = await value_vector(file, request, signal);
  const scale = request.gain ? file.model.final_norm?.scale : undefined;
  const gain = scale === undefined ? undefined : await checkpoint.tensor(scale, { signal });
  const vector = gain === undefined ? value : lab.multiply(value, { data: gain.data, shape: value.shape });
  const scores = await scores_of_tokens(lab, vector, embedding.name, embedding.shape[0] ?? 0, { checkpoint, bytes_read, signal, progress });
  return { top: ranked(scores, largest_first), bottom: ranked(scores, smallest_first), bytes_read: bytes_read() };
}
