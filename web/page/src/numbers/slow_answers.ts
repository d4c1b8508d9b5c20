/**
 * Answers that are computed by a call of their own, which reports progress and can be stopped:
 * answers of slow recipes and of other workers.
 */
import { batch, effect, signal, type ReadonlySignal } from '@preact/signals';
import {
  all_parts,
  holds,
  make_entry,
  show_outcome,
  type AnswerSignal,
  type Entry,
  type Functions,
  type Outcome,
} from './answers.ts';
import {
  CoreUnavailable,
  call,
  call_error,
  core_state,
  type CallOptions,
  type CoreState,
} from './connection.ts';
import { page_state } from './page_state.ts';
import { recipe_name, same_value, type SlowProgress, type State } from './recipe.ts';

export interface SlowAnswerSignal<Value = unknown> extends AnswerSignal<Value> {
  /** Number of completed passes; undefined before the first report of a long computation. */
  readonly progress: ReadonlySignal<number | undefined>;
  readonly stop: () => void;
  readonly again: () => void;
}

interface Running {
  readonly state: State;
  readonly controller: AbortController;
  /** The parts of the state that it has read so far; known for long computations only. */
  reads: SlowProgress['reads'] | undefined;
}

/** Where an answer is computed, from which state, and by which call. */
export interface Source {
  readonly worker: ReadonlySignal<Pick<CoreState, 'phase'>>;
  /** Undefined while there is nothing to compute. */
  readonly state: ReadonlySignal<State | undefined>;
  readonly call: (state: State, options: Required<CallOptions<SlowProgress>>) => Promise<Outcome>;
}

/** Computes an answer whenever the state that it has read changes; at most one call is pending. */
export class AnswerCalls {
  readonly progress = signal<number | undefined>(undefined);
  readonly entry: Entry;
  readonly #source: Source;
  #running: Running | undefined;
  #newest: State | undefined;
  #stop_effect: (() => void) | undefined;

  constructor(recipe: string, source: Source) {
    this.#source = source;
    this.entry = make_entry(
      recipe,
      () => (this.#stop_effect ??= effect(() => this.#update())),
      () => this.#leave(),
    );
  }

  readonly stop = (): void => this.#running?.controller.abort('stopped');

  readonly again = (): void => {
    this.entry.last = undefined;
    this.entry.shown.value = { answer: this.entry.shown.peek().answer, error: undefined };
    void this.#compute();
  };

  #leave(): void {
    this.#stop_effect?.();
    this.#stop_effect = undefined;
    this.#newest = undefined;
    this.#running?.controller.abort();
  }

  #update(): void {
    const ready = this.#source.worker.value.phase === 'ready';
    const newest = (this.#newest = this.#source.state.value);
    if (newest === undefined || holds(this.entry, newest)) {
      this.entry.pending.value = this.#running !== undefined;
      return;
    }
    const { stopped, ...before } = this.entry.shown.peek();
    if (stopped) this.entry.shown.value = before;
    this.entry.pending.value = true;
    if (!ready) return;
    if (this.#running === undefined) void this.#compute();
    // A short computation is not aborted: its answer is shown even if it is outdated, so that
    // numbers follow a drag.
    else if (
      this.#running.reads?.some((name) => !same_value(this.#running?.state[name], newest[name]))
    )
      this.#running.controller.abort();
  }

  async #compute(): Promise<void> {
    while (this.#newest !== undefined && !holds(this.entry, this.#newest)) {
      const running: Running = {
        state: this.#newest,
        controller: new AbortController(),
        reads: undefined,
      };
      this.#running = running;
      this.entry.pending.value = true;
      const lost = await this.#call(running);
      this.#running = undefined;
      if (lost) return;
    }
    this.entry.pending.value = false;
  }

  /** Returns whether the worker was lost. */
  async #call(running: Running): Promise<boolean> {
    const { entry, progress } = this;
    const { state, controller } = running;
    const on_progress = ({ done, reads }: SlowProgress) => {
      running.reads = reads;
      progress.value = done;
    };
    try {
      const reply = await this.#source.call(state, { signal: controller.signal, on_progress });
      batch(() => {
        progress.value = undefined;
        show_outcome(entry, state, reply);
      });
    } catch (error) {
      progress.value = undefined;
      if (error instanceof CoreUnavailable) return true;
      this.#show_failure(running, error);
    }
    return false;
  }

  #show_failure({ state, controller, reads }: Running, error: unknown): void {
    const all_reads = reads ?? all_parts(state);
    if (!controller.signal.aborted)
      return show_outcome(this.entry, state, { error: call_error(error), reads: all_reads });
    if (controller.signal.reason !== 'stopped') return;
    this.entry.last = { state, reads: all_reads };
    this.entry.shown.value = {
      answer: this.entry.shown.peek().answer,
      error: undefined,
      stopped: true,
    };
  }
}

type SlowAnswers<Module extends Functions<Module>> = {
  readonly [Name in keyof Module]: SlowAnswerSignal<Awaited<ReturnType<Module[Name]>>>;
};

const calls = new Map<string, AnswerCalls>();

/**
 * Returns the answers of a step's slow recipes: `slow_answers_of<typeof
 * recipe>('dropout').experiment`.
 */
export function slow_answers_of<Module extends Functions<Module>>(
  step: string,
): SlowAnswers<Module> {
  const get = (_: unknown, name: string | symbol) => {
    const recipe = recipe_name(step, String(name));
    const source: Source = {
      worker: core_state,
      state: page_state,
      call: (state, options) => call('compute_slow', { recipe, state }, options),
    };
    const found = calls.get(recipe) ?? new AnswerCalls(recipe, source);
    calls.set(recipe, found);
    const { entry, progress, stop, again } = found;
    return Object.assign(entry.shown, { pending: entry.pending, progress, stop, again });
  };
  return new Proxy({}, { get }) as SlowAnswers<Module>;
}
