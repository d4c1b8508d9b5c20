/** A core whose calls a test answers itself, in place of the page's worker. */
import type { store as the_store } from '../../web/page/src/state/store.ts';

export interface PendingCall<Request> {
  readonly request: Request;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly progress: (progress: unknown) => void;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly on_progress?: (progress: unknown) => void;
}

class CoreUnavailable extends Error {}
class CoreError extends Error {
  readonly code = 'invalid_argument';
}

const call_error = (error: unknown) =>
  error instanceof CoreError
    ? { code: error.code, message: error.message }
    : { code: 'internal', message: String(error) };

/**
 * Returns the calls without a reply, oldest first, and the parts of connection.ts that answers use.
 * An otherwise unused signal of the store is the state of the core.
 */
export function make_fake_core<Request>(store: () => typeof the_store) {
  const pending: PendingCall<Request>[] = [];
  const phase = (on: boolean) => ({ phase: on ? 'ready' : 'starting' });
  const core_state = {
    get value() {
      return phase(store().zoom.value);
    },
    peek: () => phase(store().zoom.peek()),
  };
  const call = (_name: string, request: Request, { signal, on_progress }: CallOptions = {}) =>
    new Promise((resolve, reject) => {
      pending.push({ request, resolve, reject, progress: (progress) => on_progress?.(progress) });
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  const core = { state: core_state, call };
  return { pending, connection: { CoreError, CoreUnavailable, call_error, core_state, core } };
}
