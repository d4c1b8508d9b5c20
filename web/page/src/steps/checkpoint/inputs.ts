/** Provides the inputs of the networks. */
import type { Lab, Tensor, WeightLayout } from 'ffn-lab';
import type { InputChoice } from './calls.ts';
import type { OpenedFile } from './opened.ts';
import { captured_seed, sample_sizes } from './sample.ts';

export interface NetworkInput {
  readonly x: Tensor;
  /** Output of the network when the input was captured. */
  readonly reference: Tensor | undefined;
}

/** Runs random rows through the sample's blocks and returns the input and the output of each block's network. */
async function capture(lab: Lab, { checkpoint, model }: OpenedFile): Promise<readonly NetworkInput[]> {
  const rng = lab.RandomState(captured_seed);
  let h = rng.randn([sample_sizes.tokens, sample_sizes.d_model]);
  rng.dispose();
  const captured: NetworkInput[] = [];
  for (const layer of model.layers.keys()) {
    const block = await checkpoint.block(layer);
    const { norm2, feed_forward, output } = block.trace(h);
    block.dispose();
    captured.push({ x: norm2!, reference: feed_forward.output });
    h = output;
  }
  return captured;
}

export type Inputs = (file: OpenedFile, layer: number, layout: WeightLayout, choice: InputChoice) => Promise<NetworkInput>;

export function make_inputs(lab: Lab): Inputs {
  let captured: { readonly id: number; readonly layers: Promise<readonly NetworkInput[]> } | undefined;

  function random_rows(tokens: number, d_model: number, seed: number): Tensor {
    const rng = lab.RandomState(seed);
    const rows = rng.randn([tokens, d_model]);
    rng.dispose();
    return rows;
  }

  return async (file, layer, layout, choice) => {
    switch (choice.kind) {
      case 'captured': {
        if (captured?.id !== file.id) captured = { id: file.id, layers: capture(lab, file) };
        const network_input = (await captured.layers)[layer];
        if (network_input === undefined) throw new Error(`nothing was captured at layer ${layer}`);
        return network_input;
      }
      case 'random':
        return { x: random_rows(choice.tokens, file.models[layout].d_model, choice.seed), reference: undefined };
      case 'pasted':
        return { x: choice.tensor, reference: undefined };
      case 'tokens': {
        const x = choice.by_layer[layer];
        if (x === undefined) throw new Error(`the text has not been run up to layer ${layer}`);
        return { x, reference: undefined };
      }
    }
  };
}
