/**
 * Recipes: functions that compute the numbers of a step from the example and the state of the page. They run in the worker. The text of a
 * recipe, with the example's and the state, is the program that the provenance card shows (program.ts).
 *
 * Each function that `steps/STEP/recipe.ts` exports is a recipe of type `Recipe`; those of `slow_recipe.ts` are of type `SlowRecipe`. A
 * recipe calls ffn-lab and does no arithmetic of its own; it may read any part of the state and is run again when one that it has read changes.
 * Objects that it makes are disposed of after its end. Its result is cloned to the page.
 */
import type { ActivationKind, FeedForward, FeedForwardTrace, Lab, Tensor } from 'ffn-lab';
import type { ElementReference, TensorWidth } from './tensor_names.ts';
import type { UrlState } from './url_state.ts';
import type { Language } from '../words/languages.ts';

/** State of the page that its numbers depend on. */
export interface State extends UrlState {
  /** The page's language: the example `facts` is by default its first sentence. */
  readonly language: Language;
  /** The user's own input, for the example `pasted`. */
  readonly pasted: Tensor | undefined;
  /** The user's guess of GELU's derivative: x and y of its points. */
  readonly slope_guess: { readonly x: readonly number[]; readonly y: readonly number[] };
  /** The highlighted element. */
  readonly attended: ElementReference | undefined;
  /** The pinned element. */
  readonly pinned: ElementReference | undefined;
  /** The element of a layer's output whose products are shown; undefined if none is chosen. */
  readonly traced_element: ElementReference | undefined;
  /** First visible feature of the tensors of each width. */
  readonly window_start: Readonly<Record<TensorWidth, number>>;
}

/** The network and the input of the chosen example, with the user's edits. */
export interface Example {
  readonly ffn: FeedForward;
  readonly x: Tensor;
  /** Words of the tokens, if they have any. */
  readonly words: readonly string[] | undefined;
  /** Returns the traced pass with an activation, which is then the network's; computed once for each activation. */
  readonly trace: (activation: ActivationKind) => FeedForwardTrace;
}

/** A computation that runs a few passes at a time. */
export interface Run {
  /** Number of completed passes. */
  readonly passes: number;
  /** Executes up to `count` more passes; returns how many it has executed. */
  readonly advance: (count: number) => number;
}

/** How a slow recipe gives way to other calls, reports progress and is cancelled. */
export interface Job {
  /** Lets other calls run after the first `done` passes. */
  readonly pause: (done: number) => Promise<void>;
  /** Executes the remaining passes of a run, `count` at most. */
  readonly advance: (run: Run, count: number) => Promise<void>;
}

export type Recipe = (lab: Lab, example: Example, state: State) => unknown;
export type SlowRecipe = (lab: Lab, example: Example, state: State, job: Job) => Promise<unknown>;

/** Recipes by name. */
export type RecipeModule = Readonly<Record<string, Recipe | SlowRecipe>>;

/** The modules of recipes or their loaders, by step. */
export type RecipeModules = Readonly<Record<string, RecipeModule | (() => Promise<RecipeModule>)>>;

/** The name of a recipe on the page: `STEP.FUNCTION`. */
export const recipe_name = (step: string, name: string): string => `${step}.${name}`;

export interface ComputeRequest {
  /** Fast recipes, computed together. */
  readonly recipes: readonly string[];
  readonly state: State;
}

export interface ComputeSlowRequest {
  readonly recipe: string;
  readonly state: State;
}

/** The parts of the state that a recipe has read. */
export type Reads = readonly (keyof State)[];

export interface Computed {
  readonly value: unknown;
  readonly reads: Reads;
}

export interface RecipeError {
  readonly error: { readonly code: string; readonly message: string };
  readonly reads: Reads;
}

/** By name of the recipe; recipes that are not loaded yet are missing, unless none is loaded. */
export type ComputeReply = Readonly<Record<string, Computed | RecipeError>>;

/** Progress of a slow recipe. */
export interface SlowProgress {
  /** Number of completed passes. */
  readonly done: number;
  readonly reads: Reads;
}
