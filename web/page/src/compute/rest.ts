/** The time when the page has answered what it was asked. */
import { computed, effect } from '@preact/signals';
import { connections, core_state } from './connection.ts';

const at_rest = computed(
  () => core_state.value.phase === 'ready' && !connections.value.some(({ works }) => works.value),
);

/** Between two calls of a figure, the page is at rest for a moment. In milliseconds. */
const long_enough = 500;

/**
 * Calls `act` once, when the page's core is ready and no worker has had anything to do for a moment.
 * What the reader has not asked for waits for that, for it would delay the answers. Returns a
 * function that cancels the call.
 */
export function when_at_rest(act: () => void): () => void {
  const end = effect(() => {
    if (!at_rest.value) return;
    const timer = setTimeout(() => {
      end();
      act();
    }, long_enough);
    return () => clearTimeout(timer);
  });
  return end;
}
