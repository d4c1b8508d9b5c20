/** The user's own matrix, from the text of its field. */
import { computed, effect, signal } from '@preact/signals';
import { fits_into_link } from './link_bytes.ts';
import { matrix_text, parse_matrix, type Matrix } from './parse_matrix.ts';
import { same_value } from './state.ts';

/** Text of the matrix field, valid or not. */
export const pasted_text = signal('1.0  0.5 -0.3  0.8\n0.2 -0.4  0.6  0.1\n-1.5  0.0  0.9  2.0');

export const parsed_matrix = computed(() => parse_matrix(pasted_text.value));

export const last_good_matrix = signal<Matrix | undefined>(undefined);
effect(() => {
  if ('matrix' in parsed_matrix.value) last_good_matrix.value = parsed_matrix.value.matrix;
});

/** The matrix in use if a link to it is short enough. */
export const linked_matrix = computed(() => {
  const matrix = last_good_matrix.value;
  return matrix && fits_into_link(matrix) ? matrix : undefined;
});

/** Shows the matrix of a link; text of the same numbers keeps the form in which it was typed. */
export function show_matrix(matrix: Matrix): void {
  if (same_value(matrix, last_good_matrix.peek())) return;
  pasted_text.value =
    matrix_text({ data: matrix.data, shape: [matrix.rows, matrix.columns] }) ?? '';
}
