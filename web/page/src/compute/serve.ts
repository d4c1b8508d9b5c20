/** The frame of a worker: loads a core and handles calls. Errors are sent as values. */
import { FfnError, type Lab, type LoadOptions } from 'ffn-lab';
import type { Handlers } from './compute.ts';
import { error_value, type CallContext } from './handler.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

/**
 * The part of DedicatedWorkerGlobalScope used here, which TypeScript's DOM library does not
 * declare.
 */
interface WorkerScope {
  readonly name: string;
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

const scope = self as unknown as WorkerScope;
const pending_calls = new Map<number, AbortController>();

/**
 * Runs a handler; the reply of a synchronous handler is sent synchronously, without a microtask.
 */
function handle_call(
  handlers: Handlers,
  { sequence, call, request }: Extract<ToWorker, { kind: 'call' }>,
): void {
  const controller = new AbortController();
  const send_error = (error: unknown) =>
    scope.postMessage({ kind: 'error', sequence, error: error_value(error) });
  try {
    // `Connection.call` checks the type of the request at compile time.
    const handler = handlers[call as keyof Handlers] as (
      request: unknown,
      context: CallContext,
    ) => unknown;
    const progress = (value: unknown) =>
      scope.postMessage({ kind: 'progress', sequence, progress: value });
    const reply = handler(request, { signal: controller.signal, progress });
    if (!(reply instanceof Promise)) return scope.postMessage({ kind: 'reply', sequence, reply });
    pending_calls.set(sequence, controller);
    reply
      .then((value: unknown) => scope.postMessage({ kind: 'reply', sequence, reply: value }))
      .catch(send_error) // including a reply that cannot be cloned
      .finally(() => pending_calls.delete(sequence));
  } catch (error) {
    send_error(error);
  }
}

/**
 * Largest sizes of the memory, of which the first one that the machine can reserve is taken. Readers
 * open layers of gigabytes in the worker of their file; the smallest suffices for the page's
 * examples.
 */
const memory_limits = {
  of_file: 3 * 2 ** 30,
  smallest: 256 * 2 ** 20,
};

type LoadLab = (options: LoadOptions) => Promise<Lab>;

async function load_core(load_lab: LoadLab): Promise<Lab> {
  const attempts = [
    ...(scope.name === 'checkpoint' ? [{ memory_limit: memory_limits.of_file }] : []),
    {},
  ];
  for (const options of attempts) {
    try {
      return await load_lab(options);
    } catch (error) {
      if (!(error instanceof FfnError) || error.code !== 'out_of_memory') throw error;
    }
  }
  return load_lab({ memory_limit: memory_limits.smallest });
}

/** Loads a core, as the page's edition does, and answers the calls with it. */
export function serve(load_lab: LoadLab, make: (lab: Lab) => Handlers): void {
  load_core(load_lab).then(
    (lab) => {
      const handlers = make(lab);
      scope.onmessage = ({ data }) =>
        data.kind === 'cancel'
          ? pending_calls.get(data.sequence)?.abort()
          : handle_call(handlers, data);
      scope.postMessage({ kind: 'loaded', info: lab.info() });
    },
    (error: unknown) => scope.postMessage({ kind: 'load_failed', error: error_value(error) }),
  );
}
