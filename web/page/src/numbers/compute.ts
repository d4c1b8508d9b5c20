/**
 * The calls that the worker `page` answers: recipes, which run on one shared example, and files.
 * ffn-lab computes all numbers.
 */
import { FfnError, type Lab, type Tensor } from 'ffn-lab';
import { example_reads, make_example_cache, type OpenFacts } from './cached_example.ts';
import { error_value, next_task, slice_ms, type CallContext, type CallsOf } from './handler.ts';
import type {
  ComputeReply,
  Example,
  Job,
  Recipe,
  RecipeModule,
  RecipeModules,
  Run,
  SlowProgress,
  SlowRecipe,
  State,
} from './recipe.ts';
import { make_scope } from './scope.ts';

/**
 * Returns the arguments of a recipe; `reads`, which returns the parts of the state that it has
 * read; and `dispose`, to call at its end.
 */
function observe(lab: Lab, state: State, example_for: (state: State) => Example) {
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
      return example_for(state)[name as keyof Example];
    },
  });
  const scope = make_scope(lab);
  return {
    given: [scope.lab, observed_example, observed_state] as const,
    reads: () => Array.from(read),
    dispose: scope.dispose,
  };
}

/** For a shorter computation, progress messages would cost more than the work itself. */
const delay_ms = 200;

/**
 * Returns the job of a slow recipe: it works in slices, between which the worker handles other
 * calls and cancellation.
 */
function make_job(signal: AbortSignal, report: (done: number) => void): Job {
  const begun = performance.now();
  const pause = async (done: number) => {
    if (performance.now() - begun > delay_ms) report(done);
    await next_task();
    signal.throwIfAborted();
  };
  const advance = async (run: Run, total: number) => {
    let started = performance.now();
    let count = 1;
    while (run.advance(Math.min(count, total - run.passes)) > 0) {
      const in_time = performance.now() - started < slice_ms;
      count = in_time ? count * 2 : Math.max(1, Math.floor(count / 2));
      if (in_time) continue;
      await pause(run.passes);
      started = performance.now();
    }
  };
  return { advance, pause };
}

/**
 * Returns functions that find a recipe of a loaded module by its name, `STEP.FUNCTION`, and that
 * load its module first.
 */
function make_finder<Kind>(modules: RecipeModules) {
  const loaded = new Map<string, RecipeModule>();
  for (const [step, module] of Object.entries(modules))
    if (typeof module === 'object') loaded.set(step, module);
  const find = (recipe: string) => {
    const [step = '', name = ''] = recipe.split('.');
    return loaded.get(step)?.[name] as Kind | undefined;
  };
  const load = async (recipe: string): Promise<Kind> => {
    const [step = ''] = recipe.split('.');
    const module = modules[step];
    if (typeof module === 'function') loaded.set(step, await module());
    const found = find(recipe);
    if (found === undefined) throw new Error(`there is no recipe ${recipe}`);
    return found;
  };
  return { find, load };
}

export interface AllRecipes {
  readonly fast: RecipeModules;
  readonly slow: RecipeModules;
}

function run(
  lab: Lab,
  recipe: Recipe,
  state: State,
  example_for: (state: State) => Example,
): ComputeReply[string] {
  const { given, reads, dispose } = observe(lab, state, example_for);
  try {
    return { value: recipe(...given), reads: reads() };
  } catch (error) {
    return { error: error_value(error), reads: reads() };
  } finally {
    dispose();
  }
}

/**
 * Returns the example of a state, which is valid until the next `await`; `load` returns undefined
 * if all that it needs is loaded.
 */
export type ExampleSource = ((state: State) => Example) & {
  readonly load: (state: State) => Promise<unknown> | undefined;
};

export function make_compute(lab: Lab, example_for: ExampleSource, recipes: AllRecipes) {
  const fast = make_finder<Recipe>(recipes.fast);
  const slow = make_finder<SlowRecipe>(recipes.slow);

  /**
   * Replies at once with the recipes that are loaded, so that the first numbers do not wait for the
   * others; if none is, loads them.
   */
  function compute(request: {
    readonly recipes: readonly string[];
    readonly state: State;
  }): ComputeReply | Promise<ComputeReply> {
    const loading = example_for.load(request.state);
    if (loading) return loading.then(() => compute(request));
    const replies = request.recipes.flatMap((name) => {
      const recipe = fast.find(name);
      return recipe ? [[name, run(lab, recipe, request.state, example_for)] as const] : [];
    });
    if (replies.length > 0) return Object.fromEntries(replies);
    return Promise.all(request.recipes.map(fast.load)).then(() => compute(request));
  }

  async function compute_slow(
    { recipe, state }: { readonly recipe: string; readonly state: State },
    { signal, progress }: CallContext,
  ) {
    const work = await slow.load(recipe);
    await example_for.load(state);
    const { given, reads, dispose } = observe(lab, state, example_for);
    const report = (done: number) => progress({ done, reads: reads() } satisfies SlowProgress);
    try {
      return { value: await work(...given, make_job(signal, report)), reads: reads() };
    } finally {
      dispose();
    }
  }

  return { compute, compute_slow };
}

export interface NpyError {
  /** Reason or code of the FfnError. */
  readonly reason: string;
  readonly message: string;
}

async function read_npy(
  lab: Lab,
  file: Blob,
): Promise<{ readonly tensor: Tensor } | { readonly error: NpyError }> {
  try {
    return { tensor: await lab.read_npy(file) };
  } catch (error) {
    if (!(error instanceof FfnError)) throw error;
    return { error: { reason: error.reason ?? error.code, message: error.message } };
  }
}

export const make_page_handlers = (lab: Lab, recipes: AllRecipes, open_facts: OpenFacts) => ({
  ...make_compute(lab, make_example_cache(lab, open_facts), recipes),
  read_npy: (file: Blob) => read_npy(lab, file),
});

export type PageCalls = CallsOf<ReturnType<typeof make_page_handlers>, SlowProgress>;
