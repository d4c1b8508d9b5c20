/** A network as it was at one call, to be copied to every worker. */
import { FfnError } from './errors.js';
import { FeedForward } from './feed_forward.js';
import type { ToWorker } from './pool_protocol.js';
import { value_of } from './raw_module.js';

let last_key = 0;

/** What workers hold under one key. Kept while calls need it, even when the network has changed or is gone. */
export class SharedNetwork {
  readonly key = ++last_key;
  readonly revision: number;
  readonly #ffn: WeakRef<FeedForward>;
  readonly #forget: (network: SharedNetwork) => void;
  #calls = 0;
  #retired = false;

  /** `forget` is called when neither the network nor a call needs this any more. */
  constructor(ffn: FeedForward, forget: (network: SharedNetwork) => void) {
    this.revision = FeedForward.raw_of(ffn).revision;
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

  /** No later call will use it. */
  retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    if (this.#calls === 0) this.#forget(this);
  }

  /**
   * The weights for one worker, which owns them: they are copied out once for each and not once more on the way.
   * @throws FfnError `worker_failed` when the weights of the call are not to be had any more, for a worker that replaces a lost one
   */
  message(): { message: ToWorker; transfer: ArrayBuffer[] } {
    const ffn = this.#retired ? undefined : this.#ffn.deref();
    const raw = ffn === undefined ? undefined : FeedForward.raw_of(ffn);
    if (ffn === undefined || raw?.revision !== this.revision) {
      const why = 'the network has been changed or disposed since, so that the work cannot be given to another';
      throw new FfnError('worker_failed', `a worker of the pool was lost, and ${why}`);
    }
    const weights = value_of(raw.weights());
    const transfer = Object.values(weights).map(({ data }: { data: Float32Array }) => data.buffer as ArrayBuffer);
    return { message: { kind: 'network', key: this.key, weights, activation: ffn.activation }, transfer };
  }
}
