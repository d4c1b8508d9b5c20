import {
  type ModuleInstance,
  dispose_symbol,
  expect_instance,
  expect_tensor,
  type FeedForwardGradients,
  FfnError,
  is_tokens,
  nested_tensors,
  not_posted,
  raw_of_own,
  sum_through_memory,
  type Tensor,
  call,
  type TensorLike,
} from '../edge/index.js';
import { FeedForward } from '../layers/feed_forward.js';
import { Call, type CallContext, output_of } from './pool_call.js';
import { Crew } from './pool_crew.js';
import { Gradients } from './pool_gradients.js';
import { chosen_transport } from './pool_mailbox.js';
import { packed_copy, type SharedNetwork, SharedNetworks } from './pool_network.js';
import {
  checked_backward_options,
  checked_forward_options,
  checked_pool_options,
  default_split,
  type PoolBackwardOptions,
  type PoolForwardOptions,
  type PoolInfo,
  type PoolOptions,
} from './pool_options.js';
import type { Settle } from './pool_piece.js';
import { memoized_plan } from './pool_plan.js';
import type { NamedTensors, WorkerSource } from './worker_source.js';
import { Team } from './pool_team.js';
import { compute_together, partial_output } from './pool_together.js';

/** @internal Starts the workers. @throws FfnError (as a rejection) if none of them starts */
export let open_pool: (pool: Pool) => Promise<Pool>;

/**
 * A pool of workers that compute forward passes in parallel with this thread. Each worker runs the
 * lab's compiled module on its own copy of the weights, so a page needs no special headers. The
 * pool sends weights when they are new or have changed. Where threads may share memory, work and
 * results of short calls pass through a small shared buffer. Dispose of the pool when done.
 */
export class Pool {
  readonly #instance: ModuleInstance;
  readonly #closed: (pool: Pool) => void;
  readonly #crew: Crew;
  readonly #forget = ({ key }: SharedNetwork) =>
    this.#crew.slots.forEach((slot) => slot.forget(key));
  readonly #networks = new SharedNetworks(packed_copy, this.#forget);
  readonly #gradients: Gradients;
  readonly #transport = chosen_transport();
  readonly #plan = memoized_plan();
  readonly #team = this.#transport.transport === 'shared' ? new Team() : undefined;
  #limit: string;
  #disposed = false;

  static {
    open_pool = (pool) => pool.#open();
  }

  /** @internal Use `lab.pool(options)`. */
  constructor(
    instance: ModuleInstance,
    source: WorkerSource,
    options: PoolOptions,
    closed: (pool: Pool) => void,
  ) {
    const { running } = expect_instance('Pool', instance, 'lab.pool(options)');
    const { module, variant, memory_limit } = running;
    const { workers, limit, origin } = checked_pool_options(options, source.processors());
    this.#instance = instance;
    this.#closed = closed;
    this.#limit = limit;
    const claims = this.#team?.claims.buffer;
    this.#crew = new Crew({ module, variant, memory_limit, source, origin, claims }, workers);
    this.#gradients = new Gradients(this.#crew, this.#forget);
    Object.freeze(Object.assign(this, not_posted));
  }

  async #open(): Promise<this> {
    const asked = this.workers;
    const [failure, ...others] = await this.#crew.start();
    this.#check_open();
    if (failure === undefined) return this;
    if (this.workers === 0) {
      this.dispose();
      throw failure;
    }
    this.#limit = `${1 + others.length} of ${asked} did not start: ${failure.message}`;
    return this;
  }

  /** Number of workers, and of threads among which a call is divided. */
  get workers(): number {
    return this.#crew.slots.length;
  }

  /**
   * Returns the number of running workers, the reason why there are not more, and the size of their
   * memories.
   */
  info(): PoolInfo {
    this.#check_open();
    const { slots } = this.#crew;
    const heap_bytes = slots.reduce((sum, slot) => sum + slot.heap_bytes, 0);
    return {
      workers: slots.filter(({ runs }) => runs).length,
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

  /**
   * Computes the gradients of sum(ffn.forward(x) · grad_output) with respect to all weights and to x
   * in the workers, with the bits of `ffn.trace(x)` and `ffn.backward(grad_output)` for any number
   * of workers; the stored trace of the network does not change. Each worker has a part of the
   * weights, which the pool sends again when they have changed. `x`, `grad_output` and the arrays of
   * `into` must not be used otherwise before the promise settles. Dropout is not applied.
   * @throws FfnError (as a rejection) as `forward`
   */
  backward(
    ffn: FeedForward,
    x: TensorLike,
    grad_output: TensorLike,
    options: PoolBackwardOptions = {},
  ): Promise<FeedForwardGradients> {
    return new Promise((resolve, reject) => {
      this.#check_open();
      const raw = raw_of_own(this.#instance, FeedForward, 'FeedForward', 'ffn', ffn);
      const tensors = {
        x: expect_tensor('x', x),
        grad_output: expect_tensor('grad_output', grad_output),
      };
      const { into, signal } = checked_backward_options(options);
      const gradients = call<NamedTensors>(
        this.#instance.raw,
        'gradient_tensors',
        raw,
        tensors.x,
        tensors.grad_output,
        into?.tensors,
      );
      signal?.throwIfAborted();
      this.#crew.restart();
      const given = into?.given as FeedForwardGradients | undefined;
      const settle = {
        resolve: (computed: NamedTensors) => resolve(given ?? nested_tensors(computed)),
        reject,
      };
      this.#gradients.begin(ffn, { ...tensors, gradients }, { settle, signal });
    });
  }

  #begin(
    ffn: FeedForward,
    given: TensorLike,
    given_options: PoolForwardOptions | undefined,
    settle: Settle<Tensor>,
  ): void {
    this.#check_open();
    const raw = raw_of_own(this.#instance, FeedForward, 'FeedForward', 'ffn', ffn);
    const x = expect_tensor('x', given);
    const tokens = is_tokens(x, ffn.d_model)
      ? x.data.length / ffn.d_model
      : call<number>(this.#instance.raw, 'token_count', raw, x);
    const options = checked_forward_options(given_options, x.data.length);
    options.signal?.throwIfAborted();
    if (tokens === 0) return settle.resolve(output_of(options.output ?? new Float32Array(0), x));
    const network = this.#networks.current(ffn);
    const { slots } = this.#crew;
    this.#crew.restart();
    for (const slot of slots) slot.prepare(network);
    const { d_ff, parameter_count } = ffn;
    const work = { tokens, d_ff, parameter_count, transport: this.#transport.transport };
    const planned = this.#plan(work, this.workers, options.split ?? default_split);
    const together =
      this.#team && compute_together(this.#team, slots, { ffn, key: network.key, x, planned });
    if (together === undefined) {
      const context = this.#context_of(ffn, network, settle);
      return this.#compute_apart(ffn, new Call(context, x, planned.pieces, options), planned.helps);
    }
    options.output?.set(together);
    options.on_progress?.({ done: tokens, total: tokens });
    options.signal?.throwIfAborted();
    settle.resolve(output_of(options.output ?? together, x));
  }

  /**
   * Sends the pieces of a call to workers in messages; computes one of them in this thread if the
   * call is short.
   */
  #compute_apart(ffn: FeedForward, call: Call, helps: boolean): void {
    const own = helps ? call.next() : undefined;
    this.#crew.begin(call);
    if (own === undefined || call.ended) return;
    try {
      const work = call.work_of(own);
      const results = work.bounds
        .slice(1)
        .map((end, index) => partial_output(ffn, work, { begin: work.bounds[index] ?? 0, end }));
      call.finish(own, results as Tensor['data'][]);
    } catch (reason) {
      call.fail(reason);
    }
  }

  #context_of(
    { d_model }: FeedForward,
    network: SharedNetwork,
    settle: Settle<Tensor>,
  ): CallContext {
    return {
      network,
      d_model,
      settle,
      sum_of_parts: (parts) => sum_through_memory(this.#instance.raw, parts),
      ended: (call) => this.#crew.ended(call),
    };
  }

  #check_open(): void {
    if (this.#disposed) throw disposed_error(this.#instance);
  }

  /** Ends the workers and rejects pending calls. May be called repeatedly. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#crew.end(disposed_error(this.#instance));
    this.#networks.dispose();
    this.#gradients.dispose();
    this.#closed(this);
  }

  /** Calls `dispose()`, for `using`. */
  [dispose_symbol](): void {
    this.dispose();
  }
}

function disposed_error(instance: ModuleInstance): FfnError {
  return new FfnError(
    'disposed',
    instance.disposed ? 'the lab of this Pool has been disposed' : 'this Pool has been disposed',
  );
}
