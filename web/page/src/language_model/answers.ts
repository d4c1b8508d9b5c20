/** The worker of the facts, which starts when facts are first shown, its corpus and its answers. */
import { effect, signal } from '@preact/signals';
import type { Answer } from '../numbers/answers.ts';
import { asked_answer, type AskedAnswer } from '../numbers/asked.ts';
import { connect, run_recipe, type Connection } from '../compute/connection.ts';
import type { StateOf, ValueOf } from '../compute/recipe.ts';
import { corpus_of, type Corpus, type Sentence } from './corpus.ts';
import type * as file_recipe from './file_recipe.ts';
import type * as recipe from './recipe.ts';
import type * as variant_recipe from './variant_recipe.ts';

export const facts_worker = connect('facts');

export const corpus = signal<Corpus | undefined>(undefined);

/** The sentences of the corpus; none before it is there. */
export const all_sentences = (): readonly Sentence[] => corpus.value?.sentences ?? [];

export const word_text = (word: number | undefined): string =>
  corpus.value?.vocabulary[word ?? -1] ?? '';

const started = new Set<Connection>();

/** Starts a worker and asks it for the corpus; repeated calls do nothing. */
export function start_with_corpus(worker: Connection): void {
  if (started.has(worker)) return;
  started.add(worker);
  worker.restart();
  effect(() => {
    if (worker.state.value.phase !== 'ready' || corpus.peek() !== undefined) return;
    run_recipe<typeof file_recipe.corpus>(worker, 'facts.corpus', {}).then(
      (reply) => (corpus.value = corpus_of(reply)),
      () => undefined, // the page shows the worker's failure
    );
  });
}

export const start_facts = (): void => start_with_corpus(facts_worker);

type Recipes = typeof recipe & typeof variant_recipe & Pick<typeof file_recipe, 'variants'>;
export type FactsAnswer<Name extends keyof Recipes> = Answer<
  ValueOf<Recipes[Name]>,
  StateOf<Recipes[Name]>
>;

/** Returns the answer of a recipe about the facts, for the state that `own` returns. */
export const facts_answer = <Name extends keyof Recipes>(
  name: Name,
  own: () => StateOf<Recipes[Name]> | undefined,
): AskedAnswer<ValueOf<Recipes[Name]>, StateOf<Recipes[Name]>> =>
  asked_answer<Recipes[Name]>(`facts.${name}`, own, { worker: facts_worker });
