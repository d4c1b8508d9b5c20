/** The worker of the facts, started when something first shows them, its corpus, and the answers of its recipes. */
import { computed, effect, signal } from '@preact/signals';
import type { Answer, Outcome } from '../numbers/answers.ts';
import { CoreUnavailable, connect } from '../numbers/connection.ts';
import { recipe_name } from '../numbers/recipe.ts';
import type { Reads, State } from '../numbers/recipe.ts';
import { AnswerCalls } from '../numbers/slow_answers.ts';
import type { Source } from '../numbers/slow_answers.ts';
import { corpus_of } from './corpus.ts';
import type { Corpus } from './corpus.ts';
import type { FactsCalls } from './service.ts';

export const facts_worker = connect<FactsCalls>('facts');

/** Undefined until it is loaded. */
export const corpus = signal<Corpus | undefined>(undefined);

/** Text of a word of the vocabulary. */
export const word_text = (word: number | undefined): string => corpus.value?.vocabulary[word ?? -1] ?? '';

let started = false;

/** Starts the worker and asks for the corpus; repeated calls do nothing. */
export function start_facts(): void {
  if (started) return;
  started = true;
  facts_worker.restart();
  effect(() => {
    if (facts_worker.state.value.phase !== 'ready' || corpus.peek() !== undefined) return;
    facts_worker.call('corpus', undefined).then(
      (reply) => (corpus.value = corpus_of(reply)),
      (error: unknown) => {
        // The page shows the worker's failure.
        if (!(error instanceof CoreUnavailable)) throw error;
      },
    );
  });
}

type Recipe = Exclude<keyof FactsCalls, 'corpus' | `${string}_file`>;
type StateOf<Name extends Recipe> = FactsCalls[Name]['request'];
export type FactsAnswer<Name extends Recipe> = Answer<FactsCalls[Name]['reply']> & { readonly given: StateOf<Name> };

function outcome_of(recipe: Recipe, state: object, value: unknown): Outcome {
  const program = async (path: string) => (await import('./program.ts')).program_of(recipe, state, value, path);
  return { value, reads: Object.keys(state) as unknown as Reads, given: state, program };
}

/** Returns the answer of a recipe, computed while it is shown; `own` returns the recipe's state, undefined if there is nothing to compute. */
export function facts_answer<Name extends Recipe>(name: Name, own: () => StateOf<Name> | undefined) {
  // The recipes have a state of their own.
  const state = computed(() => own() as State | undefined);
  const call: Source['call'] = async (given, { signal: abort }) => {
    const of_recipe = given as unknown as StateOf<Name> & object;
    return outcome_of(name, of_recipe, await facts_worker.call(name, of_recipe, { signal: abort }));
  };
  const { entry } = new AnswerCalls(recipe_name('facts', name), { worker: facts_worker.state, state, call });
  return {
    /** The newest successful answer. */
    shown: computed(() => entry.shown.value.answer as FactsAnswer<Name> | undefined),
    error: computed(() => entry.shown.value.error),
    pending: entry.pending,
  };
}
