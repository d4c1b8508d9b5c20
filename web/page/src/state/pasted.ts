/** The user's own matrix, from the text of its field. */
import { computed, effect, signal } from '@preact/signals';
import { parse_matrix, type Matrix } from './parse_matrix.ts';
import { store } from './store.ts';

export const parsed_matrix = computed(() => parse_matrix(store.pasted_text.value));

export const last_good_matrix = signal<Matrix | undefined>(undefined);
effect(() => {
  if ('matrix' in parsed_matrix.value) last_good_matrix.value = parsed_matrix.value.matrix;
});
