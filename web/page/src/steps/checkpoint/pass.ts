/** A network of an open file and its input. The texts of these functions are parts of the programs that the page shows. */
import type { ActivationKind, Checkpoint, FeedForward, FeedForwardTrace, Lab, Tensor, TransformerBlockTrace, WeightLayout } from 'ffn-lab';

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
