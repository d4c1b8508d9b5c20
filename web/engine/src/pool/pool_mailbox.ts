/**
 * Memory that a pool shares with one of its workers, where threads may share memory. A piece of a call and its result pass through it
 * instead of messages, so that the worker can sleep in `Atomics.wait`, which wakes sooner than an event loop. A sleeping worker receives no
 * messages: the pool announces each message that it has posted, and the worker returns to its event loop to receive it.
 */
import type { PieceWork } from './pool_protocol.js';
import type { PoolInfo } from './pool_types.js';

/**
 * Indices of the 32-bit integers before the data. `claims` contains the number of ranges that the worker has begun and, from bit 8 on, the
 * number of those that it may begin. The last cells are the bounds of the ranges.
 */
const cell = { rings: 0, messages: 1, state: 2, is_awaited: 3, claims: 4, heap_pages: 5, key: 6, length: 7, d_model: 8, bounds: 9 };
const header_bytes = 64;
const cells = header_bytes / Int32Array.BYTES_PER_ELEMENT;
const page_bytes = 65_536;

/** Values of the cell `state`. `refused`: the answer to the piece is a message. */
const state = { empty: 0, assigned: 1, done: 2, refused: 3 };

/** Number of elements for a piece and its results. Larger pieces take milliseconds and are transferred in messages. */
const capacity = 2 ** 18;

/** Time in ms that a worker polls for its next piece before it sleeps: longer than the time between the calls of a loop. */
const worker_poll_ms = 1;

/** Time in ms that a caller polls for the rest of a call before it returns to its event loop. */
export const caller_poll_ms = 0.3;

/** Number of polls that take about as long as reading the clock. */
const polls_per_clock = 32;

/** Returns how the pool hands work to its workers, and why. */
export function chosen_transport(): Pick<PoolInfo, 'transport' | 'transport_reason'> {
  const { crossOriginIsolated: isolated, SharedArrayBuffer: shared } = globalThis as Partial<typeof globalThis>;
  if (isolated === false) return { transport: 'messages', transport_reason: 'this page is not cross-origin isolated' };
  if (shared === undefined) return { transport: 'messages', transport_reason: 'this platform has no SharedArrayBuffer' };
  return {
    transport: 'shared',
    transport_reason: isolated ? 'this page is cross-origin isolated' : 'threads of this platform share memory',
  };
}

/** Calls `is_done` until it returns true or the time has passed. Returns its last value. */
export function poll(milliseconds: number, is_done: () => boolean): boolean {
  const end = performance.now() + milliseconds;
  do {
    for (let i = 0; i < polls_per_clock; ++i) if (is_done()) return true;
  } while (performance.now() < end);
  return false;
}

export class Mailbox {
  /** Sent to the worker, which creates its mailbox from it. */
  readonly buffer: SharedArrayBuffer;
  readonly #cells: Int32Array;
  readonly #data: Float32Array;

  constructor(buffer = new SharedArrayBuffer(header_bytes + capacity * Float32Array.BYTES_PER_ELEMENT)) {
    this.buffer = buffer;
    this.#cells = new Int32Array(buffer, 0, cells);
    this.#data = new Float32Array(buffer, header_bytes);
  }

  #load(index: number): number {
    return Atomics.load(this.#cells, index);
  }

  #ring(): void {
    Atomics.add(this.#cells, cell.rings, 1);
    Atomics.notify(this.#cells, cell.rings);
  }

  /** Pool: makes the worker receive a message, which must have been posted, before its next piece. */
  announce_message(): void {
    Atomics.add(this.#cells, cell.messages, 1);
    this.#ring();
  }

  /** Pool: gives the idle worker a piece. Returns false if it is too large. */
  assign({ key, data, d_model, bounds }: PieceWork): boolean {
    if (data.length * bounds.length > capacity || bounds.length > cells - cell.bounds) return false;
    this.#data.set(data);
    this.#cells.set([0, (bounds.length - 1) << 8, 0, key, data.length, d_model, ...bounds], cell.is_awaited);
    Atomics.store(this.#cells, cell.state, state.assigned);
    this.#ring();
    return true;
  }

  /** Pool: takes over the last range that the worker has not begun, and returns its index; undefined if there is none. */
  take_over(): number | undefined {
    for (;;) {
      const claims = this.#load(cell.claims);
      const [begun, allowed] = [claims & 255, claims >> 8];
      if (begun === allowed) return undefined;
      if (Atomics.compareExchange(this.#cells, cell.claims, claims, begun | ((allowed - 1) << 8)) === claims) return allowed - 1;
    }
  }

  /** Pool: whether the worker has a piece of this mailbox and has not answered. */
  get is_assigned(): boolean {
    return this.#load(cell.state) === state.assigned;
  }

  /** Pool: asks for a message when the piece is done, unless it is done already. */
  await_message(): void {
    Atomics.store(this.#cells, cell.is_awaited, 1);
  }

  /** Pool: returns copies of the results of the ranges that the worker has begun if the piece is done. */
  take(): { readonly parts: Float32Array<ArrayBuffer>[]; readonly heap_bytes: number } | undefined {
    if (this.#load(cell.state) !== state.done) return undefined;
    Atomics.store(this.#cells, cell.state, state.empty);
    const length = this.#load(cell.length);
    const parts = Array.from({ length: this.#load(cell.claims) & 255 }, (_, range) =>
      this.#data.slice((range + 1) * length, (range + 2) * length),
    );
    return { parts, heap_bytes: this.#load(cell.heap_pages) * page_bytes };
  }

  /**
   * Worker: returns the next piece, whose data are in this mailbox; undefined if a message is under way. Sleeps until then. `received` is
   * the number of messages that the worker has received.
   */
  next(received: number): PieceWork | undefined {
    for (;;) {
      const rings = this.#load(cell.rings);
      if (this.#load(cell.messages) > received) return undefined;
      if (this.is_assigned) return this.#piece();
      if (!poll(worker_poll_ms, () => this.#load(cell.rings) !== rings)) Atomics.wait(this.#cells, cell.rings, rings);
    }
  }

  #piece(): PieceWork {
    const ranges = this.#load(cell.claims) >> 8;
    return {
      key: this.#load(cell.key),
      data: this.#data.subarray(0, this.#load(cell.length)),
      d_model: this.#load(cell.d_model),
      bounds: [...this.#cells.subarray(cell.bounds, cell.bounds + ranges + 1)],
    };
  }

  /** Worker: returns the index of the next range of the piece that it must compute; undefined if there is none. */
  claim(): number | undefined {
    for (;;) {
      const claims = this.#load(cell.claims);
      const begun = claims & 255;
      if (begun === claims >> 8) return undefined;
      if (Atomics.compareExchange(this.#cells, cell.claims, claims, claims + 1) === claims) return begun;
    }
  }

  /** Worker: stores the result of a range. */
  put(range: number, output: Float32Array): void {
    this.#data.set(output, (range + 1) * output.length);
  }

  /** Worker: reports that the piece is done. Returns whether the pool awaits a message. */
  finish(heap_bytes: number): boolean {
    Atomics.store(this.#cells, cell.heap_pages, heap_bytes / page_bytes);
    Atomics.store(this.#cells, cell.state, state.done);
    return this.#load(cell.is_awaited) === 1;
  }

  /** Worker: reports that the answer to the piece is a message. */
  refuse(): void {
    Atomics.store(this.#cells, cell.state, state.refused);
  }
}
