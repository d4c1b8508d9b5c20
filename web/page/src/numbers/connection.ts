/**
 * Connection to a worker: starts it, assigns sequence numbers to calls, and turns every failure into a state that the page can show.
 * A failed or unresponsive worker is terminated.
 */
import { start_worker } from '#edition/start_worker.ts';
import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { LabInfo } from 'ffn-lab';
import type { CallError, FromWorker, ToWorker } from './protocol.ts';
import type { ServiceName } from './handler.ts';

/** Reason why the core is unavailable; `core.REASON` is its message. */
export type CoreFailure = 'unsupported' | 'load_failed' | 'out_of_memory' | 'worker_failed' | 'worker_silent' | 'internal';

export type CoreState =
  /** `slow`: loading takes unusually long, but continues. */
  | { readonly phase: 'starting'; readonly slow?: true }
  | { readonly phase: 'ready'; readonly info: LabInfo }
  | { readonly phase: 'failed'; readonly failure: CoreFailure; readonly detail: string };

/** A worker that sends neither replies nor progress for this long during a call counts as unresponsive. */
const timeout_seconds = 10;

/** Rejection of a call whose worker was terminated or never started. */
export class CoreUnavailable extends Error {
  readonly failure: CoreFailure;
  constructor(failure: CoreFailure = 'worker_failed') {
    super(failure);
    this.failure = failure;
  }
}

/**
 * Calls `act` after ten ticks of one second and returns a function that cancels it. One timer of ten seconds would fire at once when the
 * machine wakes from sleep or the browser resumes the page, before the worker's reply is delivered.
 */
function after_timeout(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (left: number) => {
    timer = setTimeout(() => (left === 1 ? act() : wait(left - 1)), 1000);
  };
  wait(timeout_seconds);
  return () => clearTimeout(timer);
}

/** An error that the core itself reported. */
export class CoreError extends Error {
  readonly code: string;
  readonly reason: string | undefined;
  constructor({ code, message, reason }: CallError) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

/** Converts an error to a value; errors that are not from the core, such as failed cloning, get the code `internal`. */
export const call_error = (error: unknown): CallError =>
  error instanceof CoreError
    ? { code: error.code, message: error.message, reason: error.reason }
    : { code: 'internal', message: String(error) };

/** Request, reply and progress types of a service, by call name. */
export type CallTable<Table> = { [Name in keyof Table]: { request: unknown; reply: unknown; progress?: unknown } };

interface CallOptions<Progress> {
  /** When aborted, the call rejects with the signal's reason at once, and the worker receives a cancel message. */
  readonly signal?: AbortSignal;
  readonly on_progress?: (progress: Progress) => void;
}

export interface Connection<Table extends CallTable<Table>> {
  readonly state: ReadonlySignal<CoreState>;
  /** Starts the worker, or replaces it with a new one. */
  readonly restart: () => void;
  /** Terminates the worker; pending calls reject with CoreUnavailable. */
  readonly stop: () => void;
  /** Calls the core; only while `state` is ready. */
  readonly call: <Name extends keyof Table & string>(
    name: Name,
    request: Table[Name]['request'],
    options?: CallOptions<Table[Name]['progress']>,
  ) => Promise<Table[Name]['reply']>;
}

interface PendingCall {
  readonly resolve: (reply: never) => void;
  readonly reject: (error: Error) => void;
  readonly on_progress: ((progress: never) => void) | undefined;
}

const load_failures: readonly string[] = ['unsupported', 'load_failed', 'out_of_memory'] satisfies CoreFailure[];

/** Returns a connection to a worker for a service, which `restart()` starts. */
export function connect<Table extends CallTable<Table>>(service: ServiceName): Connection<Table> {
  const state = signal<CoreState>({ phase: 'starting' });
  const pending = new Map<number, PendingCall>();
  let worker: Worker | undefined;
  let last_sequence = 0;
  let stop_timeout = () => {};

  function end_worker(failure?: CoreFailure): void {
    worker?.terminate();
    worker = undefined;
    stop_timeout();
    for (const { reject } of pending.values()) reject(new CoreUnavailable(failure));
    pending.clear();
  }

  function stop(): void {
    end_worker();
    // A failure stays visible.
    if (state.peek().phase === 'ready') state.value = { phase: 'starting' };
  }

  function fail(failure: CoreFailure, detail: string): void {
    end_worker(failure);
    state.value = { phase: 'failed', failure, detail };
  }

  function restart_timeout(): void {
    stop_timeout();
    if (pending.size > 0) stop_timeout = after_timeout(() => fail('worker_silent', ''));
  }

  function settle(message: Extract<FromWorker, { sequence: number }>): void {
    const call = pending.get(message.sequence);
    if (message.kind !== 'progress') pending.delete(message.sequence);
    restart_timeout();
    if (message.kind === 'progress') call?.on_progress?.(message.progress as never);
    else if (message.kind === 'reply') call?.resolve(message.reply as never);
    else call?.reject(new CoreError(message.error));
  }

  function receive(message: FromWorker): void {
    if (message.kind === 'loaded') {
      stop_timeout();
      state.value = { phase: 'ready', info: message.info };
    } else if (message.kind === 'load_failed') {
      const { code, message: detail } = message.error;
      fail(load_failures.includes(code) ? (code as CoreFailure) : 'internal', detail);
    } else settle(message);
  }

  function restart(): void {
    end_worker();
    state.value = { phase: 'starting' };
    if (typeof WebAssembly !== 'object') return fail('unsupported', 'WebAssembly');
    try {
      const started = start_worker(service);
      worker = started;
      // Ignores events of a worker that has been replaced.
      const if_current = (act: () => void) => {
        if (worker === started) act();
      };
      started.onmessage = ({ data }: MessageEvent<FromWorker>) => if_current(() => receive(data));
      started.onerror = (event) => {
        event.preventDefault();
        if_current(() => fail('worker_failed', event.message ?? ''));
      };
      // Not every browser has the property `onmessageerror`.
      started.addEventListener('messageerror', () => if_current(() => fail('worker_failed', 'messageerror')));
      // A slow network is not an error: the page shows a notice and loading continues.
      stop_timeout = after_timeout(() => (state.value = { phase: 'starting', slow: true }));
    } catch (error) {
      fail('worker_failed', String(error));
    }
  }

  const post = (message: ToWorker) => worker?.postMessage(message);

  /** Calls `act` when the signal is aborted; returns a function that removes the listener. */
  function when_aborted(abort: AbortSignal | undefined, act: () => void): () => void {
    abort?.addEventListener('abort', act, { once: true });
    return () => abort?.removeEventListener('abort', act);
  }

  const call: Connection<Table>['call'] = (name, request, { signal: abort, on_progress } = {}) => {
    const sequence = ++last_sequence;
    const reply = new Promise<never>((resolve, reject) => {
      if (worker === undefined) return reject(new CoreUnavailable());
      if (abort?.aborted) return reject(abort.reason as Error);
      // Throws for a value that cannot be cloned, which rejects this call only.
      post({ kind: 'call', sequence, call: name, request });
      pending.set(sequence, { resolve, reject, on_progress });
      if (pending.size === 1) restart_timeout();
    });
    const remove_listener = when_aborted(abort, () => {
      const cancelled = pending.get(sequence);
      if (cancelled === undefined) return;
      pending.delete(sequence);
      restart_timeout();
      post({ kind: 'cancel', sequence });
      cancelled.reject(abort?.reason as Error);
    });
    return reply.finally(remove_listener);
  };

  return { state, restart, stop, call };
}
