/** The workers of a pool, and the calls whose pieces they compute. */
import { FfnError } from '../edge/index.js';
import type { Piece, QueuedCall } from './pool_piece.js';
import { Slot, type SlotContext, start_of } from './pool_slot.js';
import type { PieceResult } from './worker_source.js';

/**
 * A piece whose worker was lost is assigned to a second worker, but not to a third: a piece that
 * ends two workers probably ends all.
 */
const max_losses = 2;

export class Crew {
  readonly #calls = new Set<QueuedCall<unknown>>();
  #slots: readonly Slot[];

  constructor(context: Omit<SlotContext, 'finished' | 'lost'>, workers: number) {
    const whole = {
      ...context,
      finished: (piece: Piece, result: PieceResult | FfnError) => this.#finished(piece, result),
      lost: (piece: Piece | undefined, error: FfnError) => this.#lost(piece, error),
    };
    this.#slots = Array.from({ length: workers }, () => new Slot(whole));
  }

  get slots(): readonly Slot[] {
    return this.#slots;
  }

  /** Starts the workers and leaves out those that do not start. Returns their errors. */
  async start(): Promise<FfnError[]> {
    const errors = await Promise.all(this.#slots.map(start_of));
    this.#slots = this.#slots.filter(({ runs }) => runs);
    this.#set_busy(false);
    return errors.filter((error) => error !== undefined);
  }

  /**
   * Starts a worker in each empty slot. @throws FfnError `worker_failed` if no worker runs
   * afterwards
   */
  restart(): void {
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

  /** Adds a call and assigns its first pieces. */
  begin(call: QueuedCall<unknown>): void {
    this.#calls.add(call);
    if (this.#calls.size === 1) this.#set_busy(true);
    this.dispatch();
  }

  /** Removes a call that has ended. */
  ended(call: QueuedCall<unknown>): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) this.#set_busy(false);
  }

  /** Assigns pieces to idle workers, those of the oldest call first. */
  dispatch(): void {
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
  #assign(slot: Slot, call: QueuedCall<unknown>): boolean {
    const piece = call.next(slot);
    if (piece === undefined) return false;
    try {
      slot.run(piece);
    } catch (reason) {
      call.fail(reason);
    }
    return slot.idle === false;
  }

  #finished(piece: Piece, result: PieceResult | FfnError): void {
    if (result instanceof FfnError) piece.call.fail(result);
    this.dispatch(); // before the result is copied, so that the worker need not wait for the copy
    if (!(result instanceof FfnError)) piece.call.finish(piece, result);
  }

  #lost(piece: Piece | undefined, error: FfnError): void {
    if (piece !== undefined && ++piece.losses < max_losses) piece.call.enqueue(piece);
    else piece?.call.fail(error);
    if (this.#calls.size === 0) return;
    try {
      this.restart();
      this.dispatch();
    } catch (reason) {
      this.#fail_all(reason);
    }
  }

  #fail_all(reason: unknown): void {
    for (const call of [...this.#calls]) call.fail(reason);
  }

  // In Node, a busy worker keeps the process alive.
  #set_busy(busy: boolean): void {
    for (const slot of this.#slots) slot.set_busy(busy);
  }

  /** Ends the workers and rejects all calls. */
  end(error: FfnError): void {
    this.#fail_all(error);
    for (const slot of this.#slots) slot.end(error);
  }
}
