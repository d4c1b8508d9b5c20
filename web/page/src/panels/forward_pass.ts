/** The pass that the hero and the panels show: one resource for all of them. */
import { core_resource } from '../core/resource.ts';
import type { FeedForwardReply } from '../core/protocol.ts';
import { panel_resource } from '../panel_visibility.ts';
import { store } from '../store.ts';
import { forward_request } from './forward_request.ts';

export const forward_pass = core_resource('feed_forward', forward_request);

/** The same as the panel on it shows it. */
export const panel_pass = panel_resource('feed_forward', forward_pass);

/** A result of another example would be a mixture of two; an older one of the same example may stay until the next arrives. */
export function shown_pass(pass: typeof forward_pass = forward_pass): FeedForwardReply | undefined {
  const reply = pass.value.current?.reply;
  return reply?.example === store.example.value ? reply : undefined;
}

/** The token that is looked at: the chosen one, or the last where there are fewer. */
export function token_of({ tensors, d_model }: FeedForwardReply): number {
  return Math.min(store.token.value, Math.max(1, tensors.x.data.length / d_model) - 1);
}
