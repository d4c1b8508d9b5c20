/**
 * The page's side of a worker: starts it, numbers the calls, and turns every way of failing into a state that the page
 * can show. A failed or silent worker is ended by `restart()`, never waited for.
 */
import { start_worker } from '#edition/start_worker.ts';
import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { LabInfo } from 'ffn-lab';
import type { CallError, FromWorker, ToWorker } from './protocol.ts';
import type { ServiceName } from './service.ts';

/** Why there is no core: each has a message of its own in the catalogues. */
export type CoreFailure = 'unsupported' | 'load_failed' | 'out_of_memory' | 'worker_failed' | 'worker_silent' | 'internal';

export type CoreState =
  /** `slow`: it has taken long, and is still waited for. */
  | { readonly phase: 'starting'; readonly slow?: true }
  | { readonly phase: 'ready'; readonly info: LabInfo }
  | { readonly phase: 'failed'; readonly failure: CoreFailure; readonly detail: string };

/** A call unanswered for so long, and that tells of no progress, means a worker that will not answer. */
const silent_seconds = 10;

/** Rejection of a call whose worker is gone. */
export class CoreUnavailable extends Error {
  readonly failure: CoreFailure;
  constructor(failure: CoreFailure = 'worker_failed') {
    super(failure);
    this.failure = failure;
  }
}

/**
 * Acts after ten seconds in which the page was awake, and answers how to stop that. A machine that sleeps, or a page that the browser
 * has put aside, wakes with its timers overdue and the worker's answer still on its way.
 */
function after_silence(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (left: number) => {
    timer = setTimeout(() => (left === 1 ? act() : wait(left - 1)), 1000);
  };
  wait(silent_seconds);
  return () => clearTimeout(timer);
}

/** An error that the core itself reported. */
export class CoreError extends Error {
  readonly code: string;
  constructor({ code, message }: CallError) {
    super(message);
    this.code = code;
  }
}

/** What a service answers, by the names of its calls. */
export type CallTable<Table> = { [Name in keyof Table]: { request: unknown; reply: unknown; progress?: unknown } };

interface CallOptions<Progress> {
  /** Aborted, the call rejects at once with the signal's reason, and the worker is asked to stop. */
  readonly signal?: AbortSignal;
  readonly on_progress?: (progress: Progress) => void;
}

export interface Connection<Table extends CallTable<Table>> {
  readonly state: ReadonlySignal<CoreState>;
  /** Starts the worker, or a new one in place of the old. */
  readonly restart: () => void;
  /** Ends the worker; calls under way reject with CoreUnavailable. */
  readonly stop: () => void;
  /** Asks the core; only while `state` is ready. */
  readonly call: <Name extends keyof Table & string>(
    name: Name,
    request: Table[Name]['request'],
    options?: CallOptions<Table[Name]['progress']>,
  ) => Promise<Table[Name]['reply']>;
}

interface Waiting {
  readonly resolve: (reply: never) => void;
  readonly reject: (error: Error) => void;
  readonly on_progress: ((progress: never) => void) | undefined;
}

const load_failures: readonly string[] = ['unsupported', 'load_failed', 'out_of_memory'] satisfies CoreFailure[];

/** A worker for a service; it is started by `restart()`. */
export function connect<Table extends CallTable<Table>>(service: ServiceName): Connection<Table> {
  const state = signal<CoreState>({ phase: 'starting' });
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let last_sequence = 0;
  let end_watch = () => {};

  function end_worker(failure?: CoreFailure): void {
    worker?.terminate();
    worker = undefined;
    end_watch();
    for (const { reject } of waiting.values()) reject(new CoreUnavailable(failure));
    waiting.clear();
  }

  function stop(): void {
    end_worker();
    // Not ready any more; what has failed stays said.
    if (state.peek().phase === 'ready') state.value = { phase: 'starting' };
  }

  function fail(failure: CoreFailure, detail: string): void {
    end_worker(failure);
    state.value = { phase: 'failed', failure, detail };
  }

  function watch_silence(): void {
    end_watch();
    if (waiting.size > 0) end_watch = after_silence(() => fail('worker_silent', ''));
  }

  function settle(message: Extract<FromWorker, { sequence: number }>): void {
    const call = waiting.get(message.sequence);
    if (message.kind !== 'progress') waiting.delete(message.sequence);
    watch_silence();
    if (message.kind === 'progress') call?.on_progress?.(message.progress as never);
    else if (message.kind === 'reply') call?.resolve(message.reply as never);
    else call?.reject(new CoreError(message.error));
  }

  function receive(message: FromWorker): void {
    if (message.kind === 'loaded') {
      end_watch();
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
      const mine = (act: () => void) => {
        if (worker === started) act();
      };
      started.onmessage = ({ data }: MessageEvent<FromWorker>) => mine(() => receive(data));
      started.onerror = (event) => {
        event.preventDefault();
        mine(() => fail('worker_failed', event.message ?? ''));
      };
      // Not every browser has the attribute for it.
      started.addEventListener('messageerror', () => mine(() => fail('worker_failed', 'messageerror')));
      // A slow network is no error: what is on its way may still come.
      end_watch = after_silence(() => (state.value = { phase: 'starting', slow: true }));
    } catch (error) {
      fail('worker_failed', String(error));
    }
  }

  const post = (message: ToWorker) => worker?.postMessage(message);

  /** Once it is aborted; answers how to stop listening. */
  function when_aborted(abort: AbortSignal | undefined, act: () => void): () => void {
    abort?.addEventListener('abort', act, { once: true });
    return () => abort?.removeEventListener('abort', act);
  }

  const call: Connection<Table>['call'] = (name, request, { signal: abort, on_progress } = {}) => {
    const sequence = ++last_sequence;
    const answer = new Promise<never>((resolve, reject) => {
      if (worker === undefined) return reject(new CoreUnavailable());
      if (abort?.aborted) return reject(abort.reason as Error);
      // What cannot be sent throws, and so rejects this call alone.
      post({ kind: 'call', sequence, call: name, request });
      waiting.set(sequence, { resolve, reject, on_progress });
      if (waiting.size === 1) watch_silence();
    });
    const forget = when_aborted(abort, () => {
      const own = waiting.get(sequence);
      if (own === undefined) return;
      waiting.delete(sequence);
      watch_silence();
      post({ kind: 'cancel', sequence });
      own.reject(abort?.reason as Error);
    });
    return answer.finally(forget);
  };

  return { state, restart, stop, call };
}
