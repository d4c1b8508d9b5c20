/** The network of a layer of an open file and its input. */
import type {
  ActivationKind,
  Checkpoint,
  CheckpointFeedForwardOptions,
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
  | {
      readonly kind: 'tokens';
      readonly ids: readonly number[];
      /** Activation of the blocks, if the file does not say it. */
      readonly activation?: ActivationKind | undefined;
    };

export type InputKind = Input['kind'];

/** A stack of networks of the same shapes in a file. */
export interface StackState {
  /** Name of the stack. */
  readonly stack: string;
  /** Layout of W1 and W2: found in the file, or chosen by the user if ambiguous. */
  readonly layout: WeightLayout;
}

export interface NetworkState extends StackState {
  /** Index from 0, in the order of the layer numbers in the file. */
  readonly layer: number;
}

export interface PassState extends NetworkState {
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

export type InputState = NetworkState & Pick<PassState, 'input'>;

type InputOf<Kind extends InputKind> = NetworkState & {
  readonly input: Extract<Input, { kind: Kind }>;
};

/** Reads the network of a layer; the file need not say its activation. */
export async function read_network(
  checkpoint: Checkpoint,
  { stack, layer, layout, activation }: Omit<PassState, 'input'>,
  while_reading: Pick<CheckpointFeedForwardOptions, 'signal' | 'on_progress'> = {},
) {
  const { number = layer } = checkpoint.feed_forward_table({ stack, layout })?.layers[layer] ?? {};
  return checkpoint.feed_forward(number, { stack, layout, activation, ...while_reading });
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
async function captured_input(
  lab: Lab,
  checkpoint: Checkpoint,
  { stack, layer, input }: InputOf<'captured' | 'random'>,
) {
  const { norm2, feed_forward } = await run_blocks(
    checkpoint,
    { stack },
    layer,
    random_rows(lab, input, checkpoint.gpt2?.d_model),
  );
  return { x: norm2!, reference: feed_forward.output };
}

function random_input(
  lab: Lab,
  checkpoint: Checkpoint,
  { stack, layout, input }: InputOf<'captured' | 'random'>,
): NetworkInput {
  return { x: random_rows(lab, input, checkpoint.feed_forward_table({ stack, layout })?.d_model) };
}

function pasted_input(
  _lab: Lab,
  _checkpoint: Checkpoint,
  { input }: InputOf<'pasted'>,
): NetworkInput {
  return { x: input.tensor };
}

async function tokens_input(
  lab: Lab,
  checkpoint: Checkpoint,
  { stack, layer, input: { ids, activation } }: InputOf<'tokens'>,
): Promise<NetworkInput> {
  const state = { stack, activation };
  const h = await embed(lab, checkpoint, state, ids);
  return { x: network_input(await run_blocks(checkpoint, state, layer, h)) };
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
  state: InputState,
): NetworkInput | Promise<NetworkInput> =>
  inputs[state.input.kind](lab, checkpoint, state as never);
