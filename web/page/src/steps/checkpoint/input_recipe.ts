/**
 * Recipes for the network of a layer and its input, run in the worker of an open file; their texts
 * are parts of the shown programs.
 */
import type {
  ActivationKind,
  Checkpoint,
  FeedForward,
  FeedForwardTrace,
  Lab,
  Tensor,
  WeightLayout,
} from 'ffn-lab';
import { run_blocks, embed, network_input } from './blocks.ts';

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
