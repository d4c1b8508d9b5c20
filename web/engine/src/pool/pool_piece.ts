/** Pieces of calls that a pool assigns to its workers, and what all calls have in common. */
import { on_abort, type Signal } from '../edge/index.js';
import type { SharedNetwork } from './pool_network.js';
import type { Message, PieceResult } from './worker_source.js';

/** Work of one worker at a time. */
export interface Piece {
  readonly call: QueuedCall<unknown>;
  readonly network: SharedNetwork;
  /** Number of workers lost during this piece. */
  losses: number;
}

export interface NetworkOwner {
  has(network: SharedNetwork): boolean;
}

/** The two functions that settle a promise. */
export interface Settle<Result> {
  resolve(this: void, result: Result): void;
  reject(this: void, reason: unknown): void;
}

export interface QueuedCallContext<Result> {
  readonly networks: readonly SharedNetwork[];
  readonly settle: Settle<Result>;
  readonly signal: Signal | undefined;
  /** Called when the call has succeeded or failed. */
  ended(call: QueuedCall<unknown>): void;
}

/** A call of a pool: its pieces that are not assigned yet, and how it ends. */
export abstract class QueuedCall<Result> {
  readonly #context: QueuedCallContext<Result>;
  readonly #queue: Piece[] = [];
  #ended = false;
  #ignore_abort: () => void = () => undefined;

  constructor(context: QueuedCallContext<Result>) {
    this.#context = context;
    for (const network of context.networks) network.begin_call();
    const { signal } = context;
    if (signal !== undefined) this.#ignore_abort = on_abort(signal, () => this.fail(signal.reason));
  }

  /** Returns the message for the worker of a piece, with copies that are transferred. */
  abstract message_of(piece: Piece): Message;

  protected abstract store(piece: Piece, result: PieceResult): void;

  /** Whether the call has succeeded or failed. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Returns the next piece that is not assigned to a worker; prefers one whose network the worker
   * has.
   */
  next(worker?: NetworkOwner): Piece | undefined {
    const known = worker ? this.#queue.findIndex(({ network }) => worker.has(network)) : -1;
    return this.#queue.splice(Math.max(known, 0), 1)[0];
  }

  /** Adds pieces, or a piece whose worker was lost. */
  enqueue(...pieces: readonly Piece[]): void {
    if (!this.#ended) this.#queue.unshift(...pieces);
  }

  /** Stores the result of a piece; ignores it after the end of the call. */
  finish(piece: Piece, result: PieceResult): void {
    if (this.#ended) return;
    try {
      this.store(piece, result);
    } catch (reason) {
      this.fail(reason);
    }
  }

  fail(reason: unknown): void {
    if (this.#end()) this.#context.settle.reject(reason);
  }

  /** Resolves the promise, unless the call has ended, for example by its progress listener. */
  protected succeed(result: Result): void {
    if (this.#end()) this.#context.settle.resolve(result);
  }

  #end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    this.#queue.length = 0;
    this.#ignore_abort();
    for (const network of this.#context.networks) network.end_call();
    this.#context.ended(this);
    return true;
  }
}
