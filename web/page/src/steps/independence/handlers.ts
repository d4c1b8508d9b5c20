/** Handler that replaces one token and compares all outputs: others stay equal in the feed-forward network, but change in attention. */
import type { Lab, Tensor } from 'ffn-lab';
import type { Network as Example } from '../../numbers/examples.ts';
import type { IndependenceReply, IndependenceRequest } from '../../numbers/protocol.ts';

const seed = 7;

/** Returns x with one token replaced by random numbers. */
function replace_token(lab: Lab, { data, shape }: Tensor, token: number): Tensor {
  const d_model = shape[shape.length - 1] ?? 0;
  const rng = lab.RandomState(seed);
  try {
    const changed = data.slice();
    changed.set(rng.randn([d_model]).data, token * d_model);
    return { data: changed, shape };
  } finally {
    rng.dispose();
  }
}

/** Returns the differences per token of one head of non-causal self-attention with random weights. */
function attention_differences(lab: Lab, x: Tensor, changed: Tensor, d_model: number) {
  const attention = lab.Attention({ d_model, n_heads: 1, causal: false, seed });
  try {
    return lab.difference_by_token(attention.forward(changed), attention.forward(x));
  } finally {
    attention.dispose();
  }
}

export function independence(lab: Lab, { ffn, x }: Example, request: IndependenceRequest): IndependenceReply {
  const { example, gelu } = request;
  const token = Math.min(request.token, x.data.length / ffn.d_model - 1);
  ffn.activation = gelu;
  const changed = replace_token(lab, x, token);
  return {
    example,
    token,
    shape: x.shape,
    features: ffn.d_model,
    feed_forward: lab.difference_by_token(ffn.forward(changed), ffn.forward(x)),
    attention: attention_differences(lab, x, changed, ffn.d_model),
    experiments: lab.independence(ffn, x, { changed_token: token }),
  };
}
