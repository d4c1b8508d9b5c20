/**
 * An answer is covered until the user guesses or presses "Show me". If the first visit is through a
 * link with a state (`#v=…`), all are revealed, as such a link is meant to show its figures; a
 * stored preference takes precedence over the address.
 */
import { signal } from '@preact/signals';
import { read_preference, save_preference } from '../state/preferences.ts';
import { print_mode } from './printing.ts';
import {
  forget_guess,
  guesses,
  prediction_names,
  read_names,
  type PredictionName,
} from './predictions.ts';

const preference = 'answers';

const stored = read_preference(preference);
const opened_with_state = location.hash.startsWith('#v=');
const shown = signal(
  stored === null && opened_with_state ? prediction_names : read_names(stored ?? ''),
);

if (stored === null && !opened_with_state) save_preference(preference, '');

function set(names: readonly PredictionName[]): void {
  shown.value = names;
  save_preference(preference, names.join(' '));
}

/** Shows all answers until the page is closed, where their questions are not shown. */
export const show_all_answers = (): void => void (shown.value = prediction_names);

export const answer_shown = (name: PredictionName): boolean =>
  print_mode.value === 'answers' || shown.value.includes(name) || guesses.value[name] !== undefined;

export function show_answer(name: PredictionName): void {
  if (!shown.peek().includes(name)) set([...shown.peek(), name]);
}

export function cover_answer(name: PredictionName): void {
  forget_guess(name);
  set(shown.peek().filter((other) => other !== name));
}
