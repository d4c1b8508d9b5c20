/** Message loop of a pool's worker, for browsers and Node. */
import { BusyPoll } from './busy_poll.js';
import { FfnError } from './errors.js';
import { forward_through_memory } from './evaluation.js';
import type { PieceMessage, PostToPool, ToWorker } from './pool_protocol.js';
import type { RawError, RawPackedFeedForward, RawResult } from './raw_module.js';
import { start } from './start.js';
import type { CreateModule, Started } from './start.js';
import type { Variant } from './types.js';
import relaxed from './wasm/ffn-lab.relaxed.js';
import scalar from './wasm/ffn-lab.scalar.js';
import simd from './wasm/ffn-lab.simd.js';

// Static imports, unlike in load.ts: some bundlers compile each worker to a single file and do not support dynamic imports there.
const glue: Record<Variant, CreateModule> = { relaxed, simd, scalar };

function plain_error(cause: unknown): RawError {
  if (!(cause instanceof FfnError)) return { code: 'worker_failed', message: `a worker of the pool failed: ${String(cause)}` };
  return { code: cause.code, message: cause.message };
}

export class WorkerLoop {
  readonly #post: PostToPool;
  readonly #hold_lock: () => Promise<string | undefined>;
  readonly #busy_poll = new BusyPoll();
  readonly #queue: ToWorker[] = [];
  readonly #networks = new Map<number, RawResult<RawPackedFeedForward>>();
  #core: Started | undefined;

  constructor(post: PostToPool, hold_lock: () => Promise<string | undefined>) {
    this.#post = post;
    this.#hold_lock = hold_lock;
  }

  receive(message: ToWorker): void {
    if (message.kind === 'start') void this.#start(message);
    else if (this.#core === undefined) this.#queue.push(message);
    else this.#handle(this.#core, message);
  }

  /** Reports to the pool that this worker is unusable. */
  broken(cause: unknown): void {
    this.#post({ kind: 'broken', error: plain_error(cause) }, []);
  }

  async #start({ module, variant, memory_limit }: ToWorker & { kind: 'start' }): Promise<void> {
    try {
      const core = await start(module, variant, glue[variant], memory_limit);
      const lock = await this.#hold_lock();
      this.#core = core;
      this.#post({ kind: 'ready', lock, heap_bytes: this.#heap_bytes }, []);
      for (const message of this.#queue.splice(0)) this.#handle(core, message);
    } catch (cause) {
      this.broken(cause);
    }
  }

  get #heap_bytes(): number {
    return this.#core?.memory.buffer.byteLength ?? 0;
  }

  // Rejected arguments are returned as values; an exception means that the module is unusable.
  #handle(core: Started, message: ToWorker): void {
    try {
      if (message.kind === 'piece') this.#compute(core, message);
      else if (message.kind === 'network') this.#take_network(core, message);
      else if (message.kind === 'forget') this.#forget(message.key);
    } catch (cause) {
      this.broken(cause);
    }
  }

  #take_network({ raw }: Started, { key, weights, activation }: ToWorker & { kind: 'network' }): void {
    // An out_of_memory error is stored and reported with the first piece.
    this.#networks.set(key, raw.pack_feed_forward({ ...weights }, activation));
  }

  #forget(key: number): void {
    const network = this.#networks.get(key);
    if (network?.error === undefined) network?.value.delete();
    this.#networks.delete(key);
  }

  #compute({ raw }: Started, { key, data, shape, units }: PieceMessage): void {
    const network = this.#networks.get(key);
    if (network === undefined) throw new FfnError('internal', `network ${key} was never sent to this worker`);
    if (network.error !== undefined) return this.#post({ kind: 'refused', error: network.error }, []);
    const [first, count] = units ?? [0, network.value.d_ff];
    const output = forward_through_memory(raw, network.value, shape[1], data, first, count);
    if (output !== undefined) this.#send(output as Float32Array<ArrayBuffer>);
    else this.#compute_with_values(network.value, { data, shape }, first, count);
    this.#busy_poll.start();
  }

  // Runs the pass with tensors as values, which reports why the pass through memory failed.
  #compute_with_values(network: RawPackedFeedForward, x: Pick<PieceMessage, 'data' | 'shape'>, first: number, count: number): void {
    const result = network.forward_units(x, first, count);
    if (result.error !== undefined) this.#post({ kind: 'refused', error: result.error }, []);
    else this.#send(result.value.data as Float32Array<ArrayBuffer>);
  }

  #send(data: Float32Array<ArrayBuffer>): void {
    this.#post({ kind: 'result', data, heap_bytes: this.#heap_bytes }, [data.buffer]);
  }
}
