import { batch } from '@preact/signals';

const queued: (() => void)[] = [];

function flush(): void {
  batch(() => queued.splice(0).forEach((update) => update()));
}

const { port1: sender, port2: receiver } = new MessageChannel();
receiver.onmessage = flush;

/**
 * Calls `update` in one batch with those of all replies that are already in the message queue, so that they are rendered once. Waits for a
 * message to itself rather than for an animation frame, which would add latency and never comes in a hidden window.
 */
export function run_batched(update: () => void): void {
  queued.push(update);
  if (queued.length === 1) sender.postMessage(undefined);
}
