import type { State } from '../../web/page/src/state/state.ts';
import type { UrlState } from '../../web/page/src/state/url_state.ts';

/** The part of the state that is not in the address, before the user does anything. */
export const untouched: Omit<State, keyof UrlState> = {
  language: 'en',
  pasted: undefined,
  slope_guess: { x: [], y: [] },
  attended: undefined,
  pinned: undefined,
  traced_element: undefined,
  window_start: { d_model: 0, d_ff: 0 },
};
