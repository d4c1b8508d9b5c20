/**
 * Which answers to the page's questions may be seen. A reader is asked for a guess first, once; "Show me" is always at hand.
 * A first visit through a link to a state sees everything at once: who hands out a link wants to show what it shows, and
 * so it is with a lesson's. A reader who has been asked stays asked, whatever the address says: by then it is their own.
 */
import { signal } from '@preact/signals';
import { read_preference, save_preference } from './preferences.ts';
import { prediction_names } from './prediction_names.ts';
import type { PredictionName } from './prediction_names.ts';
import { forget_guess, guesses, read_names } from './predictions.ts';

const preference = 'answers';

const remembered = read_preference(preference);
const opened_with_state = location.hash.startsWith('#v=');
const shown = signal(remembered === null && opened_with_state ? prediction_names : read_names(remembered ?? ''));

if (remembered === null && !opened_with_state) save_preference(preference, '');

function set(names: readonly PredictionName[]): void {
  shown.value = names;
  save_preference(preference, names.join(' '));
}

export const answer_shown = (name: PredictionName): boolean => shown.value.includes(name) || guesses.value[name] !== undefined;

export function show_answer(name: PredictionName): void {
  if (!shown.peek().includes(name)) set([...shown.peek(), name]);
}

/** Covers it again, for a guess or another one. */
export function cover_answer(name: PredictionName): void {
  forget_guess(name);
  set(shown.peek().filter((other) => other !== name));
}
