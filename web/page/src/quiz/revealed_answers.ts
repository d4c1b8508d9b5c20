/**
 * An answer is covered until the user guesses or presses "Show me", or follows a link that shows
 * all answers.
 */
import { signal } from '@preact/signals';
import { read_preference, save_preference } from '../state/preferences.ts';
import { store } from '../state/store.ts';
import { print_mode } from './printing.ts';
import {
  forget_guess,
  guesses,
  prediction_names,
  read_names,
  type PredictionName,
} from './predictions.ts';

const preference = 'answers';

const shown = signal(read_names(read_preference(preference) ?? ''));

function set(names: readonly PredictionName[]): void {
  shown.value = names;
  save_preference(preference, names.join(' '));
}

/** Shows all answers until the page is closed, where their questions are not shown. */
export const show_all_answers = (): void => void (shown.value = prediction_names);

/** A worksheet has the questions, whatever has been answered on the page. */
export const answer_shown = (name: PredictionName): boolean =>
  print_mode.value === 'answers' ||
  (print_mode.value === undefined &&
    (store.answers.value === 'shown' ||
      shown.value.includes(name) ||
      guesses.value[name] !== undefined));

export function show_answer(name: PredictionName): void {
  if (!shown.peek().includes(name)) set([...shown.peek(), name]);
}

export function cover_answer(name: PredictionName): void {
  forget_guess(name);
  const all = store.answers.peek() === 'shown' ? prediction_names : shown.peek();
  store.answers.value = 'covered';
  set(all.filter((other) => other !== name));
}
