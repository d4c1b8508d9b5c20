/**
 * The calls that the worker `page` answers. Recipes run on one shared example, and the parts of the state that they read are observed. No
 * arithmetic: the numbers are those of ffn-lab.
 */
import { FfnError, type Lab } from 'ffn-lab';
import { delayed_progress, error_value, next_task, slice_ms, type AnyHandlers, type CallContext, type Handler } from './handler.ts';
import { recipe_name } from './recipe.ts';
import type {
  ComputeReply,
  ComputeRequest,
  ComputeSlowRequest,
  Computed,
  Example,
  Job,
  Reads,
  Recipe,
  RecipeError,
  RecipeModules,
  Run,
  SlowProgress,
  SlowRecipe,
  State,
} from './recipe.ts';
import { make_scope } from './scope.ts';
import { make_example_cache, type OpenFacts } from './cached_example.ts';
import type { CallName, Calls, NpyReply } from './protocol.ts';

/** The parts of the state that an example depends on. */
const example_reads = (state: State): Reads =>
  state.example === 'facts' ? ['example', 'fact', 'language', 'edits'] : ['example', 'pasted', 'edits'];

/** Wraps the state and the example so that `reads` returns what a recipe has read. */
function observe(state: State, example: () => Example) {
  const read = new Set<keyof State>();
  const observed_state = new Proxy(state, {
    get(target, name) {
      read.add(name as keyof State);
      return target[name as keyof State];
    },
  });
  const observed_example = new Proxy({} as Example, {
    get(_, name) {
      for (const part of example_reads(state)) read.add(part);
      return example()[name as keyof Example];
    },
  });
  return { state: observed_state, example: observed_example, reads: () => Array.from(read) };
}

/** Returns the job of a slow recipe: it works in slices, between which the worker handles other calls and cancellation. */
function make_job(signal: AbortSignal, report: (done: number) => void): Job {
  const pause = async (done: number) => {
    report(done);
    await next_task();
    signal.throwIfAborted();
  };
  const advance = async (run: Run, total: number) => {
    let started = performance.now();
    let count = 1;
    while (run.advance(Math.min(count, total - run.passes)) > 0) {
      const now = performance.now();
      if (now - started < slice_ms) {
        count *= 2;
        continue;
      }
      count = Math.max(1, Math.floor(count / 2));
      await pause(run.passes);
      started = performance.now();
    }
  };
  return { advance, pause };
}

/** Loads a recipe by its name, `STEP.FUNCTION`. */
async function find<Kind>(modules: RecipeModules, recipe: string): Promise<Kind> {
  const [step = '', name = ''] = recipe.split('.');
  const module = modules[step];
  const found = (typeof module === 'function' ? await module() : module)?.[name];
  if (found === undefined) throw new Error(`there is no recipe ${recipe}`);
  return found as Kind;
}

function run(lab: Lab, work: Recipe, state: State, example_for: (state: State) => Example): Computed | RecipeError {
  const observed = observe(state, () => example_for(state));
  const scope = make_scope(lab);
  try {
    return { value: work(scope.lab, observed.example, observed.state), reads: observed.reads() };
  } catch (error) {
    return { error: error_value(error), reads: observed.reads() };
  } finally {
    scope.dispose();
  }
}

/** Returns the recipes that need not be loaded, by name. */
const loaded_recipes = (modules: RecipeModules) =>
  Object.entries(modules).flatMap(([step, module]) =>
    typeof module === 'function'
      ? []
      : Object.entries(module).map(([name, recipe]) => [recipe_name(step, name), recipe as Recipe] as const),
  );

export interface AllRecipes {
  readonly fast: RecipeModules;
  readonly slow: RecipeModules;
}

/** Returns the example of a state, which is valid until the next `await`; `load` returns undefined if all that it needs is loaded. */
export type ExampleSource = ((state: State) => Example) & { readonly load: (state: State) => Promise<unknown> | undefined };

/** Returns the handlers `compute` and `compute_slow`. */
export function make_compute(lab: Lab, example_for: ExampleSource, { fast, slow }: AllRecipes) {
  const loaded = new Map<string, Recipe>(loaded_recipes(fast));

  const run_loaded = ({ recipes, state }: ComputeRequest): ComputeReply =>
    Object.fromEntries(
      recipes.flatMap((name) => (loaded.has(name) ? [[name, run(lab, loaded.get(name) as Recipe, state, example_for)]] : [])),
    );

  /** Replies at once with the recipes that are loaded, so that the first numbers do not wait for the others; if none is, loads them. */
  function compute(request: ComputeRequest): ComputeReply | Promise<ComputeReply> {
    const loading = example_for.load(request.state);
    if (loading) return loading.then(() => compute(request));
    if (request.recipes.some((recipe) => loaded.has(recipe))) return run_loaded(request);
    const load = async (recipe: string) => loaded.set(recipe, await find<Recipe>(fast, recipe));
    return Promise.all(request.recipes.map(load)).then(() => run_loaded(request));
  }

  async function compute_slow({ recipe, state }: ComputeSlowRequest, { signal, progress }: CallContext): Promise<Computed> {
    const work = await find<SlowRecipe>(slow, recipe);
    await example_for.load(state);
    const observed = observe(state, () => example_for(state));
    const scope = make_scope(lab);
    const report = delayed_progress((done: number) => progress({ done, reads: observed.reads() } satisfies SlowProgress));
    try {
      const value = await work(scope.lab, observed.example, observed.state, make_job(signal, report));
      return { value, reads: observed.reads() };
    } finally {
      scope.dispose();
    }
  }

  return { compute, compute_slow };
}

/** Reads a .npy file; returns the tensor, or the reason why the file was rejected. */
async function read_npy(lab: Lab, file: Blob): Promise<NpyReply> {
  try {
    return { tensor: await lab.read_npy(file) };
  } catch (error) {
    if (!(error instanceof FfnError)) throw error;
    return { error: { reason: error.reason ?? error.code, message: error.message } };
  }
}

type Handlers = { readonly [Name in CallName]: Handler<Calls[Name]['request'], Calls[Name]['reply']> };

export function make_page_handlers(lab: Lab, recipes: AllRecipes, open_facts: OpenFacts): AnyHandlers {
  const handlers: Handlers = {
    ...make_compute(lab, make_example_cache(lab, open_facts), recipes),
    read_npy: (file) => read_npy(lab, file),
  };
  return handlers;
}
