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

/** Whether two requests of `forward_request` are equal. It reuses edits and matrices, so that comparing references is enough. */
export function same_request(a: FeedForwardRequest, b: FeedForwardRequest): boolean {
  return same_network(a, b) && a.gelu === b.gelu && a.edits === b.edits;
}

/** Whether two requests have the same network and input, apart from edits and GELU variant. */
export function same_network(a: FeedForwardRequest, b: FeedForwardRequest): boolean {
  return a.example === b.example && a.pasted?.data === b.pasted?.data;
}
