import type { Lab, Tensor } from 'ffn-lab';
import { notebook_batch, type Network } from '../../compute/examples.ts';
import type { Given } from '../../compute/recipe.ts';
import type { State } from '../../state/state.ts';

const seed = 7;

/** Returns x with one token replaced by random numbers. */
function replace_token(lab: Lab, { data, shape }: Tensor, token: number): Tensor {
  const d_model = shape.at(-1) ?? 0;
  const changed = data.slice();
  changed.set(lab.RandomState(seed).randn([d_model]).data, token * d_model);
  return { data: changed, shape };
}

/**
 * Replaces one token and compares all outputs with the originals: of the network, and of a causal
 * attention head with random weights.
 */
function compare(lab: Lab, { ffn, x }: Network, { token: chosen, gelu }: State) {
  const { d_model } = ffn;
  const token = Math.min(chosen, x.data.length / d_model - 1);
  const changed = replace_token(lab, x, token);
  const attention = lab.Attention({ d_model, n_heads: 1, causal: true, seed });
  ffn.activation = gelu;
  const feed_forward = lab.difference_by_token(ffn.forward(changed), ffn.forward(x));
  return {
    token,
    shape: x.shape,
    d_model,
    feed_forward,
    /** Other tokens whose output of the network changes. */
    changed_tokens: feed_forward.filter(({ differing }, other) => other !== token && differing > 0)
      .length,
    attention: lab.difference_by_token(attention.forward(changed), attention.forward(x)),
    experiments: lab.independence(ffn, x, { changed_token: token }),
  };
}

/** The comparison with the tokens of the example. */
export function comparison({ lab, example: { ffn, x } }: Given, state: State) {
  // A single token without dimensions before its features is a sequence of one.
  return compare(
    lab,
    { ffn, x: { data: x.data, shape: x.shape.length > 1 ? x.shape : [1, ffn.d_model] } },
    state,
  );
}

/**
 * The comparison with ten tokens, for an example with a single token, which has no other to compare
 * with.
 */
export function ten_tokens({ lab }: Given, state: State) {
  return compare(lab, notebook_batch(lab), state);
}
