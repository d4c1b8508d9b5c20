/** Waits for a worker's core, and runs a call in a worker that is started for it. */
import { effect } from '@preact/signals';
import { CoreUnavailable, type CallTable, type Connection } from './connection.ts';

/** Resolves when the worker's core is ready; rejects if it fails, or on abort. */
export function core_ready(
  { state }: Pick<Connection<object>, 'state'>,
  abort: AbortSignal,
): Promise<void> {
  let end = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    abort.addEventListener('abort', () => reject(abort.reason as Error), { once: true });
    end = effect(() => {
      if (state.value.phase === 'ready') resolve();
      if (state.value.phase === 'failed') reject(new CoreUnavailable(state.value.failure));
    });
  });
  return ready.finally(() => end());
}

/**
 * Starts the connection's worker, or replaces it, and calls it. The worker stays until it is
 * stopped.
 */
export async function run_alone<Table extends CallTable<Table>, Name extends keyof Table & string>(
  connection: Connection<Table>,
  name: Name,
  request: Table[Name]['request'],
  abort: AbortSignal,
  on_progress: (progress: Table[Name]['progress']) => void,
): Promise<Table[Name]['reply']> {
  connection.restart();
  await core_ready(connection, abort);
  return connection.call(name, request, { signal: abort, on_progress });
}
