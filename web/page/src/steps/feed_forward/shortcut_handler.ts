/** Handler for x + FFN(x). */
import type { Lab } from 'ffn-lab';
import type { Network as Example } from '../../numbers/examples.ts';
import type { FeedForwardRequest, ShortcutReply } from '../../numbers/protocol.ts';

export function shortcut(lab: Lab, { ffn, x }: Example, { example, gelu }: FeedForwardRequest): ShortcutReply {
  ffn.activation = gelu;
  const output = ffn.forward(x);
  return { example, gelu, x, output, sum: lab.add(x, output) };
}
