/** States of the page in which its recipes and their programs are tested. */
import { guess_points } from '../../web/page/src/quiz/slope_guess.ts';
import type { State } from '../../web/page/src/state/state.ts';
import { default_state, read_hash } from '../../web/page/src/state/url_state.ts';
import { untouched } from './untouched.ts';

const pasted = {
  data: Float32Array.of(1.0, 0.5, -0.3, 0.8, 0.2, -0.4, 0.6, 0.1, -1.5, 0.0, 0.9, 2.0),
  shape: [3, 4],
};
const nothing_attended = {
  ...untouched,
  slope_guess: { x: guess_points, y: [0, -0.15, 0.5, 1.1, 1.25] },
};

export const states: readonly State[] = [
  { ...default_state('notebook_token'), ...nothing_attended, x: 0.5 },
  {
    ...read_hash(
      '#v=2&example=notebook_batch&token=3&block_norm=post&block_shortcuts=0&brush=-0.2~0.1&dropout=0.5&feature=2&d_model=512&edits=x.2:1.5,w1.17:-0.3,b1.5:-2,b2.1:0.25&depth=4&depth_norm=pre',
    ).state,
    ...nothing_attended,
    attended: { tensor: 'hidden.gelu', token: 3, feature: 5 },
    pinned: { tensor: 'pre_activation', token: 3, feature: 31 },
    traced_element: { tensor: 'hidden.gelu', token: 3, feature: 5 },
    window_start: { d_model: 0, d_ff: 16 },
  },
  {
    ...read_hash(
      '#v=2&example=chapter&token=1&gelu=gelu_tanh&x=0&zoom=1&block_norm=none&dropout=0&bias=0&bridge_toy=gpt2&loss=sum&depth=1',
    ).state,
    ...nothing_attended,
    slope_guess: { x: guess_points, y: [0, 0, 0, 0, 0] },
    attended: { tensor: 'output.relu', token: 1, feature: 2 },
    pinned: { tensor: 'output.relu', token: 1, feature: 2 },
    traced_element: { tensor: 'output.relu', token: 1, feature: 2 },
  },
  // The pinned unit, the traced element and the window lie outside this network.
  {
    ...read_hash('#v=2&example=pasted&token=1&dropout_placement=output').state,
    ...nothing_attended,
    pasted,
    pinned: { tensor: 'hidden.relu', token: 1, feature: 999 },
    traced_element: { tensor: 'pre_activation', token: 9, feature: 99 },
    window_start: { d_model: 32, d_ff: 64 },
  },
  // The first sentence in Vietnamese, and a chosen one, with edits.
  { ...default_state('facts'), ...nothing_attended, language: 'vi', token: 4 },
  {
    ...read_hash('#v=2&example=facts&fact=700&token=2&edits=x.70:1.5,w1.17:-0.3&dropout=0.3').state,
    ...nothing_attended,
    pinned: { tensor: 'hidden.gelu', token: 2, feature: 200 },
    window_start: { d_model: 32, d_ff: 192 },
  },
  {
    ...read_hash('#v=2&example=gpt2&gelu=gelu_tanh&token=9&dropout_passes=10&block_shortcuts=0')
      .state,
    ...nothing_attended,
  },
  {
    ...read_hash(
      '#v=2&example=pasted&token=1&x=-1000&block_norm=post&dropout_placement=output&brush=-1000~1000&threshold=0.1',
    ).state,
    ...nothing_attended,
    pasted,
    attended: { tensor: 'pre_activation', token: 2, feature: 15 },
  },
  // One token; no pre-activation is in the interval.
  {
    ...read_hash('#v=2&example=pasted&token=9999&brush=900~1000').state,
    ...nothing_attended,
    pasted: { data: pasted.data.slice(0, 4), shape: [1, 4] },
  },
];
