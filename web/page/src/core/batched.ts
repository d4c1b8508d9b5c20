import { batch } from '@preact/signals';

/** What has come and is not shown yet. */
const queued: (() => void)[] = [];

function flush(): void {
  batch(() => queued.splice(0).forEach((update) => update()));
}

const { port1: sender, port2: receiver } = new MessageChannel();
receiver.onmessage = flush;

/**
 * Calls `update` after what else has already come from the worker, together with it: however many answers a drag of a slider has, those that
 * have come are drawn at once, while the core computes the others. A message to itself, for a frame would be waited for, and a window at
 * which nobody looks has none.
 */
export function run_batched(update: () => void): void {
  queued.push(update);
  if (queued.length === 1) sender.postMessage(undefined);
}
