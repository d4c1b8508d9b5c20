/**
 * Whether the derivative of GELU may be seen. A reader is asked for a guess first, once; "Show me" is always at hand.
 * A first visit through a link to a state sees everything at once: who hands out a link wants to show what it shows, and
 * so it is with a lesson's. A reader who has been asked stays asked, whatever the address says: by then it is their own.
 */
import { computed, signal } from '@preact/signals';
import { read_preference, save_preference } from '../preferences.ts';
import { forget_guess, guesses } from '../predictions.ts';

const name = 'derivative';
const remembered = read_preference(name);
const came_with_state = location.hash.startsWith('#v=');
const shown = signal(remembered === 'shown' || (remembered !== 'asked' && came_with_state));

export const derivative_shown = computed(() => shown.value || guesses.value.gelu_derivative !== undefined);

if (!derivative_shown.peek()) save_preference(name, 'asked');

export function show_derivative(): void {
  shown.value = true;
  save_preference(name, 'shown');
}

/** Covers it again, for a guess or another one. */
export function ask_for_derivative(): void {
  forget_guess('gelu_derivative');
  shown.value = false;
  save_preference(name, 'asked');
}
