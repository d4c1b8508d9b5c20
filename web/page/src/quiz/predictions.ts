/** The user's guesses. Stored in localStorage only. */
import { computed, signal } from '@preact/signals';
import { read_object, read_preference, save_preference } from '../state/preferences.ts';

/** The steps of the questions, and their messages. */
export const questions = {
  gelu_derivative: { step: 'activation', message: 'guess.question' },
  relu_zeros: { step: 'hidden', message: 'hidden.guess' },
  other_tokens: { step: 'independence', message: 'independence.guess' },
  dropout_mean: { step: 'dropout', message: 'dropout.guess' },
  doubled_ratio: { step: 'cost', message: 'cost.guess_ratio' },
  share_of_block: { step: 'cost', message: 'cost.guess' },
} as const;

export type PredictionName = keyof typeof questions;

export const prediction_names = Object.keys(questions) as readonly PredictionName[];

interface Guess {
  readonly option: string;
  readonly right: boolean;
}

type Guesses = Readonly<Partial<Record<PredictionName, Guess>>>;

function is_guess(value: unknown): value is Guess {
  const { option, right } = (value ?? {}) as Partial<Guess>;
  return typeof option === 'string' && typeof right === 'boolean';
}

/** Reads stored guesses; malformed ones are dropped. */
export function read_guesses(text: string | null): Guesses {
  const given = read_object(text);
  return Object.fromEntries(
    prediction_names.flatMap((name) => (is_guess(given[name]) ? [[name, given[name]]] : [])),
  );
}

/** Parses a space-separated list of question names; unknown words are ignored. */
export function read_names(text: string): readonly PredictionName[] {
  const words = new Set(text.split(' '));
  return prediction_names.filter((name) => words.has(name));
}

export const guesses = signal<Guesses>(read_guesses(read_preference('guesses')));

export const score = computed(() => {
  const made = Object.values(guesses.value);
  return {
    answered: made.length,
    right: made.filter(({ right }) => right).length,
    total: prediction_names.length,
  };
});

function set(next: Guesses): void {
  guesses.value = next;
  save_preference('guesses', JSON.stringify(next));
}

export const choose_guess = (name: PredictionName, option: string, right: boolean): void =>
  set({ ...guesses.peek(), [name]: { option, right } });

export const forget_guess = (name: PredictionName): void =>
  set(Object.fromEntries(Object.entries(guesses.peek()).filter(([other]) => other !== name)));

export function nearest_option<Name extends string>(
  options: Readonly<Record<Name, number>>,
  value: number,
): Name {
  const distance = (name: Name) => Math.abs(options[name] - value);
  return (Object.keys(options) as Name[]).reduce((best, name) =>
    distance(name) < distance(best) ? name : best,
  );
}
