/** The state of the page that recipes get. */
import { computed } from '@preact/signals';
import { last_good_matrix } from '../state/pasted.ts';
import type { State } from '../state/state.ts';
import { slope_guess } from '../quiz/slope_guess.ts';
import { attended, current_state, store } from '../state/store.ts';
import { current_language } from '../words/i18n.ts';

/**
 * The highlighted element unless it belongs to the input; while a number is edited, the trace does
 * not follow the pointer.
 */
function traced_element(): State['traced_element'] {
  const at = (store.editing.value && store.pinned.value) ?? attended.value;
  return at?.tensor === 'x' ? undefined : at;
}

/**
 * Undefined while there is nothing to compute: the example is the user's own input and none has
 * been valid yet.
 */
export const page_state = computed((): State | undefined => {
  const state = current_state();
  const matrix = state.example === 'pasted' ? last_good_matrix.value : undefined;
  if (state.example === 'pasted' && matrix === undefined) return undefined;
  const { d_model, d_ff } = store.window_start;
  return {
    ...state,
    language: current_language(),
    pasted: matrix && { data: matrix.data, shape: [matrix.rows, matrix.columns] },
    slope_guess: slope_guess.value,
    attended: attended.value,
    pinned: store.pinned.value,
    traced_element: traced_element(),
    window_start: { d_model: d_model.value, d_ff: d_ff.value },
  };
});
