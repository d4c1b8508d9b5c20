/**
 * The example as recipes get it: its passes are traced once for each activation. The text is also a
 * part of the programs that the page shows.
 */
import type { ActivationKind, FeedForwardTrace } from 'ffn-lab';
import type { Network } from './examples.ts';
import type { Example } from './recipe.ts';

export function traced({ ffn, x, words }: Network): Example {
  const traces = new Map<ActivationKind, FeedForwardTrace>();
  const trace = (activation: ActivationKind) => {
    ffn.activation = activation;
    const found = traces.get(activation) ?? ffn.trace(x);
    traces.set(activation, found);
    return found;
  };
  return { ffn, x, words, trace };
}
