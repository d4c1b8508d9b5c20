/**
 * The page's side of the worker: starts it, numbers the calls, and turns every way of failing into a state that the page
 * can show. A failed or silent worker is ended by `restart()`, never waited for.
 */
import { start_worker } from '#edition/start_worker.ts';
import { signal } from '@preact/signals';
import type { LabInfo } from 'ffn-lab';
import type { CallError, CallName, Calls, FromWorker } from './protocol.ts';

/** Why there is no core: each has a message of its own in the catalogues. */
export type CoreFailure = 'unsupported' | 'load_failed' | 'out_of_memory' | 'worker_failed' | 'worker_silent' | 'internal';

export type CoreState =
  | { readonly phase: 'starting' }
  | { readonly phase: 'ready'; readonly info: LabInfo }
  | { readonly phase: 'failed'; readonly failure: CoreFailure; readonly detail: string };

export const core_state = signal<CoreState>({ phase: 'starting' });

/** A call unanswered for so long means a worker that will not answer. */
const silence_ms = 10_000;

/** Rejection of a call whose worker is gone. */
export class CoreGone extends Error {}

/** An error that the core itself reported. */
export class CoreError extends Error {
  readonly code: string;
  constructor({ code, message }: CallError) {
    super(message);
    this.code = code;
  }
}

interface Waiting {
  readonly resolve: (reply: never) => void;
  readonly reject: (error: Error) => void;
}

let worker: Worker | undefined;
let last_sequence = 0;
let silence: ReturnType<typeof setTimeout> | undefined;
const waiting = new Map<number, Waiting>();

function fail(failure: CoreFailure, detail: string): void {
  stop();
  core_state.value = { phase: 'failed', failure, detail };
}

function stop(): void {
  worker?.terminate();
  worker = undefined;
  clearTimeout(silence);
  for (const { reject } of waiting.values()) reject(new CoreGone());
  waiting.clear();
}

const load_failures: readonly string[] = ['unsupported', 'load_failed', 'out_of_memory'] satisfies CoreFailure[];

function watch_silence(): void {
  clearTimeout(silence);
  if (waiting.size > 0) silence = setTimeout(() => fail('worker_silent', ''), silence_ms);
}

function receive(message: FromWorker): void {
  if (message.kind === 'loaded') {
    core_state.value = { phase: 'ready', info: message.info };
    return;
  }
  if (message.kind === 'load_failed') {
    const { code, message: detail } = message.error;
    fail(load_failures.includes(code) ? (code as CoreFailure) : 'internal', detail);
    return;
  }
  const call = waiting.get(message.sequence);
  waiting.delete(message.sequence);
  watch_silence();
  if (message.kind === 'reply') call?.resolve(message.reply as never);
  else call?.reject(new CoreError(message.error));
}

/** Starts the worker, or a new one in place of the old. */
export function restart(): void {
  stop();
  core_state.value = { phase: 'starting' };
  if (typeof WebAssembly !== 'object') return fail('unsupported', 'WebAssembly');
  try {
    const started = start_worker();
    worker = started;
    const mine = (act: () => void) => {
      if (worker === started) act();
    };
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => mine(() => receive(data));
    started.onerror = (event) => {
      event.preventDefault();
      mine(() => fail('worker_failed', event.message ?? ''));
    };
    started.onmessageerror = () => mine(() => fail('worker_failed', 'messageerror'));
  } catch (error) {
    fail('worker_failed', String(error));
  }
}

/** Asks the core; only while `core_state` is ready. */
export function call<Name extends CallName>(name: Name, request: Calls[Name]['request']): Promise<Calls[Name]['reply']> {
  return new Promise((resolve, reject) => {
    if (worker === undefined) return reject(new CoreGone());
    const sequence = ++last_sequence;
    waiting.set(sequence, { resolve: resolve, reject });
    if (waiting.size === 1) watch_silence();
    try {
      worker.postMessage({ sequence, call: name, request });
    } catch (error) {
      fail('worker_failed', String(error));
    }
  });
}
