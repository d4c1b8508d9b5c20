/** What the panels on a forward pass ask for: the chosen example, its form of GELU, and the reader's own input. */
import type { FeedForwardRequest } from '../core/protocol.ts';
import { store } from '../store.ts';
import { last_good_matrix } from './pasted_input.tsx';

export function forward_request(): FeedForwardRequest | undefined {
  const example = store.example.value;
  const gelu = store.gelu.value;
  const edits = store.edits.value;
  if (example !== 'pasted') return { example, gelu, edits };
  const matrix = last_good_matrix.value;
  return matrix && { example, gelu, edits, pasted: { data: matrix.data, shape: [matrix.rows, matrix.columns] } };
}

/** Do two requests ask about the same network and input? Both come from `forward_request`, so that what is equal is identical. */
export function same_request(a: FeedForwardRequest, b: FeedForwardRequest): boolean {
  return same_network(a, b) && a.gelu === b.gelu && a.edits === b.edits;
}

/** The same sizes and the same original numbers. */
export function same_network(a: FeedForwardRequest, b: FeedForwardRequest): boolean {
  return a.example === b.example && a.pasted?.data === b.pasted?.data;
}
