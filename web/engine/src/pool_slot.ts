/** A place in a pool: the worker that fills it, or the lack of one after a worker is lost. */
import { FfnError } from './errors.js';
import type { Piece } from './pool_call.js';
import type { SharedNetwork } from './pool_network.js';
import type { FromWorker } from './pool_protocol.js';
import { error_of } from './raw_module.js';
import type { WorkerOrigin } from './pool_types.js';
import type { Variant } from './types.js';
import type { WorkerPort, WorkerSource } from './worker_source.js';

/** A worker that has not said that it runs after so long is given up: a script that is none of ours never says anything. */
const start_timeout_ms = 60_000;

export interface SlotContext {
  readonly module: WebAssembly.Module;
  /** Of each worker. */
  readonly memory_limit: number;
  readonly variant: Variant;
  readonly source: WorkerSource;
  readonly origin: WorkerOrigin;
  /** The worker has answered its piece and is free. */
  finished(piece: Piece, answer: Float32Array | FfnError): void;
  /** The worker is gone, with the piece that it had. */
  lost(piece: Piece | undefined, error: FfnError): void;
}

function death(cause: unknown): FfnError {
  const text = cause instanceof Error ? cause.message : String(cause);
  return new FfnError('worker_failed', `a worker of the pool was lost: ${text}`, { cause });
}

export class Slot {
  readonly #context: SlotContext;
  readonly #sent = new Set<number>();
  #port: WorkerPort | undefined;
  #piece: Piece | undefined;
  #heap_bytes = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #started: ((error?: FfnError) => void) | undefined;

  constructor(context: SlotContext) {
    this.#context = context;
  }

  get runs(): boolean {
    return this.#port !== undefined;
  }

  get idle(): boolean {
    return this.#port !== undefined && this.#piece === undefined;
  }

  get heap_bytes(): number {
    return this.#heap_bytes;
  }

  /**
   * Starts a worker unless there is one; it takes messages at once. `started` is called when it runs or has failed to.
   * @throws FfnError `worker_failed` when the platform makes none
   */
  start(started?: (error?: FfnError) => void): void {
    if (this.#port !== undefined) return;
    const { source, origin, module, variant, memory_limit } = this.#context;
    try {
      const port = source.start(origin, {
        message: (message) => this.#port === port && this.#receive(message),
        died: (cause) => this.#port === port && this.#lose(death(cause)),
      });
      this.#port = port;
      port.post({ kind: 'start', module, variant, memory_limit }, []);
    } catch (cause) {
      this.end();
      throw cause instanceof FfnError ? cause : death(cause);
    }
    this.#started = started;
    const silent = new Error(`it said nothing for ${start_timeout_ms / 1000} s after its start`);
    this.#timer = setTimeout(() => this.#lose(death(silent)), start_timeout_ms);
  }

  /** Lets the worker know the network; before any piece of it. */
  prepare(network: SharedNetwork): void {
    if (this.#port === undefined || this.#sent.has(network.key)) return;
    const { message, transfer } = network.message();
    this.#port.post(message, transfer);
    this.#sent.add(network.key);
  }

  forget(key: number): void {
    if (this.#sent.delete(key)) this.#port?.post({ kind: 'forget', key }, []);
  }

  /** Gives the idle worker a piece. */
  run(piece: Piece): void {
    this.prepare(piece.call.network);
    const message = piece.call.message(piece);
    this.#port?.post(message, [message.data.buffer]);
    this.#piece = piece;
  }

  hold(busy: boolean): void {
    this.#port?.hold(busy);
  }

  /** Ends the worker, if there is one; a start under way has failed with the error. */
  end(error?: FfnError): void {
    this.#started?.(error);
    this.#started = undefined;
    clearTimeout(this.#timer);
    this.#port?.terminate();
    this.#port = undefined;
    this.#piece = undefined;
    this.#heap_bytes = 0;
    this.#sent.clear();
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'broken') return this.#lose(error_of(message.error));
    if (message.kind === 'ready') return this.#ready(message.heap_bytes);
    const piece = this.#piece;
    this.#piece = undefined;
    if (message.kind === 'result') this.#heap_bytes = message.heap_bytes;
    if (piece !== undefined) this.#context.finished(piece, message.kind === 'result' ? message.data : error_of(message.error));
  }

  #ready(heap_bytes: number): void {
    clearTimeout(this.#timer);
    this.#heap_bytes = heap_bytes;
    this.#started?.();
    this.#started = undefined;
  }

  #lose(error: FfnError): void {
    const piece = this.#piece;
    this.end(error);
    this.#context.lost(piece, error);
  }
}
