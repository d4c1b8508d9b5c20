/** What a key has changed, said to screen readers at most twice a second; of what comes faster, the last. */
import { signal } from '@preact/signals';

export const announced = signal('');
const shortest_pause_ms = 500;
let waiting: ReturnType<typeof setTimeout> | undefined;
let next = '';

export function announce(text: string): void {
  next = text;
  waiting ??= setTimeout(() => {
    waiting = undefined;
    announced.value = next;
  }, shortest_pause_ms);
}
