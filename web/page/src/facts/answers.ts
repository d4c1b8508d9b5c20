/**
 * The worker of the facts, which starts when facts are first shown, its corpus, and the answers of
 * workers that know the facts.
 */
import { computed, effect, signal } from '@preact/signals';
import type { Answer, Outcome } from '../numbers/answers.ts';
import { connect, type CallOptions, type Connection } from '../numbers/connection.ts';
import { recipe_name, type Reads, type State } from '../numbers/recipe.ts';
import { AnswerCalls, type Source } from '../numbers/slow_answers.ts';
import { corpus_of, type Corpus, type CorpusFile } from './corpus.ts';
import type { FactsCalls } from './service.ts';

export const facts_worker = connect<FactsCalls>('facts');

export const corpus = signal<Corpus | undefined>(undefined);

export const word_text = (word: number | undefined): string =>
  corpus.value?.vocabulary[word ?? -1] ?? '';

const started = new Set<unknown>();

/** Starts a worker that knows the corpus and asks for it; repeated calls do nothing. */
export function start_with_corpus(
  worker: Pick<Connection<object>, 'state' | 'restart'>,
  ask: () => Promise<CorpusFile>,
): void {
  if (started.has(worker)) return;
  started.add(worker);
  worker.restart();
  effect(() => {
    if (worker.state.value.phase !== 'ready' || corpus.peek() !== undefined) return;
    ask().then(
      (reply) => (corpus.value = corpus_of(reply)),
      () => undefined, // the page shows the worker's failure
    );
  });
}

export const start_facts = (): void =>
  start_with_corpus(facts_worker, () => facts_worker.call('corpus', undefined));

/** An answer that a worker computes from a state of its own. */
type OwnAnswer<Value, Given> = Answer<Value> & { readonly given: Given };

interface WorkerSource<Value, Given> extends Pick<Source, 'worker'> {
  readonly recipe: string;
  /** Returns the state, undefined if there is nothing to compute. */
  readonly own: () => Given | undefined;
  readonly compute: (given: Given, options: Required<CallOptions<number>>) => Promise<Value>;
  readonly program: (given: Given, value: Value, path: string) => Promise<string>;
}

export function worker_answer<Value, Given>({
  recipe,
  worker,
  own,
  compute,
  program,
}: WorkerSource<Value, Given>) {
  const state = computed(() => own() as State | undefined);
  const call: Source['call'] = async (asked, options): Promise<Outcome> => {
    const given = asked as unknown as Given;
    const reads = Object.keys(asked) as unknown as Reads;
    const value = await compute(given, {
      signal: options.signal,
      on_progress: (done) => options.on_progress({ done, reads }),
    });
    return { value, reads, given, program: (path) => program(given, value, path) };
  };
  const { entry, progress } = new AnswerCalls(recipe, { worker, state, call });
  return {
    shown: computed(() => entry.shown.value.answer as OwnAnswer<Value, Given> | undefined),
    error: computed(() => entry.shown.value.error),
    pending: entry.pending,
    progress,
  };
}

type Recipe = Exclude<keyof FactsCalls, 'corpus' | 'variants' | 'trained' | `${string}_file`>;
type StateOf<Name extends Recipe> = FactsCalls[Name]['request'];
type ValueOf<Name extends Recipe> = FactsCalls[Name]['reply'];
export type FactsAnswer<Name extends Recipe> = OwnAnswer<ValueOf<Name>, StateOf<Name>>;

export const facts_answer = <Name extends Recipe>(
  name: Name,
  own: () => StateOf<Name> | undefined,
) =>
  worker_answer<ValueOf<Name>, StateOf<Name>>({
    recipe: recipe_name('facts', name),
    worker: facts_worker.state,
    own,
    compute: (state, options) => facts_worker.call(name, state, { signal: options.signal }),
    program: async (state, value, path) =>
      (await import('./program.ts')).program_of(name, state as object, value, path),
  });
