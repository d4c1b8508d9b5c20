/** Message loop of a pool's worker, for browsers and Node. */
import { BusyPoll } from './busy_poll.js';
import { FfnError } from '../edge/errors.js';
import { forward_ranges, sum_through_memory } from '../edge/evaluation.js';
import { type Job, Mailbox } from './pool_mailbox.js';
import { Claims } from './pool_team.js';
import type {
  FeaturesWork,
  NetworkCopy,
  PieceResult,
  PieceWork,
  PostToPool,
  StartMessage,
  ToWorker,
  UnitGradients,
  UnitsWork,
} from './worker_source.js';
import { result_of } from '../edge/raw_module.js';
import type { RawError, RawHandle, RawPackedFeedForward, RawResult } from '../edge/raw_module.js';
import { start } from '../edge/start.js';
import type { Started } from '../edge/start.js';
import type { Tensor } from '../edge/types.js';
import create_module from '../wasm/ffn-lab.js';

function plain_error(cause: unknown): RawError {
  if (!(cause instanceof FfnError))
    return { code: 'worker_failed', message: `a worker of the pool failed: ${String(cause)}` };
  return { code: cause.code, message: cause.message };
}

export class WorkerLoop {
  readonly #post: PostToPool;
  readonly #hold_lock: () => Promise<string | undefined>;
  readonly #busy_poll = new BusyPoll();
  readonly #queue: ToWorker[] = [];
  readonly #networks = new Map<number, RawResult<RawHandle>>();
  #instance: Started | undefined;
  #shared: { readonly mailbox: Mailbox; readonly claims: Claims } | undefined;
  #received = 0;

  constructor(post: PostToPool, hold_lock: () => Promise<string | undefined>) {
    this.#post = post;
    this.#hold_lock = hold_lock;
  }

  receive(message: ToWorker): void {
    ++this.#received;
    if (message.kind === 'start') void this.#start(message);
    else if (this.#instance === undefined) this.#queue.push(message);
    else this.#work(this.#instance, [message]);
  }

  /** Reports to the pool that this worker is unusable. */
  broken(cause: unknown): void {
    this.#post({ kind: 'broken', error: plain_error(cause) }, []);
  }

  async #start({ module, variant, memory_limit, mailbox, claims }: StartMessage): Promise<void> {
    try {
      const instance = await start(module, variant, create_module, memory_limit);
      const lock = await this.#hold_lock();
      this.#instance = instance;
      if (mailbox !== undefined && claims !== undefined)
        this.#shared = { mailbox: new Mailbox(mailbox), claims: new Claims(claims) };
      this.#post({ kind: 'ready', lock, heap_bytes: this.#heap_bytes }, []);
      this.#work(instance, this.#queue.splice(0));
    } catch (cause) {
      this.broken(cause);
    }
  }

  get #heap_bytes(): number {
    return this.#instance?.memory.buffer.byteLength ?? 0;
  }

  // Processes messages, then jobs in the mailbox until a message is under way. Rejected arguments
  // are returned as values; an exception means that the module is unusable.
  #work(instance: Started, messages: readonly ToWorker[]): void {
    try {
      for (const message of messages) this.#handle(instance, message);
      const mailbox = this.#shared?.mailbox;
      for (
        let job = mailbox?.next(this.#received);
        job !== undefined;
        job = mailbox?.next(this.#received)
      )
        this.#help(instance, job);
    } catch (cause) {
      this.#shared = undefined;
      this.broken(cause);
    }
  }

  #handle(instance: Started, message: ToWorker): void {
    if (message.kind === 'piece') this.#compute(instance, message);
    else if (message.kind === 'units') this.#compute_units(message);
    else if (message.kind === 'features') this.#compute_features(instance, message);
    else if (message.kind === 'network') this.#take_network(instance, message);
    else if (message.kind === 'forget') this.#forget(message.key);
  }

  #take_network(
    { raw }: Started,
    { key, make, weights, activation }: NetworkCopy & { readonly key: number },
  ): void {
    // An out_of_memory error is stored and reported with the first piece.
    this.#networks.set(key, result_of(raw, make, { ...weights }, activation));
  }

  #forget(key: number): void {
    const network = this.#networks.get(key);
    if (network?.error === undefined) network?.value.delete();
    this.#networks.delete(key);
  }

  /** Returns the network of a piece; undefined after its error has been reported. */
  #network_of<Raw extends RawHandle>(key: number): Raw | undefined {
    const network = this.#networks.get(key) as RawResult<Raw> | undefined;
    // A piece of a call that has ended may arrive after the message that its network is no longer
    // used.
    if (network === undefined)
      this.#refuse({ code: 'internal', message: `a worker of the pool has no network ${key}` });
    else if (network.error === undefined) return network.value;
    else this.#refuse(network.error);
    return undefined;
  }

  #answer(result: PieceResult, transfer: ArrayBuffer[]): void {
    this.#post({ kind: 'result', result, heap_bytes: this.#heap_bytes }, transfer);
  }

  #compute({ raw }: Started, { key, data, d_model, bounds }: PieceWork): void {
    const network = this.#network_of<RawPackedFeedForward>(key);
    if (network === undefined) return;
    const ranges = bounds.slice(1).map((end, index) => ({ begin: bounds[index] ?? 0, end }));
    const parts: Float32Array<ArrayBuffer>[] = [];
    forward_ranges(
      raw,
      network,
      d_model,
      data,
      () => ranges[parts.length],
      (output) => parts.push(output.slice()),
    );
    // If the pass through memory failed, a pass with tensors as values reports why.
    const x = { data, shape: [data.length / d_model, d_model] };
    for (const { begin, end } of ranges.slice(parts.length)) {
      const result = result_of<Tensor>(network, 'forward_units', x, begin, end - begin);
      if (result.error !== undefined) return this.#refuse(result.error);
      parts.push(result.value.data.slice());
    }
    this.#answer(
      parts,
      parts.map(({ buffer }) => buffer),
    );
    // Does not poll after a long piece, which has one range: the calling thread waits for the
    // message and may need this processor.
    if (this.#shared === undefined && parts.length > 1) this.#busy_poll.start();
  }

  #compute_units({ key, x, grad_output, into }: UnitsWork): void {
    const part = this.#network_of(key);
    if (part === undefined) return;
    const result = result_of<UnitGradients>(part, 'unit_gradients', x, grad_output, into);
    if (result.error !== undefined) return this.#refuse(result.error);
    const { weights, hidden } = result.value;
    const tensors = [weights, hidden].flatMap((named) => Object.values(named));
    this.#answer(
      result.value,
      tensors.map(({ data }) => data.buffer),
    );
  }

  #compute_features({ raw }: Started, { key, hidden }: FeaturesWork): void {
    const part = this.#network_of(key);
    if (part === undefined) return;
    const sums: Tensor[] = [];
    for (const [name, grad] of Object.entries(hidden)) {
      const result = result_of<Tensor>(part, 'feature_gradient', grad, name === 'gate');
      if (result.error !== undefined) return this.#refuse(result.error);
      sums.push(result.value);
    }
    const [{ shape } = { shape: [] }] = sums;
    const parts = sums.map(({ data }) => data);
    const data = sum_through_memory(raw, parts) as Tensor['data'];
    this.#answer({ data, shape }, [data.buffer]);
  }

  #refuse(error: RawError): void {
    this.#post({ kind: 'refused', error }, []);
  }

  /**
   * Computes ranges of a job. If the core has too little memory for one, the calling thread
   * computes it.
   */
  #help({ raw }: Started, job: Job): void {
    const network = this.#networks.get(job.key) as RawResult<RawPackedFeedForward> | undefined;
    if (network === undefined || network.error !== undefined || this.#shared === undefined) return;
    const { mailbox, claims } = this.#shared;
    claims.compute(raw, network.value, job, (index, output) =>
      mailbox.put(job, index, output, this.#heap_bytes),
    );
  }
}
