/**
 * Answers of recipes that are asked once for a state, each by a call of its own, which reports
 * progress and can be stopped: those that take long, and those of a step with a session.
 */
import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import {
  all_parts,
  holds,
  make_entry,
  same_parts,
  type Answer,
  type AnswerSignal,
  type Entry,
} from './answers.ts';
import {
  CoreUnavailable,
  call_error,
  core,
  unavailable,
  type Connection,
} from '../compute/connection.ts';
import { page_state } from './page_state.ts';
import type { CallError } from '../compute/protocol.ts';
import type {
  AnyRecipe,
  Computed,
  Reads,
  Report,
  Reported,
  StateOf,
  ValueOf,
} from '../compute/recipe.ts';
import type { State } from '../state/state.ts';

export interface AskedAnswer<Value = unknown, Of = State> extends AnswerSignal<Value, Of> {
  readonly shown: ReadonlySignal<Answer<Value, Of> | undefined>;
  readonly error: ReadonlySignal<CallError | undefined>;
  /** Undefined before the first report of a long computation. */
  readonly progress: ReadonlySignal<Report | undefined>;
  readonly stop: () => void;
  /** Computes the answer after a stop or an error, or once more. */
  readonly again: () => void;
}

interface Options<Of, Value> {
  /** The page's worker by default. */
  readonly worker?: Connection;
  /** Whether the worker is started for each answer, which is computed also if nobody shows it. */
  readonly alone?: boolean;
  /** Gets what the session tells with each reply and report. */
  readonly on_note?: (note: unknown) => void;
  /** Returns the state that a value belongs to, if a recipe may end at another than the asked. */
  readonly settled?: (asked: Of, value: Value) => Of;
}

interface Running {
  readonly state: object;
  readonly controller: AbortController;
  /** The parts of the state that it has read so far; known for long computations only. */
  reads: Reads | undefined;
}

/** Computes an answer whenever the state that it has read changes; at most one call is pending. */
class AnswerCalls<Of extends object> {
  readonly progress = signal<Report | undefined>(undefined);
  readonly entry: Entry;
  readonly #worker: Connection;
  readonly #state: ReadonlySignal<Of | undefined>;
  readonly #options: Options<Of, unknown>;
  /** Whether the state is the page's, of which a recipe reads some parts; else it reads all. */
  readonly #of_page: boolean;
  #running: Running | undefined;
  #newest: Of | undefined;
  #stop_effect: (() => void) | undefined;
  #alone_since_start = false;

  constructor(
    recipe: string,
    state: ReadonlySignal<Of | undefined>,
    options: Options<Of, unknown>,
  ) {
    [this.#state, this.#options] = [state, options];
    this.#of_page = (state as ReadonlySignal<unknown>) === page_state;
    this.#worker = options.worker ?? core;
    const watch = () => void (this.#stop_effect ??= effect(() => this.#update()));
    this.entry = make_entry(recipe, watch, () => this.#leave());
    if (options.alone) this.entry.shown.subscribe(() => undefined);
  }

  readonly stop = (): void => {
    if (this.#running) return this.#running.controller.abort('stopped');
    if (this.#newest && this.entry.pending.peek()) this.#show_stopped(this.#newest);
    this.entry.pending.value = false;
    this.#end_alone();
  };

  readonly again = (): void => {
    if (this.#running || this.#alone_since_start) return;
    this.entry.last = undefined;
    this.entry.shown.value = { answer: this.entry.shown.peek().answer, error: undefined };
    this.#update();
  };

  #leave(): void {
    this.#stop_effect?.();
    this.#stop_effect = undefined;
    this.#newest = undefined;
    this.#running?.controller.abort();
  }

  #update(): void {
    const worker = this.#worker.state.value;
    const newest = (this.#newest = this.#state.value);
    if (newest === undefined || holds(this.entry, newest)) {
      this.entry.pending.value = this.#running !== undefined;
      return;
    }
    const { stopped, ...before } = this.entry.shown.peek();
    if (stopped) this.entry.shown.value = before;
    this.entry.pending.value = true;
    const running = this.#running;
    // A short computation is not aborted: its answer is shown even if it is outdated, so that
    // numbers follow a drag.
    if (running) {
      if (running.reads && !same_parts(running.reads, running.state, newest))
        running.controller.abort();
    } else if (this.#options.alone && !this.#alone_since_start) {
      this.#alone_since_start = true;
      this.#worker.restart();
    } else if (worker.phase === 'ready') void this.#compute();
    else if (worker.phase === 'failed' && this.#options.alone) this.#fail(newest, worker);
  }

  async #compute(): Promise<void> {
    while (this.#newest !== undefined && !holds(this.entry, this.#newest)) {
      const controller = new AbortController();
      const running: Running = { state: this.#newest, controller, reads: undefined };
      this.#running = running;
      this.entry.pending.value = true;
      const lost = await this.#call(running);
      this.#running = undefined;
      if (lost) return;
    }
    this.entry.pending.value = false;
    this.#end_alone();
  }

  #end_alone(): void {
    if (!this.#alone_since_start) return;
    this.#alone_since_start = false;
    this.#worker.stop();
  }

  #fail(state: object, { failure, detail }: Pick<CoreUnavailable, 'failure' | 'detail'>): void {
    const error = { code: unavailable, message: failure, reason: detail };
    this.#show_error(state, all_parts(state), error);
    this.entry.pending.value = false;
    this.#alone_since_start = false;
  }

  /** Returns whether the worker was lost. */
  async #call(running: Running): Promise<boolean> {
    const { state, controller } = running;
    const on_progress = (reported: Reported) => {
      running.reads = this.#of_page ? reported.reads : all_parts(state);
      this.progress.value = reported;
      this.#options.on_note?.(reported.note);
      if (reported.value !== undefined) this.#show(state, reported as Computed, false);
    };
    try {
      const request = { recipe: this.entry.recipe, state };
      const options = { signal: controller.signal, on_progress };
      const computed_value = await this.#worker.call('ask', request, options);
      batch(() => {
        this.#options.on_note?.(computed_value.note);
        this.progress.value = undefined;
        this.#show(state, computed_value, true);
      });
    } catch (error) {
      this.progress.value = undefined;
      if (error instanceof CoreUnavailable) {
        if (this.#options.alone) this.#fail(state, error);
        return true;
      }
      this.#show_failure(running, error);
    }
    return false;
  }

  /** Shows a value, or a part of it that is reported before the end. */
  #show(asked: object, { value, reads }: Computed, ended: boolean): void {
    const state = this.#options.settled?.(asked as Of, value) ?? asked;
    const { entry } = this;
    if (ended) entry.last = { state, reads: this.#of_page ? reads : all_parts(asked) };
    const of = { recipe: entry.recipe, value, state: state as State };
    entry.shown.value = {
      answer: { ...of, reads: this.#of_page ? reads : all_parts(state) },
      error: undefined,
    };
  }

  #show_error(state: object, reads: Reads, error: CallError): void {
    this.entry.last = { state, reads };
    this.entry.shown.value = { answer: this.entry.shown.peek().answer, error };
  }

  #show_stopped(state: object, reads: Reads = all_parts(state)): void {
    this.entry.last = { state, reads };
    const { answer } = this.entry.shown.peek();
    this.entry.shown.value = { answer, error: undefined, stopped: true };
  }

  #show_failure({ state, controller, reads = all_parts(state) }: Running, error: unknown): void {
    if (!controller.signal.aborted) this.#show_error(state, reads, call_error(error));
    else if (controller.signal.reason === 'stopped') this.#show_stopped(state, reads);
  }
}

/**
 * Returns the answer of a recipe, computed while it is shown: `asked_answer<typeof
 * recipe.experiment>('dropout.experiment')`. `own` returns its state, undefined if there is nothing
 * to compute; by default it is the page's.
 */
export function asked_answer<Recipe extends AnyRecipe>(
  recipe: string,
  own?: () => StateOf<Recipe> | undefined,
  options: Options<StateOf<Recipe>, ValueOf<Recipe>> = {},
): AskedAnswer<ValueOf<Recipe>, StateOf<Recipe>> {
  type Answered = AskedAnswer<ValueOf<Recipe>, StateOf<Recipe>>;
  const state = own ? computed(own) : page_state;
  const { entry, progress, stop, again } = new AnswerCalls(
    recipe,
    state,
    options as unknown as Options<object, unknown>,
  );
  const shown = computed(() => entry.shown.value.answer);
  const error = computed(() => entry.shown.value.error);
  const { pending } = entry;
  const answer = Object.assign(entry.shown, { pending, shown, error, progress, stop, again });
  return answer as unknown as Answered;
}
