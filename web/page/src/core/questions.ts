/** The numbers that judge the reader's guesses about hidden activations and about other tokens: always of one example. */
import type { Lab } from 'ffn-lab';
import { make_example } from './examples.ts';
import { hidden_activations } from './hidden_activations.ts';
import { independence } from './independence.ts';
import type { FeedForwardRequest, QuestionsReply } from './protocol.ts';

/** The one that is replaced: in the middle of the first of two sequences, so that every answer offered is another number. */
const token = 3;

/** A network of its own: that of the panels is kept for them, and may be large. */
export function questions(lab: Lab, example: FeedForwardRequest['example']): QuestionsReply {
  const request: FeedForwardRequest = { example, gelu: 'gelu', edits: [] };
  const made = make_example(lab, request);
  try {
    const { sparsity } = hidden_activations(lab, made, { ...request, threshold: 0.01, brush: undefined });
    return { sparsity, independence: independence(lab, made, { ...request, token }) };
  } finally {
    made.ffn.dispose();
  }
}
