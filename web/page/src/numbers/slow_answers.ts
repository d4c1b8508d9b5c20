/**
 * Answers that are computed by a call of their own, which reports progress and can be stopped:
 * answers of other workers.
 */
import { batch, effect, signal, type ReadonlySignal } from '@preact/signals';
import {
  all_parts,
  holds,
  same_parts,
  make_entry,
  show_outcome,
  type Entry,
  type Outcome,
} from './answers.ts';
import { CoreUnavailable, call_error, type CallOptions, type CoreState } from './connection.ts';
import type { Reported, State } from './recipe.ts';

interface Running {
  readonly state: State;
  readonly controller: AbortController;
  /** The parts of the state that it has read so far; known for long computations only. */
  reads: Reported['reads'] | undefined;
}

/** Where an answer is computed, from which state, and by which call. */
export interface Source {
  readonly worker: ReadonlySignal<Pick<CoreState, 'phase'>>;
  /** Undefined while there is nothing to compute. */
  readonly state: ReadonlySignal<State | undefined>;
  readonly call: (state: State, options: Required<CallOptions<Reported>>) => Promise<Outcome>;
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
    else if (this.#running.reads && !same_parts(this.#running.reads, this.#running.state, newest))
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
    const on_progress = ({ done, reads }: Reported) => {
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
