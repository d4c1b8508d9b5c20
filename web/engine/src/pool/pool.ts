import {
  type Core,
  dispose_symbol,
  expect_core,
  expect_tensor,
  FfnError,
  is_tokens,
  not_posted,
  raw_of_own,
  sum_through_memory,
  type Tensor,
  call,
  type TensorLike,
} from '../edge/index.js';
import { FeedForward } from '../layers/feed_forward.js';
import { Call, type CallContext, type Piece, resolve_with, type Settle } from './pool_call.js';
import { chosen_transport } from './pool_mailbox.js';
import { type SharedNetwork, SharedNetworks } from './pool_network.js';
import { checked_forward_options, checked_pool_options, default_split } from './pool_options.js';
import type { PoolForwardOptions, PoolInfo, PoolOptions } from './pool_options.js';
import { memoized_plan } from './pool_plan.js';
import type { WorkerSource } from './worker_source.js';
import { Slot, start_of } from './pool_slot.js';
import { Team } from './pool_team.js';
import { compute_together, partial_output } from './pool_together.js';

/**
 * A piece whose worker was lost is assigned to a second worker, but not to a third: a piece that
 * ends two workers probably ends all.
 */
const max_losses = 2;

/** @internal Starts the workers. @throws FfnError (as a rejection) if none of them starts */
export let open_pool: (pool: Pool) => Promise<Pool>;

/**
 * A pool of workers that compute forward passes in parallel with this thread. Each worker runs the
 * lab's compiled module on its own copy of the weights, so a page needs no special headers. The
 * pool sends weights when they are new or have changed. Where threads may share memory, work and
 * results of short calls pass through a small shared buffer. Dispose of the pool when done.
 */
export class Pool {
  readonly #core: Core;
  readonly #closed: (pool: Pool) => void;
  readonly #calls = new Set<Call>();
  readonly #networks = new SharedNetworks(({ key }) =>
    this.#slots.forEach((slot) => slot.forget(key)),
  );
  readonly #transport = chosen_transport();
  readonly #plan = memoized_plan();
  readonly #team = this.#transport.transport === 'shared' ? new Team() : undefined;
  #slots: readonly Slot[];
  #limit: string;
  #disposed = false;

  static {
    open_pool = (pool) => pool.#open();
  }

  /** @internal Use `lab.pool(options)`. */
  constructor(
    core: Core,
    source: WorkerSource,
    options: PoolOptions,
    closed: (pool: Pool) => void,
  ) {
    const { running } = expect_core('Pool', core, 'lab.pool(options)');
    const { module, variant, memory_limit } = running;
    const { workers, limit, origin } = checked_pool_options(options, source.processors());
    this.#core = core;
    this.#closed = closed;
    this.#limit = limit;
    const context = {
      module,
      variant,
      memory_limit,
      source,
      origin,
      claims: this.#team?.claims.buffer,
      finished: (piece: Piece, result: readonly Float32Array[] | FfnError) =>
        this.#finished(piece, result),
      lost: (piece: Piece | undefined, error: FfnError) => this.#lost(piece, error),
    };
    this.#slots = Array.from({ length: workers }, () => new Slot(context));
    Object.freeze(Object.assign(this, not_posted));
  }

  async #open(): Promise<this> {
    const failures = (await Promise.all(this.#slots.map(start_of))).filter(
      (error) => error !== undefined,
    );
    this.#check_open();
    if (failures[0] === undefined) return this.#set_busy(false);
    if (failures.length === this.#slots.length) {
      this.dispose();
      throw failures[0];
    }
    this.#limit = `${failures.length} of ${this.#slots.length} did not start: ${failures[0].message}`;
    this.#slots = this.#slots.filter(({ runs }) => runs);
    return this.#set_busy(false);
  }

  /** Number of workers, and of threads among which a call is divided. */
  get workers(): number {
    return this.#slots.length;
  }

  /**
   * Returns the number of running workers, the reason why there are not more, and the size of their
   * memories.
   */
  info(): PoolInfo {
    this.#check_open();
    const heap_bytes = this.#slots.reduce((sum, slot) => sum + slot.heap_bytes, 0);
    return {
      workers: this.#slots.filter(({ runs }) => runs).length,
      limit: this.#limit,
      ...this.#transport,
      heap_bytes,
    };
  }

  /**
   * Computes `ffn.forward(x)` for x of shape (…, d_model) in the workers. The output has the shape
   * of x and, with split `tokens`, the bits of `ffn.forward` for any number of workers. The call
   * uses the weights at the time of the call; x must not change before the promise settles. Several
   * calls may be pending at once. Dropout is not applied. For a short call, up to about 10 ms per
   * thread, this thread computes one piece itself, so that one worker fewer must be woken. With
   * shared memory it waits at most 10 ms for late workers and then computes what they have not
   * finished: in the worst case the whole call, about 20 ms.
   * @throws FfnError (as a rejection) `invalid_type`, `invalid_argument`, `disposed`,
   * `out_of_memory`; `worker_failed` if two workers were lost during the same piece or none can be
   * started; or the signal's reason
   */
  forward(ffn: FeedForward, x: TensorLike, options?: PoolForwardOptions): Promise<Tensor> {
    return new Promise((resolve, reject) => this.#begin(ffn, x, options, { resolve, reject }));
  }

  #begin(
    ffn: FeedForward,
    given: TensorLike,
    given_options: PoolForwardOptions | undefined,
    settle: Settle,
  ): void {
    this.#check_open();
    const raw = raw_of_own(this.#core, FeedForward, 'FeedForward', 'ffn', ffn);
    const x = expect_tensor('x', given);
    const tokens = is_tokens(x, ffn.d_model)
      ? x.data.length / ffn.d_model
      : call<number>(this.#core.raw, 'token_count', raw, x);
    const options = checked_forward_options(given_options, x.data.length);
    options.signal?.throwIfAborted();
    if (tokens === 0) return resolve_with(settle, options.output ?? new Float32Array(0), x);
    const network = this.#networks.current(ffn);
    this.#restart_workers();
    for (const slot of this.#slots) slot.prepare(network);
    const work = { tokens, d_ff: ffn.d_ff, parameter_count: ffn.parameter_count };
    const planned = this.#plan(work, this.workers, options.split ?? default_split);
    const together =
      this.#team &&
      compute_together(this.#team, this.#slots, { ffn, key: network.key, x, planned });
    if (together === undefined) {
      const call = new Call(this.#context_of(ffn, network), x, planned.pieces, options, settle);
      return this.#compute_apart(ffn, call, planned.helps);
    }
    options.output?.set(together);
    options.on_progress?.({ done: tokens, total: tokens });
    options.signal?.throwIfAborted();
    resolve_with(settle, options.output ?? together, x);
  }

  /**
   * Sends the pieces of a call to workers in messages; computes one of them in this thread if the
   * call is short.
   */
  #compute_apart(ffn: FeedForward, call: Call, helps: boolean): void {
    const own = helps ? call.next() : undefined;
    this.#calls.add(call);
    if (this.#calls.size === 1) this.#set_busy(true);
    this.#dispatch();
    if (own === undefined || call.ended) return;
    try {
      const work = call.work_of(own);
      const results = work.bounds
        .slice(1)
        .map((end, index) => partial_output(ffn, work, { begin: work.bounds[index] ?? 0, end }));
      call.finish(own, results);
    } catch (reason) {
      call.fail(reason);
    }
  }

  #context_of({ d_model }: FeedForward, network: SharedNetwork): CallContext {
    return {
      network,
      d_model,
      sum_of_parts: (parts) => sum_through_memory(this.#core.raw, parts),
      ended: (call) => {
        this.#calls.delete(call);
        if (this.#calls.size === 0) this.#set_busy(false);
      },
    };
  }

  /**
   * Starts a worker in each empty slot. @throws FfnError `worker_failed` if no worker runs
   * afterwards
   */
  #restart_workers(): void {
    let failure: unknown;
    for (const slot of this.#slots) {
      if (slot.runs) continue;
      try {
        slot.start();
        slot.set_busy(this.#calls.size > 0);
      } catch (error) {
        failure = error;
      }
    }
    if (!this.#slots.some(({ runs }) => runs)) throw failure;
  }

  // Assigns pieces to idle workers, those of the oldest call first.
  #dispatch(): void {
    const idle = this.#slots.filter((slot) => slot.idle);
    for (const call of this.#calls) {
      for (let slot = idle.pop(); slot !== undefined; slot = idle.pop()) {
        if (!this.#assign(slot, call)) {
          idle.push(slot);
          break;
        }
      }
      if (idle.length === 0) return;
    }
  }

  /** Assigns the next piece of the call to the slot. Returns whether the slot has work. */
  #assign(slot: Slot, call: Call): boolean {
    const piece = call.next();
    if (piece === undefined) return false;
    try {
      slot.run(piece);
    } catch (reason) {
      call.fail(reason);
    }
    return slot.idle === false;
  }

  #finished(piece: Piece, result: readonly Float32Array[] | FfnError): void {
    if (result instanceof FfnError) piece.call.fail(result);
    this.#dispatch(); // before the result is copied, so that the worker need not wait for the copy
    if (!(result instanceof FfnError)) piece.call.finish(piece, result);
  }

  #lost(piece: Piece | undefined, error: FfnError): void {
    if (piece !== undefined && ++piece.losses < max_losses) piece.call.requeue(piece);
    else piece?.call.fail(error);
    if (this.#calls.size === 0) return;
    try {
      this.#restart_workers();
      this.#dispatch();
    } catch (reason) {
      for (const call of [...this.#calls]) call.fail(reason);
    }
  }

  #set_busy(busy: boolean): this {
    for (const slot of this.#slots) slot.set_busy(busy);
    return this;
  }

  #check_open(): void {
    if (this.#disposed) throw disposed_error(this.#core);
  }

  /** Ends the workers and rejects pending calls. May be called repeatedly. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    const error = disposed_error(this.#core);
    for (const call of [...this.#calls]) call.fail(error);
    for (const slot of this.#slots) slot.end(error);
    this.#networks.dispose();
    this.#closed(this);
  }

  /** Calls `dispose()`, for `using`. */
  [dispose_symbol](): void {
    this.dispose();
  }
}

function disposed_error(core: Core): FfnError {
  return new FfnError(
    'disposed',
    core.disposed ? 'the lab of this Pool has been disposed' : 'this Pool has been disposed',
  );
}
