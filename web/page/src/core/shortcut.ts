/** Handler for x + FFN(x): a Transformer block without attention and norms. */
import type { Lab } from 'ffn-lab';
import type { Example } from './examples.ts';
import type { FeedForwardRequest, ShortcutReply } from './protocol.ts';

export function shortcut(lab: Lab, { ffn, x }: Example, { example, gelu }: FeedForwardRequest): ShortcutReply {
  const weights = { feed_forward: ffn.weights() };
  const block = lab.TransformerBlock({ weights, feed_forward_only: true, norm: 'none', shortcuts: true, activation: gelu });
  try {
    // A block requires a sequence, possibly of one token.
    const tokens = { data: x.data, shape: [x.data.length / ffn.d_model, ffn.d_model] };
    ffn.activation = gelu;
    return { example, gelu, x, output: ffn.forward(x), sum: { data: block.forward(tokens).data, shape: x.shape } };
  } finally {
    block.dispose();
  }
}
