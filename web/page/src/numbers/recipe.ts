/**
 * Recipes compute the numbers of a step in the worker. Each function of `steps/STEP/recipe.ts` is
 * one, and of `slow_recipe.ts` a slow one. A recipe may read any part of the state, and is run
 * again when one that it has read changes; it does no arithmetic of its own. Its objects are
 * disposed of, and its result is cloned to the page. Its text, with the example's and the state, is
 * the program of its numbers (program.ts).
 */
import type { ActivationKind, FeedForwardTrace, Lab, Tensor } from 'ffn-lab';
import type { Network } from './examples.ts';
import type { CallError } from './protocol.ts';
import type { ElementReference } from './tensor_names.ts';
import type { UrlState } from './url_state.ts';
import type { Language } from '../words/languages.ts';

export interface State extends UrlState {
  /** The page's language: the example `facts` is by default its first sentence. */
  readonly language: Language;
  /** The user's own input, for the example `pasted`. */
  readonly pasted: Tensor | undefined;
  /** The user's guess of GELU's derivative: x and y of its points. */
  readonly slope_guess: { readonly x: readonly number[]; readonly y: readonly number[] };
  readonly attended: ElementReference | undefined;
  readonly pinned: ElementReference | undefined;
  /** The element of a layer's output whose products are shown; undefined if none is chosen. */
  readonly traced_element: ElementReference | undefined;
  /** First visible feature of the tensors of each width. */
  readonly window_start: Readonly<Record<'d_model' | 'd_ff', number>>;
}

/** The network and the input of the chosen example, with the user's edits. */
export interface Example extends Network {
  /**
   * Returns the traced pass with an activation, computed once for each; the network then has that
   * activation.
   */
  readonly trace: (activation: ActivationKind) => FeedForwardTrace;
}

export interface Run {
  /** Number of completed passes. */
  readonly passes: number;
  /** Executes up to `count` more passes; returns how many it has executed. */
  readonly advance: (count: number) => number;
}

/** Lets a slow recipe give way to other calls, report progress and be cancelled. */
export interface Job {
  /** Lets other calls run after the first `done` passes. */
  readonly pause: (done: number) => Promise<void>;
  /** Executes the remaining passes of a run, `count` at most. */
  readonly advance: (run: Run, count: number) => Promise<void>;
}

export type Recipe = (lab: Lab, example: Example, state: State) => unknown;
export type SlowRecipe = (lab: Lab, example: Example, state: State, job: Job) => Promise<unknown>;

export type RecipeModule = Readonly<Record<string, Recipe | SlowRecipe>>;

/** The modules of recipes or their loaders, by step. */
export type RecipeModules = Readonly<Record<string, RecipeModule | (() => Promise<RecipeModule>)>>;

export const recipe_name = (step: string, name: string): string => `${step}.${name}`;

/** The parts of the state that a recipe has read. */
export type Reads = readonly (keyof State)[];

export interface Computed {
  readonly value: unknown;
  readonly reads: Reads;
}

export interface RecipeError {
  readonly error: CallError;
  readonly reads: Reads;
}

/** By name of the recipe; recipes that are not loaded yet are missing, unless none is loaded. */
export type ComputeReply = Readonly<Record<string, Computed | RecipeError>>;

export interface SlowProgress {
  /** Number of completed passes. */
  readonly done: number;
  readonly reads: Reads;
}

/**
 * Whether two parts of the state are equal: NaN equals itself, and tensors, arrays and plain
 * objects are compared by their elements.
 */
export function same_value(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Float32Array && b instanceof Float32Array)
    return a.length === b.length && a.every((element, index) => Object.is(element, b[index]));
  const [first, second] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(first);
  return (
    names.length === Object.keys(second).length &&
    names.every((name) => name in second && same_value(first[name], second[name]))
  );
}
