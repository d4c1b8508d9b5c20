/** Workers that a test can observe, end, or replace by failing ones. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Tensor } from 'ffn-lab';

const healthy = createRequire(import.meta.url).resolve('ffn-lab/worker');

/** Creates workers and records them and the messages sent to them. */
export class WorkerFactory {
  readonly made: Worker[] = [];
  readonly sent: { readonly kind: string; readonly data?: Float32Array; readonly weights?: object }[] = [];

  /** Source texts of the next workers instead of the package's script; the last one is reused. undefined: the package's script. */
  scripts: (string | undefined)[] = [];

  readonly create_worker = (): Worker => {
    const script = this.scripts.length > 1 ? this.scripts.shift() : this.scripts[0];
    const worker = new Worker(script === undefined ? healthy : new URL(`data:text/javascript,${encodeURIComponent(script)}`));
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: WorkerFactory['sent'][number], transfer) => {
      post(message, transfer as never);
      this.sent.push(message);
    };
    this.made.push(worker);
    return worker;
  };

  get running(): Worker[] {
    return this.made.filter(({ threadId }) => threadId >= 0); // −1 after its end
  }

  /** Returns the number of messages of that kind since the last call. */
  count(kind: string): number {
    const of_kind = this.sent.filter((message) => message.kind === kind);
    const others = this.sent.filter((message) => message.kind !== kind);
    this.sent.splice(0, Infinity, ...others);
    return of_kind.length;
  }
}

/** Returns the source text of a worker that starts correctly and executes `on_piece` for each piece. */
export const worker_that = (on_piece: string): string => `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (message) => {
    if (message.kind === 'start') parentPort.postMessage({ kind: 'ready', lock: undefined, heap_bytes: 0 });
    if (message.kind === 'piece') { ${on_piece} }
  });`;

/** Compares the bytes, which is faster and stricter than comparing numbers. */
export function same_bits(a: Tensor, b: Tensor): boolean {
  const bytes = ({ data }: Tensor) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return bytes(a).equals(bytes(b)) && String(a.shape) === String(b.shape);
}
