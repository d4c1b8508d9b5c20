/** Worker calls of the panel on the backward pass, their shown replies, and the user's selections. */
import { batch } from '@preact/signals';
import { core_resource } from '../../numbers/resource.ts';
import { width_of, window_length } from '../../numbers/tensor_names.ts';
import { forward_request } from '../../numbers/forward_request.ts';
import { store } from '../../numbers/store.ts';
import type { BackwardReply, BackwardRequest } from './calls.ts';

/** The hidden unit that the user has pinned anywhere on the page. */
function pinned_unit(): number | undefined {
  const pinned = store.pinned.value;
  return pinned && width_of(pinned.tensor) === 'd_ff' ? pinned.feature : undefined;
}

const window_at = (start: number) => [start, start + window_length] as const;

export const backward_pass = core_resource('backward', (): BackwardRequest | undefined => {
  const request = forward_request();
  return (
    request && {
      ...request,
      loss: store.loss.value,
      token: store.token.value,
      feature: store.feature.value,
      features: window_at(store.window_start.d_model.value),
      units: window_at(store.window_start.d_ff.value),
      unit: pinned_unit(),
    }
  );
});

export const gradient_checks = core_resource('gradient_check', forward_request);

export const depth_gradients = core_resource('gradient_by_depth', () => ({ depth: store.depth.value, norm: store.depth_norm.value }));

export interface BackwardAnswer {
  readonly request: BackwardRequest;
  readonly reply: BackwardReply;
}

/** The last answer; undefined if it is about another example than the selected one. */
export function shown_answer(): BackwardAnswer | undefined {
  const { current } = backward_pass.value;
  return current?.reply.example === store.example.value ? current : undefined;
}

/** Pins a hidden unit in all panels and moves the window of units to it. */
export function choose_unit(unit: number, token: number): void {
  batch(() => {
    store.pinned.value = { tensor: 'pre_activation', token, feature: unit };
    store.hovered.value = undefined;
    store.window_start.d_ff.value = unit - (unit % window_length);
  });
}

/** Makes one element of the output the loss. */
export function choose_output(token: number, feature: number): void {
  batch(() => {
    store.loss.value = 'element';
    store.token.value = token;
    store.feature.value = feature;
    store.window_start.d_model.value = feature - (feature % window_length);
  });
}
