/** The module worker that owns the core. Everything it says is a value: nothing is thrown across. */
import { load_lab } from '#edition/load_lab.ts';
import { FfnError } from 'ffn-lab';
import { make_handlers } from './handlers.ts';
import type { Handlers } from './handlers.ts';
import type { CallError, CallName, FromWorker, ToWorker } from './protocol.ts';

/** What this file uses of DedicatedWorkerGlobalScope, which the DOM library does not declare. */
interface WorkerScope {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

const scope = self as unknown as WorkerScope;

function error_value(error: unknown): CallError {
  if (error instanceof FfnError) return { code: error.code, message: error.message };
  return { code: 'internal', message: String(error) };
}

function answer(handlers: Handlers, { sequence, call, request }: ToWorker): FromWorker {
  try {
    // The message type pairs each call with its own request; indexing by a union loses that.
    const handler = handlers[call] as (request: unknown) => Extract<FromWorker, { kind: 'reply' }>['reply'];
    return { kind: 'reply', sequence, reply: handler(request) };
  } catch (error) {
    return { kind: 'error', sequence, error: error_value(error) };
  }
}

load_lab().then(
  (lab) => {
    const handlers: Record<CallName, unknown> & Handlers = make_handlers(lab);
    scope.onmessage = ({ data }) => scope.postMessage(answer(handlers, data));
    scope.postMessage({ kind: 'loaded', info: lab.info() });
  },
  (error: unknown) => scope.postMessage({ kind: 'load_failed', error: error_value(error) }),
);
