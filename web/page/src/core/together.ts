import { batch } from '@preact/signals';

/** What has come and is not shown yet. */
const arrived: (() => void)[] = [];

function show_all(): void {
  batch(() => arrived.splice(0).forEach((show) => show()));
}

const { port1: later, port2: now } = new MessageChannel();
now.onmessage = show_all;

/**
 * Calls `show` after what else has already come from the worker, together with it: however many answers a drag of a slider has, those that
 * have come are drawn at once, while the core computes the others. A message to itself, for a frame would be waited for, and a window at
 * which nobody looks has none.
 */
export function show_together(show: () => void): void {
  arrived.push(show);
  if (arrived.length === 1) later.postMessage(undefined);
}
