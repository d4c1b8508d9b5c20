/** A version of a network, to be copied to the workers. */
import { FfnError } from './errors.js';
import type { FeedForward } from './feed_forward.js';
import { raw_of } from './owned.js';
import type { ToWorker } from './pool_protocol.js';
import { value_of } from './raw_module.js';
import type { FeedForwardWeights } from './types.js';

let last_key = 0;

/** The network that workers store under one key. It exists while calls use it, even after the network was changed or disposed. */
export class SharedNetwork {
  readonly key = ++last_key;
  readonly revision: number;
  readonly #ffn: WeakRef<FeedForward>;
  readonly #forget: (network: SharedNetwork) => void;
  #calls = 0;
  #retired = false;

  /** Calls `forget` when neither the network nor a call uses this version any more. */
  constructor(ffn: FeedForward, forget: (network: SharedNetwork) => void) {
    this.revision = raw_of(ffn).revision;
    this.#ffn = new WeakRef(ffn);
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
   * @throws FfnError `worker_failed` if the weights of the call no longer exist, for a worker that replaces a lost one
   */
  message(): { message: ToWorker; transfer: ArrayBuffer[] } {
    const ffn = this.#retired ? undefined : this.#ffn.deref();
    const raw = ffn === undefined ? undefined : raw_of(ffn);
    if (ffn === undefined || raw?.revision !== this.revision) {
      const why = 'the network has been changed or disposed since, so its work cannot be assigned to another worker';
      throw new FfnError('worker_failed', `a worker of the pool was lost, and ${why}`);
    }
    const weights = value_of<FeedForwardWeights>(raw.weights());
    const transfer = Object.values(weights).map(({ data }: { data: Float32Array }) => data.buffer as ArrayBuffer);
    return { message: { kind: 'network', key: this.key, weights, activation: ffn.activation }, transfer };
  }
}
