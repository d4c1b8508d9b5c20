import { effect } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { CoreUnavailable } from './connection.ts';
import type { CoreState } from './connection.ts';

/** Resolves when a worker accepts calls; rejects if its core fails or on abort. */
export async function worker_ready(state: ReadonlySignal<CoreState>, abort: AbortSignal): Promise<void> {
  let end = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    abort.addEventListener('abort', () => reject(abort.reason as Error), { once: true });
    end = effect(() => {
      const now = state.value;
      if (now.phase === 'ready') resolve();
      if (now.phase === 'failed') reject(new CoreUnavailable(now.failure));
    });
  });
  return ready.finally(() => end());
}
