/** Workers that a test can see into, end, or replace by ones that misbehave. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Tensor } from 'ffn-lab';

const healthy = createRequire(import.meta.url).resolve('ffn-lab/worker');

/** Makes workers, and keeps them with the messages that they were sent. */
export class Workshop {
  readonly made: Worker[] = [];
  readonly sent: { readonly kind: string; readonly data?: Float32Array; readonly weights?: object }[] = [];

  /** What the next workers run instead of the package's own file: a module's text, for each worker one, then the last again. */
  scripts: (string | undefined)[] = [];

  readonly create_worker = (): Worker => {
    const script = this.scripts.length > 1 ? this.scripts.shift() : this.scripts[0];
    const worker = new Worker(script === undefined ? healthy : new URL(`data:text/javascript,${encodeURIComponent(script)}`));
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: Workshop['sent'][number], transfer) => {
      post(message, transfer as never);
      this.sent.push(message);
    };
    this.made.push(worker);
    return worker;
  };

  get living(): Worker[] {
    return this.made.filter(({ threadId }) => threadId >= 0); // −1 after its end
  }

  /** How many messages of the kind were sent since the last question. */
  count(kind: string): number {
    const of_kind = this.sent.filter((message) => message.kind === kind);
    const others = this.sent.filter((message) => message.kind !== kind);
    this.sent.splice(0, Infinity, ...others);
    return of_kind.length;
  }
}

/** A worker that starts as it should and then does `on_piece`. */
export const worker_that = (on_piece: string): string => `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (message) => {
    if (message.kind === 'start') parentPort.postMessage({ kind: 'ready', lock: undefined, heap_bytes: 0 });
    if (message.kind === 'piece') { ${on_piece} }
  });`;

/** Faster than a comparison of numbers, and stricter. */
export function same_bits(a: Tensor, b: Tensor): boolean {
  const bytes = ({ data }: Tensor) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return bytes(a).equals(bytes(b)) && String(a.shape) === String(b.shape);
}
