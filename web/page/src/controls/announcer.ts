/**
 * Screen reader announcements for keyboard shortcuts, throttled to two per second: only the latest
 * text of an interval is announced.
 */
import { signal } from '@preact/signals';

export const announced = signal('');
const throttle_ms = 500;
let timer: ReturnType<typeof setTimeout> | undefined;
let latest = '';

export function announce(text: string): void {
  latest = text;
  timer ??= setTimeout(() => {
    timer = undefined;
    announced.value = latest;
  }, throttle_ms);
}
