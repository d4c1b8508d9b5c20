/** Message loop of a pool's worker, for browsers and Node. */
import { BusyPoll } from './busy_poll.js';
import { FfnError } from '../edge/errors.js';
import { forward_ranges } from '../edge/evaluation.js';
import type { Units } from '../edge/evaluation.js';
import { Mailbox } from './pool_mailbox.js';
import type { PieceWork, PostToPool, StartMessage, ToWorker } from './pool_protocol.js';
import type { RawError, RawPackedFeedForward, RawResult } from '../edge/raw_module.js';
import { start } from '../edge/start.js';
import type { CreateModule, Started } from '../edge/start.js';
import type { Variant } from '../edge/types.js';
import relaxed from '../wasm/ffn-lab.relaxed.js';
import scalar from '../wasm/ffn-lab.scalar.js';
import simd from '../wasm/ffn-lab.simd.js';

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
  #mailbox: Mailbox | undefined;
  #received = 0;

  constructor(post: PostToPool, hold_lock: () => Promise<string | undefined>) {
    this.#post = post;
    this.#hold_lock = hold_lock;
  }

  receive(message: ToWorker): void {
    ++this.#received;
    if (message.kind === 'start') void this.#start(message);
    else if (this.#core === undefined) this.#queue.push(message);
    else this.#work(this.#core, [message]);
  }

  /** Reports to the pool that this worker is unusable. */
  broken(cause: unknown): void {
    this.#post({ kind: 'broken', error: plain_error(cause) }, []);
  }

  async #start({ module, variant, memory_limit, mailbox }: StartMessage): Promise<void> {
    try {
      const core = await start(module, variant, glue[variant], memory_limit);
      const lock = await this.#hold_lock();
      this.#core = core;
      if (mailbox !== undefined) this.#mailbox = new Mailbox(mailbox);
      this.#post({ kind: 'ready', lock, heap_bytes: this.#heap_bytes }, []);
      this.#work(core, this.#queue.splice(0));
    } catch (cause) {
      this.broken(cause);
    }
  }

  get #heap_bytes(): number {
    return this.#core?.memory.buffer.byteLength ?? 0;
  }

  // Processes messages, then pieces in the mailbox until a message is under way. Rejected arguments are returned as values; an exception
  // means that the module is unusable.
  #work(core: Started, messages: readonly ToWorker[]): void {
    try {
      for (const message of messages) this.#handle(core, message);
      const mailbox = this.#mailbox;
      if (mailbox === undefined) return;
      for (let piece = mailbox.next(this.#received); piece !== undefined; piece = mailbox.next(this.#received))
        this.#compute_in_mailbox(core, mailbox, piece);
    } catch (cause) {
      this.#mailbox = undefined;
      this.broken(cause);
    }
  }

  #handle(core: Started, message: ToWorker): void {
    if (message.kind === 'piece') this.#compute(core, message);
    else if (message.kind === 'network') this.#take_network(core, message);
    else if (message.kind === 'forget') this.#forget(message.key);
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

  #compute(core: Started, piece: PieceWork): void {
    const parts: Float32Array<ArrayBuffer>[] = [];
    const next = () => (parts.length === piece.bounds.length - 1 ? undefined : parts.length);
    const error = this.#compute_ranges(core, piece, next, (_, output) => parts.push(output.slice()));
    if (error !== undefined) return this.#post({ kind: 'refused', error }, []);
    const buffers = parts.map(({ buffer }) => buffer);
    this.#post({ kind: 'result', parts, heap_bytes: this.#heap_bytes }, buffers);
    if (this.#mailbox === undefined) this.#busy_poll.start();
  }

  #compute_in_mailbox(core: Started, mailbox: Mailbox, piece: PieceWork): void {
    const next = () => mailbox.claim();
    const error = this.#compute_ranges(core, piece, next, (range, output) => mailbox.put(range, output));
    if (error !== undefined) {
      mailbox.refuse();
      this.#post({ kind: 'refused', error }, []);
    } else if (mailbox.finish(this.#heap_bytes)) {
      this.#post({ kind: 'done' }, []);
    }
  }

  /**
   * Computes the ranges of a piece whose indices `next` returns, and calls `take` with their outputs. Returns the error with which the core
   * rejects one.
   */
  #compute_ranges(
    { raw }: Started,
    { key, data, d_model, bounds }: PieceWork,
    next: () => number | undefined,
    take: (range: number, output: Float32Array) => void,
  ): RawError | undefined {
    const network = this.#networks.get(key);
    // The worker may receive the message that a network is no longer used before a piece of a call that has ended.
    if (network === undefined) return { code: 'internal', message: `a worker of the pool has no network ${key}` };
    if (network.error !== undefined) return network.error;
    let range = 0;
    let units: Units | undefined;
    const following = () => {
      const index = next();
      units = index === undefined ? undefined : { begin: bounds[(range = index)] ?? 0, end: bounds[index + 1] ?? 0 };
      return units;
    };
    if (forward_ranges(raw, network.value, d_model, data, following, (output) => take(range, output))) return undefined;
    // Passes with tensors as values report why the pass through memory failed.
    const x = { data: data.slice(), shape: [data.length / d_model, d_model] };
    for (units ??= following(); units !== undefined; units = following()) {
      const result = network.value.forward_units(x, units.begin, units.end - units.begin);
      if (result.error !== undefined) return result.error;
      take(range, result.value.data);
    }
    return undefined;
  }
}
