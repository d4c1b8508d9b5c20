/** Handler that computes the answers to the prediction questions about hidden activations and other tokens, for one fixed example. */
import type { Lab } from 'ffn-lab';
import { make_example } from './cached_example.ts';
import { hidden_activations } from '../steps/hidden/handlers.ts';
import { independence } from '../steps/independence/handlers.ts';
import type { FeedForwardRequest, QuestionsReply } from './protocol.ts';

/** The replaced token: in the middle of the first of two sequences, so that the offered answers are all different. */
const token = 3;

/** Creates a separate network, so that the cached one of the panels, which may be large, is not replaced. */
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
