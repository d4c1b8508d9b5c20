/** The request of the panels on a forward pass: example, GELU variant, edits, and the user's own input if it is chosen. */
import type { FeedForwardRequest } from './protocol.ts';
import { store } from './store.ts';
import { last_good_matrix } from './pasted.ts';

export function forward_request(): FeedForwardRequest | undefined {
  const example = store.example.value;
  const gelu = store.gelu.value;
  const edits = store.edits.value;
  if (example !== 'pasted') return { example, gelu, edits };
  const matrix = last_good_matrix.value;
  return matrix && { example, gelu, edits, pasted: { data: matrix.data, shape: [matrix.rows, matrix.columns] } };
}
