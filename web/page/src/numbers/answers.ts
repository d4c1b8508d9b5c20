/**
 * Answers of recipes that are computed now: at each change of the state. A step subscribes to the
 * answers that it shows; the recipes behind them are computed together, from one state, when
 * something that one of them has read changes. What nobody subscribes to is not computed.
 */
import { batch, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { CoreUnavailable, call_error, core, core_state } from '../compute/connection.ts';
import { page_state } from './page_state.ts';
import type { CallError } from '../compute/protocol.ts';
import {
  recipe_name,
  type Computed,
  type ComputeReply,
  type Reads,
  type RecipeError,
} from '../compute/recipe.ts';
import { same_value, type State } from '../state/state.ts';
import { store } from '../state/store.ts';

/** The result of a recipe with the state that it was computed from. */
export interface Answer<Value = unknown, Of = object> {
  readonly recipe: string;
  readonly value: Value;
  readonly state: Of;
  /** The parts of the state that its numbers depend on. */
  readonly reads: Reads;
}

/**
 * The newest successful answer, and the error of the newest computation or whether the user has
 * stopped it.
 */
export interface AnswerState<Value = unknown, Of = State> {
  readonly answer: Answer<Value, Of> | undefined;
  readonly error: CallError | undefined;
  readonly stopped?: true;
}

/**
 * An answer with the status of its computation, in separate signals so that only the components
 * that show it re-render.
 */
export interface AnswerSignal<Value = unknown, Of = State> extends ReadonlySignal<
  AnswerState<Value, Of>
> {
  /** A newer answer is being computed. */
  readonly pending: ReadonlySignal<boolean>;
}

export type AnswerOf<Source> =
  Source extends AnswerSignal<infer Value, infer Of> ? Answer<Value, Of> : never;

export interface Entry {
  readonly recipe: string;
  readonly shown: Signal<AnswerState>;
  readonly pending: Signal<boolean>;
  /** The state of the newest computation and what it has read; undefined before the first. */
  last: { readonly state: object; readonly reads: Reads } | undefined;
}

const entries = new Map<string, Entry>();

export const answer_named = (recipe: string): Answer | undefined =>
  entries.get(recipe)?.shown.peek().answer;

const part_of = (state: object, name: string) => (state as Readonly<Record<string, unknown>>)[name];

/** Whether parts of two states are equal. */
export const same_parts = (reads: Reads, a: object, b: object): boolean =>
  reads.every((name) => same_value(part_of(a, name), part_of(b, name)));

export const holds = ({ last }: Entry, state: object): boolean =>
  last !== undefined && same_parts(last.reads, last.state, state);

/**
 * Returns the entry of a recipe; `watch` is called when it gets its first subscriber, `unwatch`
 * when it loses its last.
 */
export function make_entry(
  recipe: string,
  watch: (entry: Entry) => void,
  unwatch: (entry: Entry) => void,
): Entry {
  const shown = signal<AnswerState>(
    { answer: undefined, error: undefined },
    // Deferred, so that no effect runs during a render.
    {
      watched: () => queueMicrotask(() => watch(entry)),
      unwatched: () => queueMicrotask(() => unwatch(entry)),
    },
  );
  const entry: Entry = { recipe, shown, pending: signal(true), last: undefined };
  entries.set(recipe, entry);
  return entry;
}

/** Stores the outcome of a recipe. */
export function show_outcome(entry: Entry, state: State, outcome: Computed | RecipeError): void {
  entry.last = { state, reads: outcome.reads };
  const { answer } = entry.shown.peek();
  entry.shown.value =
    'error' in outcome
      ? { answer, error: outcome.error }
      : { answer: { recipe: entry.recipe, state, ...outcome }, error: undefined };
}

/** The recipes whose answers are shown. */
const subscribed = signal<readonly Entry[]>([]);
let stop_updates: (() => void) | undefined;
let computing = false;
let newest: { readonly state: State; readonly shown: readonly Entry[] } | undefined;

const due_entries = (): Entry[] => {
  const { state, shown = [] } = newest ?? {};
  return state ? shown.filter((entry) => !holds(entry, state)) : [];
};

export const all_parts = (state: object): Reads => Object.keys(state);

/** Stores the outcomes of one call, which are shown together. */
function show_outcomes(
  computed: readonly Entry[],
  state: State,
  outcome_of: (recipe: string) => ComputeReply[string] | undefined,
): void {
  batch(() => {
    for (const entry of computed) {
      const outcome = outcome_of(entry.recipe);
      if (outcome) show_outcome(entry, state, outcome);
    }
    const due = new Set(due_entries());
    for (const entry of computed) entry.pending.value = due.has(entry);
  });
}

/**
 * Computes due answers until none is left. At most one call is pending; changes made meanwhile are
 * computed together after it.
 */
async function compute(): Promise<void> {
  for (;;) {
    const due = due_entries();
    if (newest === undefined || due.length === 0 || core_state.peek().phase !== 'ready') break;
    const { state } = newest;
    try {
      const reply = await core.call('compute', { recipes: due.map(({ recipe }) => recipe), state });
      show_outcomes(due, state, (recipe) => reply[recipe]);
    } catch (error) {
      // The page shows one notice for an unavailable worker, not one error per answer; the
      // restarted worker computes them.
      if (error instanceof CoreUnavailable) break;
      const outcome = { error: call_error(error), reads: all_parts(state) };
      show_outcomes(due, state, () => outcome);
    }
  }
  // At once, not when the promise resolves: a change in between would not be computed.
  computing = false;
}

function update(): void {
  const ready = core_state.value.phase === 'ready';
  const state = page_state.value;
  newest = state && { state, shown: subscribed.value };
  const due = new Set(due_entries());
  // A change may also be undone before it has been computed.
  for (const entry of subscribed.value)
    entry.pending.value = due.has(entry) || (computing && entry.pending.peek());
  if (!ready || computing) return;
  computing = true;
  void compute();
}

const unsubscribe = (entry: Entry) =>
  (subscribed.value = subscribed.peek().filter((other) => other !== entry));

function subscribe(entry: Entry): void {
  subscribed.value = [...subscribed.peek(), entry];
  stop_updates ??= effect(update);
}

export type Functions<Module> = { readonly [Name in keyof Module]: (...given: never[]) => unknown };
export type Answers<Module extends Functions<Module>> = {
  readonly [Name in keyof Module]: AnswerSignal<Awaited<ReturnType<Module[Name]>>>;
};

/**
 * Returns the answers of a step's recipes: `answers_of<typeof recipe>('hidden').sparsity`, after
 * `import type * as recipe from '../compute/recipe.ts'`.
 */
export function answers_of<Module extends Functions<Module>>(step: string): Answers<Module> {
  const get = (_: unknown, name: string | symbol) => {
    const recipe = recipe_name(step, String(name));
    const { shown, pending } = entries.get(recipe) ?? make_entry(recipe, subscribe, unsubscribe);
    return Object.assign(shown, { pending });
  };
  return new Proxy({}, { get }) as Answers<Module>;
}

/** Returns the newest answer if it belongs to the chosen example, otherwise undefined. */
export function shown_answer<Value>(source: AnswerSignal<Value>): Answer<Value, State> | undefined {
  const { answer } = source.value;
  return answer?.state.example === store.example.value ? answer : undefined;
}
