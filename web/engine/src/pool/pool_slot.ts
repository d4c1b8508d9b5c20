/** A slot of a pool, which contains a worker, or is empty after the worker was lost. */
import { error_of, FfnError, type Running } from '../edge/index.js';
import type { Piece } from './pool_piece.js';
import { Mailbox } from './pool_mailbox.js';
import type { SharedNetwork } from './pool_network.js';
import type {
  FromWorker,
  Message,
  PieceResult,
  WorkerPort,
  WorkerSource,
} from './worker_source.js';
import type { CheckedOrigin } from './pool_options.js';

/**
 * A worker that has not reported `ready` after this time is ended: a wrong script never reports
 * anything.
 */
const start_timeout_ms = 60_000;

export interface SlotContext extends Pick<Running, 'module' | 'variant' | 'memory_limit'> {
  readonly source: WorkerSource;
  readonly origin: CheckedOrigin;
  /** Memory of the claims of short calls; undefined if threads cannot share memory. */
  readonly claims: SharedArrayBuffer | undefined;
  /** Called when the worker has returned the result of its piece and is idle. */
  finished(piece: Piece, result: PieceResult | FfnError): void;
  /** Called when the worker is lost, with its piece. */
  lost(piece: Piece | undefined, error: FfnError): void;
}

function lost_error(cause: unknown): FfnError {
  const text = cause instanceof Error ? cause.message : String(cause);
  return new FfnError('worker_failed', `a worker of the pool was lost: ${text}`, { cause });
}

export class Slot {
  readonly #context: SlotContext;
  readonly #sent = new Set<number>();
  #port: WorkerPort | undefined;
  #mailbox: Mailbox | undefined;
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
    return Math.max(this.#heap_bytes, this.#mailbox?.heap_bytes ?? 0);
  }

  /**
   * Memory shared with the worker; undefined if threads cannot share memory or there is no worker.
   */
  get mailbox(): Mailbox | undefined {
    return this.#mailbox;
  }

  /**
   * Starts a worker unless there is one; it accepts messages immediately. `started` is called when
   * the worker runs or has failed to start.
   * @throws FfnError `worker_failed` if the platform cannot create a worker
   */
  start(started?: (error?: FfnError) => void): void {
    if (this.#port !== undefined) return;
    const { source, origin, module, variant, memory_limit, claims } = this.#context;
    try {
      const port = source.start(origin, {
        message: (message) => this.#port === port && this.#receive(message),
        lost: (cause) => this.#port === port && this.#lose(lost_error(cause)),
      });
      this.#port = port;
      this.#mailbox = claims === undefined ? undefined : new Mailbox();
      const mailbox = this.#mailbox?.buffer;
      const message = { kind: 'start', module, variant, memory_limit, mailbox, claims } as const;
      this.#post({ message, transfer: [] });
    } catch (cause) {
      this.end();
      throw cause instanceof FfnError ? cause : lost_error(cause);
    }
    this.#started = started;
    const silent = new Error(
      `it did not report that it was ready within ${start_timeout_ms / 1000} s of its start`,
    );
    this.#timer = setTimeout(() => this.#lose(lost_error(silent)), start_timeout_ms);
  }

  /** Whether the worker has the network. */
  has({ key }: SharedNetwork): boolean {
    return this.#sent.has(key);
  }

  /** Sends the network to the worker, before the first piece that uses it. */
  prepare(network: SharedNetwork): void {
    if (this.#port === undefined || this.has(network)) return;
    this.#post(network.message());
    this.#sent.add(network.key);
  }

  forget(key: number): void {
    if (this.#sent.delete(key)) this.#post({ message: { kind: 'forget', key }, transfer: [] });
  }

  #post({ message, transfer }: Message): void {
    this.#port?.post(message, transfer);
    this.#mailbox?.announce_message();
  }

  /** Gives the idle worker a piece. */
  run(piece: Piece): void {
    this.prepare(piece.network);
    this.#post(piece.call.message_of(piece));
    this.#piece = piece;
  }

  set_busy(busy: boolean): void {
    this.#port?.set_busy(busy);
  }

  /** Ends the worker, if there is one; a pending start fails with the error. */
  end(error?: FfnError): void {
    this.#started?.(error);
    this.#started = undefined;
    clearTimeout(this.#timer);
    this.#mailbox?.announce_message(); // Chromium ends a sleeping worker only after 2 s
    this.#port?.terminate();
    this.#port = undefined;
    this.#mailbox = undefined;
    this.#piece = undefined;
    this.#heap_bytes = 0;
    this.#sent.clear();
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'broken') return this.#lose(error_of(message.error));
    if (message.kind === 'ready') return this.#ready(message.heap_bytes);
    if (message.kind === 'result') this.#finish(message.result, message.heap_bytes);
    else this.#finish(error_of(message.error));
  }

  #finish(result: PieceResult | FfnError, heap_bytes = this.#heap_bytes): void {
    const piece = this.#piece;
    this.#piece = undefined;
    this.#heap_bytes = heap_bytes;
    if (piece !== undefined) this.#context.finished(piece, result);
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

/** Resolves when the worker runs (undefined) or failed to start (the error). */
export const start_of = (slot: Slot) =>
  new Promise<FfnError | undefined>((settle) => slot.start(settle)).catch(
    (error: FfnError) => error,
  );
