/** Runs the blocks of an open language model. */
import type { ActivationKind, Checkpoint, Lab, Tensor, TransformerBlockTrace } from 'ffn-lab';

/** A stack of a language model, and its activation if the file does not say it. */
export interface BlocksState {
  readonly stack: string;
  readonly activation?: ActivationKind | undefined;
}

/** Runs the block of a layer and disposes of it, so that one block at a time is in memory. */
export async function run_block(
  checkpoint: Checkpoint,
  { stack, activation }: BlocksState,
  layer: number,
  h: Tensor,
) {
  const { number = layer } = checkpoint.feed_forward_table({ stack })?.layers[layer] ?? {};
  const block = await checkpoint.block(number, activation ? { activation } : {});
  try {
    return block.trace(h);
  } finally {
    block.dispose();
  }
}

/** Returns the pass of the block of a layer, after all blocks below. */
export async function run_blocks(
  checkpoint: Checkpoint,
  state: BlocksState,
  layer: number,
  h: Tensor,
) {
  for (let below = 0; below < layer; ++below)
    ({ output: h } = await run_block(checkpoint, state, below, h));
  return run_block(checkpoint, state, layer, h);
}

/** Returns the sum of the embeddings of tokens and of positions, (1, tokens, d_model). */
export async function embed(
  lab: Lab,
  checkpoint: Checkpoint,
  { stack }: BlocksState,
  ids: readonly number[],
) {
  const { embedding, positions, d_model = 0 } = checkpoint.feed_forward_table({ stack }) ?? {};
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
export function network_input({ norm2, output }: TransformerBlockTrace): Tensor {
  return { data: norm2!.data, shape: output.shape.slice(1) };
}
