/** Workers that a test can observe, end, or replace by failing ones. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { PoolTransport, Tensor } from 'ffn-lab';
import { afterAll, beforeAll, describe, vi } from 'vitest';

const healthy = createRequire(import.meta.url).resolve('ffn-lab/worker');

/**
 * Runs the tests with pools of each transport: without cross-origin isolation a pool sends
 * messages.
 */
export function describe_each_transport(
  name: string,
  tests: (transport: PoolTransport) => void,
): void {
  describe.each(['shared', 'messages'] as const)(`${name}, transport %s`, (transport) => {
    beforeAll(
      () => void vi.stubGlobal('crossOriginIsolated', transport === 'shared' ? undefined : false),
    );
    afterAll(() => void vi.unstubAllGlobals());
    tests(transport);
  });
}

/** Creates workers and records them and the messages sent to them. */
export class WorkerFactory {
  readonly made: Worker[] = [];
  readonly sent: {
    readonly kind: string;
    readonly data?: Float32Array;
    readonly mailbox?: SharedArrayBuffer;
    readonly claims?: SharedArrayBuffer;
  }[] = [];

  readonly mailboxes: SharedArrayBuffer[] = [];
  #shared_before = 0;

  /**
   * Source texts of the next workers instead of the package's script; the last one is reused.
   * undefined: the package's script.
   */
  scripts: (string | undefined)[] = [];

  readonly create_worker = (): Worker => {
    const script = this.scripts.length > 1 ? this.scripts.shift() : this.scripts[0];
    const worker = new Worker(
      script === undefined
        ? healthy
        : new URL(`data:text/javascript,${encodeURIComponent(script)}`),
    );
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: WorkerFactory['sent'][number], transfer) => {
      post(message, transfer as never);
      if (message.mailbox !== undefined) this.mailboxes.push(message.mailbox);
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

  /**
   * Number of pieces that were given to workers through mailboxes: pools ring for each piece and
   * each message.
   */
  get shared_pieces(): number {
    const counts = this.mailboxes.map((buffer) => {
      const [rings = 0, messages = 0] = new Int32Array(buffer);
      return rings - messages;
    });
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Returns the number of pieces given to workers since the last call, by either transport. */
  pieces(): number {
    const before = this.#shared_before;
    this.#shared_before = this.shared_pieces;
    return this.#shared_before - before + this.count('piece');
  }
}

/**
 * Returns the source text of a worker that starts correctly and executes `on_piece` for each piece,
 * which it does not answer itself.
 */
export const worker_that = (on_piece: string): string => `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (message) => {
    if (message.kind === 'start') parentPort.postMessage({ kind: 'ready', lock: undefined, heap_bytes: 0 });
    if (message.kind === 'piece') { ${on_piece} }
  });`;

/**
 * Source text of a worker that claims all ranges of the second piece of each job and never finishes
 * them.
 */
export const worker_that_claims = `
  import { parentPort } from 'node:worker_threads';
  parentPort.once('message', ({ claims }) => {
    parentPort.postMessage({ kind: 'ready', lock: undefined, heap_bytes: 0 });
    const cells = new Int32Array(claims);
    for (;;) {
      const before = Atomics.load(cells, 1);
      Atomics.compareExchange(cells, 1, before, before & ~255);
    }
  });`;

/** Compares the bytes, which is faster and stricter than comparing numbers. */
export function same_bits(a: Tensor, b: Tensor): boolean {
  const bytes = ({ data }: Tensor) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return bytes(a).equals(bytes(b)) && String(a.shape) === String(b.shape);
}
