/**
 * Connection to a worker. Turns every failure into a state that the page can show; a failed or
 * unresponsive worker is terminated.
 */
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { LabInfo } from 'ffn-lab';
import type { WorkerCalls } from './compute.ts';
import type { ServiceName } from './handler.ts';
import type { CallError, FromWorker, ToWorker } from './protocol.ts';
import type { AnyRecipe, Reported, StateOf, ValueOf } from './recipe.ts';

/** Reason why the core is unavailable; `core.REASON` is its message. */
export type CoreFailure =
  'unsupported' | 'load_failed' | 'out_of_memory' | 'worker_failed' | 'worker_silent' | 'internal';

export type CoreState =
  /** `slow`: loading takes unusually long, but continues. */
  | { readonly phase: 'starting'; readonly slow?: true }
  | { readonly phase: 'ready'; readonly info: LabInfo }
  | { readonly phase: 'failed'; readonly failure: CoreFailure; readonly detail: string };

/**
 * A worker that sends neither replies nor progress for this long during a call counts as
 * unresponsive.
 */
const timeout_seconds = 10;

/** The code of an error that says why a worker is unavailable, with the detail as its reason. */
export const unavailable = 'unavailable';

/** Rejection of a call whose worker was terminated or never started. */
export class CoreUnavailable extends Error {
  /** `detail` names what failed, a file or a feature, as far as it is known. */
  constructor(
    readonly failure: CoreFailure = 'worker_failed',
    readonly detail = '',
  ) {
    super(failure);
  }
}

/**
 * Calls `act` after ten ticks of one second and returns a function that cancels it. One timer of
 * ten seconds would fire at once when the machine wakes from sleep or the browser resumes the page,
 * before the worker's reply is delivered.
 */
function after_timeout(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (left: number) => {
    timer = setTimeout(() => (left === 1 ? act() : wait(left - 1)), 1000);
  };
  wait(timeout_seconds);
  return () => clearTimeout(timer);
}

export class CoreError extends Error {
  constructor(readonly value: CallError) {
    super(value.message);
  }
}

/**
 * Converts an error to a value; errors that are not from the core, such as failed cloning, get the
 * code `internal`.
 */
export const call_error = (error: unknown): CallError =>
  error instanceof CoreError ? error.value : { code: 'internal', message: String(error) };

export interface CallOptions {
  /**
   * When aborted, the call rejects with the signal's reason at once, and the worker receives a
   * cancel message.
   */
  readonly signal?: AbortSignal;
  readonly on_progress?: (progress: Reported) => void;
}

interface PendingCall {
  readonly resolve: (reply: never) => void;
  readonly reject: (error: Error) => void;
  readonly on_progress: ((progress: never) => void) | undefined;
}

const load_failures: readonly string[] = [
  'unsupported',
  'load_failed',
  'out_of_memory',
] satisfies CoreFailure[];

let start_worker: ((service: ServiceName) => Worker) | undefined;

/** Sets how the page's edition starts a worker. */
export const set_worker_start = (start: NonNullable<typeof start_worker>): void =>
  void (start_worker = start);

/**
 * A worker of a service with its pending calls. The public members are bound, so that they can be
 * passed on.
 */
export class Connection {
  readonly #state = signal<CoreState>({ phase: 'starting' });
  readonly state: ReadonlySignal<CoreState> = this.#state;
  readonly #service: ServiceName;
  readonly #pending = new Map<number, PendingCall>();
  readonly #works = signal(false);
  /** Whether the worker starts, or has a call to answer. */
  readonly works: ReadonlySignal<boolean> = this.#works;
  #worker: Worker | undefined;
  #last_sequence = 0;
  #stop_timeout = () => {};

  constructor(service: ServiceName) {
    this.#service = service;
  }

  /** Terminates the worker; pending calls reject with CoreUnavailable. */
  readonly stop = (): void => {
    this.#end_worker();
    // A failure stays visible.
    if (this.#state.peek().phase === 'ready') this.#state.value = { phase: 'starting' };
  };

  /** Starts the worker, or replaces it with a new one. */
  readonly restart = (): void => {
    this.#end_worker();
    this.#state.value = { phase: 'starting' };
    if (typeof WebAssembly !== 'object') return this.#fail('unsupported', 'WebAssembly');
    try {
      this.#worker = start_worker?.(this.#service);
      if (this.#worker) this.#listen(this.#worker);
      this.#works.value = true;
      // A slow network is not an error: the page shows a notice and loading continues.
      this.#stop_timeout = after_timeout(
        () => (this.#state.value = { phase: 'starting', slow: true }),
      );
    } catch (error) {
      this.#fail('worker_failed', String(error));
    }
  };

  /** Calls the core; only while `state` is ready. */
  readonly call = <Name extends keyof WorkerCalls>(
    name: Name,
    request: WorkerCalls[Name]['request'],
    { signal: abort, on_progress }: CallOptions = {},
  ): Promise<WorkerCalls[Name]['reply']> => {
    const sequence = ++this.#last_sequence;
    const reply = new Promise<never>((resolve, reject) => {
      if (this.#worker === undefined) return reject(new CoreUnavailable());
      if (abort?.aborted) return reject(abort.reason as Error);
      // Throws for a value that cannot be cloned, which rejects this call only.
      this.#worker.postMessage({ kind: 'call', sequence, call: name, request } satisfies ToWorker);
      this.#pending.set(sequence, { resolve, reject, on_progress });
      if (this.#pending.size === 1) this.#follow_calls();
    });
    const cancel = () => this.#cancel(sequence, abort?.reason as Error);
    abort?.addEventListener('abort', cancel, { once: true });
    return reply.finally(() => abort?.removeEventListener('abort', cancel));
  };

  #cancel(sequence: number, reason: Error): void {
    const cancelled = this.#pending.get(sequence);
    if (cancelled === undefined) return;
    this.#pending.delete(sequence);
    this.#follow_calls();
    this.#worker?.postMessage({ kind: 'cancel', sequence } satisfies ToWorker);
    cancelled.reject(reason);
  }

  #end_worker(failure?: CoreFailure, detail?: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#stop_timeout();
    for (const { reject } of this.#pending.values()) reject(new CoreUnavailable(failure, detail));
    this.#pending.clear();
    this.#works.value = false;
  }

  #fail(failure: CoreFailure, detail: string): void {
    this.#end_worker(failure, detail);
    this.#state.value = { phase: 'failed', failure, detail };
  }

  /** Restarts the time limit and says whether the worker works, after a change of its calls. */
  #follow_calls(): void {
    this.#stop_timeout();
    this.#works.value = this.#pending.size > 0;
    if (this.#pending.size > 0)
      this.#stop_timeout = after_timeout(() => this.#fail('worker_silent', ''));
  }

  #listen(worker: Worker): void {
    // Ignores events of a worker that has been replaced.
    const if_current = (act: () => void) => {
      if (this.#worker === worker) act();
    };
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
      if_current(() => this.#receive(data));
    worker.onerror = (event) => {
      event.preventDefault();
      if_current(() => this.#fail('worker_failed', event.message ?? ''));
    };
    // Not every browser has the property `onmessageerror`.
    worker.addEventListener('messageerror', () =>
      if_current(() => this.#fail('worker_failed', 'messageerror')),
    );
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'loaded') {
      this.#state.value = { phase: 'ready', info: message.info };
      this.#follow_calls();
    } else if (message.kind === 'load_failed') {
      const { code, message: detail } = message.error;
      this.#fail(load_failures.includes(code) ? (code as CoreFailure) : 'internal', detail);
    } else this.#settle(message);
  }

  #settle(message: Extract<FromWorker, { sequence: number }>): void {
    const call = this.#pending.get(message.sequence);
    if (message.kind !== 'progress') this.#pending.delete(message.sequence);
    this.#follow_calls();
    if (message.kind === 'progress') call?.on_progress?.(message.progress as never);
    else if (message.kind === 'reply') call?.resolve(message.reply as never);
    else call?.reject(new CoreError(message.error));
  }
}

/** All connections of the page. */
export const connections = signal<readonly Connection[]>([]);

export function connect(service: ServiceName): Connection {
  const connection = new Connection(service);
  connections.value = [...connections.peek(), connection];
  return connection;
}

/** The page's worker, which computes the first visible numbers. */
export const core = connect('page');
export const { state: core_state, restart } = core;

/** Resolves when a worker's core is ready; rejects if it fails, or on abort. */
export function core_ready({ state }: Connection, abort: AbortSignal): Promise<void> {
  let end = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    abort.addEventListener('abort', () => reject(abort.reason as Error), { once: true });
    end = effect(() => {
      const now = state.value;
      if (now.phase === 'ready') resolve();
      if (now.phase === 'failed') reject(new CoreUnavailable(now.failure, now.detail));
    });
  });
  return ready.finally(() => end());
}

/** Runs a recipe once, whose value the page shows without numbers of it. */
export async function run_recipe<Recipe extends AnyRecipe>(
  worker: Connection,
  recipe: string,
  state: StateOf<Recipe>,
  options: CallOptions = {},
): Promise<ValueOf<Recipe>> {
  const { value } = await worker.call('ask', { recipe, state }, options);
  return value as ValueOf<Recipe>;
}
