/**
 * The calls that every worker answers: recipes, several at once or one with progress and
 * cancellation. They run on one shared example and on the session of their step. ffn-lab computes
 * all numbers.
 */
import { FfnError, type Lab } from 'ffn-lab';
import { example_reads, make_example_cache, type OpenFacts } from './cached_example.ts';
import { error_value, next_task, slice_ms, type CallContext } from './handler.ts';
import type {
  Computed,
  ComputeReply,
  Example,
  Given,
  Modules,
  Progress,
  Registry,
  Report,
  Reported,
} from './recipe.ts';
import type { State } from '../state/state.ts';
import { make_scope } from './scope.ts';

type Work = (given: Given, state: State) => unknown;

/**
 * Returns what a recipe is given and its state; `reads`, which returns the parts of the state that
 * it has read; and `dispose`, to call at its end.
 */
function observe(lab: Lab, state: State, example_for: (state: State) => Example) {
  const read = new Set<string>();
  const observed_state = new Proxy(state, {
    get(target, name) {
      read.add(String(name));
      return target[name as keyof State];
    },
  });
  const example = new Proxy({} as Example, {
    get(_, name) {
      for (const part of example_reads(state)) read.add(part);
      return example_for(state)[name as keyof Example];
    },
  });
  const scope = make_scope(lab);
  return {
    given: { lab: scope.lab, example },
    state: observed_state,
    reads: () => Array.from(read),
    dispose: scope.dispose,
  };
}

/** For a shorter computation, progress messages would cost more than the work itself. */
const delay_ms = 200;

/** Returns the progress of a recipe that works in slices and reports at their ends. */
function make_progress(signal: AbortSignal, send: (report: Report) => void): Progress {
  const begun = performance.now();
  let last = begun;
  const is_due = ({ value }: Report) => value !== undefined || performance.now() - last >= slice_ms;
  const report = (now: Report) => {
    if (!is_due(now)) return;
    last = performance.now();
    if (now.value !== undefined || last - begun > delay_ms) send(now);
  };
  const pause = (now: Report) => {
    if (!is_due(now)) return undefined;
    report(now);
    return next_task().then(() => signal.throwIfAborted());
  };
  return { signal, report, pause };
}

/** The progress of a recipe that is not asked for it. */
const no_progress: Progress = { report: () => undefined, pause: () => undefined };

/** Returns functions that find a module that is loaded, and that load it first. */
function make_loader<Module>(modules: Modules<Module>) {
  const loaded = new Map<string, Module>();
  for (const [step, module] of Object.entries(modules))
    if (typeof module === 'object') loaded.set(step, module);
  const load = async (step: string): Promise<Module | undefined> => {
    const module = modules[step];
    if (!loaded.has(step) && typeof module === 'function') {
      const loading = (module as () => Promise<Module>)().catch((cause: unknown) => {
        throw new FfnError(
          'load_failed',
          `the step ${step} could not be loaded: ${String(cause)}`,
          {
            cause,
          },
        );
      });
      loaded.set(step, await loading);
    }
    return loaded.get(step);
  };
  return { find: (step: string) => loaded.get(step), load };
}

/** A session that tells the page something with each reply. */
interface Noting {
  readonly note?: () => unknown;
}

const step_of = (recipe: string) => recipe.split('.')[0] ?? '';

/** Returns functions that find a recipe with its session, and that load both first. */
function make_finder(lab: Lab, registry: Registry) {
  const modules = make_loader(registry.recipes);
  const sessions = make_loader(registry.sessions);
  const open = new Map<string, unknown>();
  const find = (recipe: string) => {
    const step = step_of(recipe);
    const work = modules.find(step)?.[recipe.slice(step.length + 1)] as Work | undefined;
    return work && { work, session: open.get(step) };
  };
  const load = async (recipe: string) => {
    const step = step_of(recipe);
    const [session] = await Promise.all([sessions.load(step), modules.load(step)]);
    if (session && !open.has(step)) open.set(step, session.open_session(lab));
    const found = find(recipe);
    if (found === undefined) throw new Error(`there is no recipe ${recipe}`);
    return found;
  };
  return { find, load };
}

/**
 * Returns the example of a state, which is valid until the next `await`; `load` returns undefined
 * if all that it needs is loaded.
 */
export type ExampleSource = ((state: State) => Example) & {
  readonly load: (state: State) => Promise<unknown> | undefined;
};

interface ComputeRequest {
  readonly recipes: readonly string[];
  readonly state: State;
}

interface AskRequest {
  readonly recipe: string;
  readonly state: object;
}

export function make_handlers(lab: Lab, example_for: ExampleSource, registry: Registry) {
  const { find, load } = make_finder(lab, registry);

  function run({ work, session }: NonNullable<ReturnType<typeof find>>, asked: State) {
    const { given, state, reads, dispose } = observe(lab, asked, example_for);
    try {
      const value = work({ ...given, session, progress: no_progress }, state);
      return { value, reads: reads() };
    } catch (error) {
      return { error: error_value(error), reads: reads() };
    } finally {
      dispose();
    }
  }

  /**
   * Replies at once with the recipes that are loaded, so that the first numbers do not wait for the
   * others; if none is, loads them.
   */
  function compute(request: ComputeRequest): ComputeReply | Promise<ComputeReply> {
    const loading = example_for.load(request.state);
    if (loading) return loading.then(() => compute(request));
    const replies = request.recipes.flatMap((name) => {
      const found = find(name);
      return found ? [[name, run(found, request.state)] as const] : [];
    });
    if (replies.length > 0) return Object.fromEntries(replies);
    return Promise.all(request.recipes.map(load)).then(() => compute(request));
  }

  /** Runs one recipe, which reports its progress and can be cancelled. */
  async function ask(request: AskRequest, { signal, progress }: CallContext): Promise<Computed> {
    const asked = request.state as State;
    const { work, session } = await load(request.recipe);
    await example_for.load(asked);
    signal.throwIfAborted();
    const { given, state, reads, dispose } = observe(lab, asked, example_for);
    const told = () => ({ reads: reads(), note: (session as Noting | undefined)?.note?.() });
    const send = (report: Report) => progress({ ...report, ...told() } satisfies Reported);
    try {
      const all = { ...given, session, progress: make_progress(signal, send) };
      return { value: await work(all, state), ...told() };
    } finally {
      dispose();
    }
  }

  return { compute, ask };
}

export const make_page_handlers = (lab: Lab, registry: Registry, open_facts?: OpenFacts) =>
  make_handlers(lab, make_example_cache(lab, open_facts), registry);

export type Handlers = ReturnType<typeof make_handlers>;

/** The calls of every worker. */
export type WorkerCalls = {
  readonly [Name in keyof Handlers]: {
    readonly request: Parameters<Handlers[Name]>[0];
    readonly reply: Awaited<ReturnType<Handlers[Name]>>;
  };
};
