/**
 * Recipes compute the numbers of a step in a worker: each function of `steps/STEP/recipe.ts` is
 * one. A recipe may read any part of the state, and is run again when one that it has read changes;
 * it does no arithmetic of its own. The page asks for it at each change, or once, with progress and
 * cancellation. Its objects are disposed of, and its result is cloned to the page. Its text, with
 * those of the example and the session and with the state, is the program of its numbers
 * (program.ts).
 */
import type { ActivationKind, FeedForwardTrace, Lab } from 'ffn-lab';
import type { Network } from './examples.ts';
import type { CallError } from './protocol.ts';

/** The network and the input of the chosen example, with the user's edits. */
export interface Example extends Network {
  /**
   * Returns the traced pass with an activation, computed once for each; the network then has that
   * activation.
   */
  readonly trace: (activation: ActivationKind) => FeedForwardTrace;
}

/** How far a recipe is. */
export interface Report {
  readonly done: number;
  readonly of?: number;
  /** Names the part, if a recipe has several. */
  readonly part?: string;
  /** The value so far, which is shown meanwhile. */
  readonly value?: unknown;
}

/** Lets a long recipe report, give way to other calls and be cancelled. */
export interface Progress {
  /** Aborted when the page cancels the recipe. */
  readonly signal?: AbortSignal;
  readonly report: (report: Report) => void;
  /** Reports, lets other calls run, and throws if the recipe is cancelled. */
  readonly pause: (report: Report) => Promise<void> | undefined;
}

/** All that a recipe may ask for numbers. */
export interface Given<Session = unknown> {
  readonly lab: Lab;
  readonly example: Example;
  /** The object of the step that lives longer than a state (`session.ts` of the step). */
  readonly session: Session;
  readonly progress: Progress;
}

export type AnyRecipe = (given: never, state: never) => unknown;
export type RecipeModule = Readonly<Record<string, AnyRecipe>>;

export type StateOf<Recipe> = Recipe extends (
  given: never,
  state: infer Of extends object,
) => unknown
  ? Of
  : never;
export type ValueOf<Recipe> = Recipe extends (...given: never) => infer Value
  ? Awaited<Value>
  : never;

/** Modules or their loaders, by step. */
export type Modules<Module> = Readonly<Record<string, Module | (() => Promise<Module>)>>;

/** Exported by `session.ts` of a step, besides how its programs make the session again. */
export interface SessionModule {
  readonly open_session: (lab: Lab) => unknown;
}

/** The recipes of all steps, and their sessions. */
export interface Registry {
  readonly recipes: Modules<RecipeModule>;
  readonly sessions: Modules<SessionModule>;
}

export const recipe_name = (step: string, name: string): string => `${step}.${name}`;

/** The parts of the state that a recipe has read. */
export type Reads = readonly string[];

export interface Computed {
  readonly value: unknown;
  readonly reads: Reads;
  /** Told by the session with each reply and report, such as the bytes that it has read. */
  readonly note?: unknown;
}

export interface RecipeError {
  readonly error: CallError;
  readonly reads: Reads;
}

/** By name of the recipe; recipes that are not loaded yet are missing, unless none is loaded. */
export type ComputeReply = Readonly<Record<string, Computed | RecipeError>>;

/** Told to the page while it waits for a recipe. */
export interface Reported extends Report, Pick<Computed, 'reads' | 'note'> {}
