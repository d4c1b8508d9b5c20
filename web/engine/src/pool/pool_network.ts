/** A version of a network, to be copied to the workers. */
import { call, instance_of, FfnError, raw_of, when_released } from '../edge/index.js';
import type { FeedForward } from '../layers/feed_forward.js';
import type { GradientRange } from './pool_plan.js';
import type { Message, NetworkCopy } from './worker_source.js';

let last_key = 0;

/** Returns a new copy of the weights that workers need, which is transferred to one of them. */
export type CopyNetwork = (ffn: FeedForward) => NetworkCopy;

/** Copies all weights, for forward passes. */
export const packed_copy: CopyNetwork = (ffn) => ({
  make: 'pack_feed_forward',
  weights: call(raw_of(ffn), 'weights'),
  activation: ffn.activation,
});

/** Returns a function that copies the weights of a part, for gradients. */
export const part_copy =
  ({ units, features }: GradientRange): CopyNetwork =>
  (ffn) => ({
    make: 'make_gradient_part',
    weights: call(
      instance_of(ffn).raw,
      'weights_of_part',
      raw_of(ffn),
      ...[units, features].flatMap(({ begin, end }) => [begin, end - begin]),
    ),
    activation: ffn.activation,
  });

/**
 * The network that workers store under one key. It exists while calls use it, even after the
 * network was changed or disposed.
 */
export class SharedNetwork {
  readonly key = ++last_key;
  readonly revision: number;
  readonly #ffn: WeakRef<FeedForward>;
  readonly #copied: CopyNetwork;
  readonly #forget: (network: SharedNetwork) => void;
  #calls = 0;
  #retired = false;

  /** Calls `forget` when neither the network nor a call uses this version any more. */
  constructor(ffn: FeedForward, copied: CopyNetwork, forget: (network: SharedNetwork) => void) {
    this.revision = raw_of(ffn).revision;
    this.#ffn = new WeakRef(ffn);
    this.#copied = copied;
    this.#forget = forget;
  }

  begin_call(): void {
    ++this.#calls;
  }

  end_call(): void {
    --this.#calls;
    if (this.#retired && this.#calls === 0) this.#forget(this);
  }

  /** Marks the version as outdated: no later call uses it. */
  retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    if (this.#calls === 0) this.#forget(this);
  }

  /**
   * Returns a message with the weights for one worker, which receives ownership of this copy.
   * @throws FfnError `worker_failed` if the weights of the call no longer exist, for a worker that
   * replaces a lost one
   */
  message(): Message {
    const ffn = this.#retired ? undefined : this.#ffn.deref();
    const raw = ffn === undefined ? undefined : raw_of(ffn);
    if (ffn === undefined || raw?.revision !== this.revision) {
      const why =
        'the network has been changed or disposed since, so its work cannot be assigned to another worker';
      throw new FfnError('worker_failed', `a worker of the pool was lost, and ${why}`);
    }
    const copy = this.#copied(ffn);
    const transfer = Object.values(copy.weights).map(({ data }) => data.buffer);
    return { message: { kind: 'network', key: this.key, ...copy }, transfer };
  }
}

/** The versions of networks that the workers of a pool received last. */
export class SharedNetworks {
  readonly #known = new WeakMap<FeedForward, { shared: SharedNetwork }>();
  readonly #watches = new Set<() => void>();
  readonly #copied: CopyNetwork;
  readonly #forget: (network: SharedNetwork) => void;

  /** Calls `forget` when workers may delete a version. */
  constructor(copied: CopyNetwork, forget: (network: SharedNetwork) => void) {
    this.#copied = copied;
    this.#forget = forget;
  }

  /** Returns the current version of the network. Workers may delete an older version. */
  current(ffn: FeedForward): SharedNetwork {
    const known = this.#known.get(ffn);
    if (known?.shared.revision === raw_of(ffn).revision) return known.shared;
    known?.shared.retire();
    const shared = new SharedNetwork(ffn, this.#copied, this.#forget);
    if (known !== undefined) return (known.shared = shared);
    this.#watch(ffn, { shared });
    return shared;
  }

  #watch(ffn: FeedForward, first: { shared: SharedNetwork }): void {
    this.#known.set(ffn, first);
    const unwatch = when_released(ffn, () => {
      first.shared.retire();
      this.#watches.delete(unwatch);
    });
    this.#watches.add(unwatch);
  }

  /** Stops observing the networks. */
  dispose(): void {
    for (const unwatch of this.#watches) unwatch();
    this.#watches.clear();
  }
}
