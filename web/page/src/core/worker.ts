/** The module worker that owns a core. Everything it says is a value: nothing is thrown across. */
import { load_lab } from '#edition/load_lab.ts';
import { FfnError } from 'ffn-lab';
import type { Lab } from 'ffn-lab';
import { services } from './service.ts';
import type { AnyHandlers, Handler, ServiceName } from './service.ts';
import type { CallError, FromWorker, ToWorker } from './protocol.ts';

/** What this file uses of DedicatedWorkerGlobalScope, which the DOM library does not declare. */
interface WorkerScope {
  readonly name: string;
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

const scope = self as unknown as WorkerScope;
const under_way = new Map<number, AbortController>();

function error_value(error: unknown): CallError {
  if (error instanceof FfnError) return { code: error.code, message: error.message };
  return { code: 'internal', message: String(error) };
}

/** A handler that answers at once is answered at once. */
function answer(handlers: AnyHandlers, { sequence, call, request }: Extract<ToWorker, { kind: 'call' }>): void {
  const controller = new AbortController();
  const refuse = (error: unknown) => scope.postMessage({ kind: 'error', sequence, error: error_value(error) });
  try {
    // The page pairs each call with its own request (client.ts).
    const handler = handlers[call] as Handler<unknown, unknown>;
    const progress = (value: unknown) => scope.postMessage({ kind: 'progress', sequence, progress: value });
    const reply = handler(request, { signal: controller.signal, progress });
    if (!(reply instanceof Promise)) return scope.postMessage({ kind: 'reply', sequence, reply });
    under_way.set(sequence, controller);
    reply
      .then((value: unknown) => scope.postMessage({ kind: 'reply', sequence, reply: value }))
      .catch(refuse) // also what cannot be sent
      .finally(() => under_way.delete(sequence));
  } catch (error) {
    refuse(error);
  }
}

const service = scope.name in services ? (scope.name as ServiceName) : 'page';

/** The code of a service is a file of its own, which may not arrive. */
const fetch_service = () =>
  services[service]().catch((cause: unknown) => {
    throw new FfnError('load_failed', `the service ${service} could not be loaded: ${String(cause)}`, { cause });
  });

const mebibyte = 2 ** 20;

/** Some machines refuse to reserve what a core asks for: it is then content with less, in which the page's own examples have room. */
async function load_where_it_fits(): Promise<Lab> {
  try {
    return await load_lab();
  } catch (error) {
    if (!(error instanceof FfnError) || error.code !== 'out_of_memory') throw error;
    return load_lab({ memory_limit: 256 * mebibyte });
  }
}

Promise.all([load_where_it_fits(), fetch_service()]).then(
  ([lab, make]) => {
    const handlers = make(lab);
    scope.onmessage = ({ data }) => (data.kind === 'cancel' ? under_way.get(data.sequence)?.abort() : answer(handlers, data));
    scope.postMessage({ kind: 'loaded', info: lab.info() });
  },
  (error: unknown) => scope.postMessage({ kind: 'load_failed', error: error_value(error) }),
);
