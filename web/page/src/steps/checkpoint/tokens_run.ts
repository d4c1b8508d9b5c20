/** Runs a text through the whole model. Each block is disposed of before the next is read, to limit memory. */
import type { Checkpoint, Lab, Tensor } from 'ffn-lab';
import type { CallContext } from '../../numbers/handler.ts';
import type { OpenedFile } from './opened.ts';
import type { RankedTokens, TokensRunReply, TokensRunRequest } from './tokens_calls.ts';
import { vocabulary_of } from './tokens_names.ts';
import { largest_first, ranked, scores_of_tokens } from './tokens_vocabulary.ts';

/** Returns wte[id] + wpe[position], (1, tokens, d_model). */
async function embed(lab: Lab, { checkpoint, model }: OpenedFile, ids: readonly number[], signal: AbortSignal): Promise<Tensor> {
  const { d_model } = model;
  const [embedding, positions] = [vocabulary_of(model), model.positions];
  if (embedding === undefined || positions === undefined) throw new Error('the file has no embeddings of tokens and positions');
  const places = await checkpoint.tensor(positions.name, { rows: [0, ids.length], signal });
  const rows = await Promise.all(ids.map((id) => checkpoint.tensor(embedding.name, { rows: [id, 1], signal })));
  const tokens = new Float32Array(ids.length * d_model);
  for (const [place, { data }] of rows.entries()) tokens.set(data, place * d_model);
  const shape = [1, ids.length, d_model];
  return lab.add({ data: tokens, shape }, { data: places.data, shape });
}

interface BlockPass {
  /** Input of the feed-forward network: (tokens, d_model). */
  readonly input: Tensor;
  readonly output: Tensor;
}

async function run_block(checkpoint: Checkpoint, layer: number, x: Tensor, signal: AbortSignal): Promise<BlockPass> {
  const block = await checkpoint.block(layer, { signal });
  try {
    const { norm2, output } = block.trace(x);
    return { input: { data: norm2!.data, shape: x.shape.slice(1) }, output };
  } finally {
    block.dispose();
  }
}

/** Returns the most probable next tokens; undefined if the file lacks the token embedding or the final layer norm. */
async function next_tokens(lab: Lab, file: OpenedFile, x: Tensor, { signal, progress }: CallContext): Promise<RankedTokens | undefined> {
  const { checkpoint, model, bytes_read } = file;
  const [embedding, names] = [vocabulary_of(model), model.final_norm];
  if (embedding === undefined || names === undefined) return undefined;
  const [scale, shift] = await Promise.all([checkpoint.tensor(names.scale, { signal }), checkpoint.tensor(names.shift, { signal })]);
  const norm = lab.LayerNorm({ weights: { scale, shift } });
  try {
    const last = norm.forward({ data: x.data.slice(-model.d_model), shape: [1, model.d_model] });
    const logits = await scores_of_tokens(lab, last, embedding.name, embedding.shape[0] ?? 0, { checkpoint, bytes_read, signal, progress });
    return ranked(lab.softmax(logits), largest_first);
  } finally {
    norm.dispose();
  }
}

export async function run_tokens(lab: Lab, file: OpenedFile, { ids }: TokensRunRequest, context: CallContext): Promise<TokensRunReply> {
  const { signal, progress } = context;
  const { checkpoint, model, bytes_read } = file;
  const all_blocks = model.layers.length;
  let x = await embed(lab, file, ids, signal);
  for (const [index, { number }] of model.layers.entries()) {
    signal.throwIfAborted();
    const { input, output } = await run_block(checkpoint, number, x, signal);
    x = output;
    progress({ blocks: index + 1, all_blocks, bytes_read: bytes_read(), input });
  }
  return { next: await next_tokens(lab, file, x, context), bytes_read: bytes_read() };
}
