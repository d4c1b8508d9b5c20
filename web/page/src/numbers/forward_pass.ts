/** The forward pass: one resource shared by the hero and the panels. */
import { core_resource } from './resource.ts';
import type { FeedForwardReply } from './protocol.ts';
import { store } from './store.ts';
import { forward_request } from './forward_request.ts';

export const forward_pass = core_resource('feed_forward', forward_request);

/** Returns the pass if it is of the chosen example, otherwise undefined. A stale pass of the same example stays until the next one arrives. */
export function shown_pass(pass: typeof forward_pass = forward_pass): FeedForwardReply | undefined {
  const reply = pass.value.current?.reply;
  return reply?.example === store.example.value ? reply : undefined;
}

/** Returns the chosen token, clamped to the last token of the pass. */
export function token_of({ tensors, d_model }: FeedForwardReply): number {
  return Math.min(store.token.value, Math.max(1, tensors.x.data.length / d_model) - 1);
}
