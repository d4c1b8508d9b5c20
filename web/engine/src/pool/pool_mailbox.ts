/**
 * Memory that a pool shares with one of its workers, where threads may share memory. Short calls
 * and their results pass through it instead of messages, so that the worker can sleep in
 * `Atomics.wait`, which wakes sooner than an event loop. A sleeping worker receives no messages:
 * the pool announces each message that it has posted, and the worker returns to its event loop to
 * receive it.
 */
import { page_bytes } from '../edge/start.js';
import type { PoolInfo } from './pool_options.js';
import type { Plan } from './pool_plan.js';
import type { PieceWork } from './worker_source.js';

/** A call that threads with shared memory compute together. */
export interface Job extends Omit<PieceWork, 'bounds'>, Pick<Plan, 'ranges' | 'starts'> {
  readonly number: number;
  /** The piece of the thread that reads the job; it helps with other pieces afterwards. */
  readonly piece: number;
  /** Time in ms that a worker polls for another job afterwards, before it sleeps. */
  readonly poll_ms: number;
}

/**
 * Indices of the 32-bit integers before the data. From `ranges` on: two bounds per range; from
 * `done` on: the last job of each range.
 */
const cell = {
  rings: 0,
  messages: 1,
  heap_pages: 2,
  number: 3,
  key: 4,
  length: 5,
  d_model: 6,
  poll_us: 7,
  bounds: 8,
  pieces: 9,
  piece: 10,
  ranges: 16,
  starts: 1024,
  done: 1152,
};
const header_bytes = 8192;

/**
 * Numbers of elements for the input and for the results of all ranges. The two areas never overlap,
 * whatever the sizes of the jobs: a late worker may store a result of the previous job after the
 * larger input of the next one has arrived. Pages of memory that are never used cost nothing.
 */
const input_capacity = 2 ** 18;
const result_capacity = 2 ** 20;

/** Returns whether a job fits into a mailbox. */
export function fits_mailbox({ data, ranges }: Pick<Job, 'data' | 'ranges'>): boolean {
  const results = (data.length * ranges.length) / 2;
  return (
    data.length <= input_capacity &&
    results <= result_capacity &&
    ranges.length <= cell.starts - cell.ranges
  );
}

/** Number of polls that take about as long as reading the clock. */
const polls_per_clock = 32;

/** Returns how the pool hands work to its workers, and why. */
export function chosen_transport(): Pick<PoolInfo, 'transport' | 'transport_reason'> {
  const { crossOriginIsolated: isolated, SharedArrayBuffer: shared } = globalThis as Partial<
    typeof globalThis
  >;
  if (isolated === false)
    return { transport: 'messages', transport_reason: 'this page is not cross-origin isolated' };
  if (shared === undefined)
    return { transport: 'messages', transport_reason: 'this platform has no SharedArrayBuffer' };
  return {
    transport: 'shared',
    transport_reason: isolated
      ? 'this page is cross-origin isolated'
      : 'threads of this platform share memory',
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

/**
 * Memory that a pool shares with one worker. Only this worker writes results to it, so that a late
 * worker cannot overwrite another's.
 */
export class Mailbox {
  /** Sent to the worker, which creates its mailbox from it. */
  readonly buffer: SharedArrayBuffer;
  readonly #cells: Int32Array;
  readonly #data: Float32Array;
  #poll_ms = 0;
  #taken = 0;

  constructor(
    buffer = new SharedArrayBuffer(
      header_bytes + (input_capacity + result_capacity) * Float32Array.BYTES_PER_ELEMENT,
    ),
  ) {
    this.buffer = buffer;
    this.#cells = new Int32Array(buffer, 0, header_bytes / Int32Array.BYTES_PER_ELEMENT);
    this.#data = new Float32Array(buffer, header_bytes);
  }

  #load(index: number): number {
    return Atomics.load(this.#cells, index);
  }

  #ring(): void {
    Atomics.add(this.#cells, cell.rings, 1);
    Atomics.notify(this.#cells, cell.rings);
  }

  /** Pool: makes the worker receive a message, which must have been posted, before its next job. */
  announce_message(): void {
    Atomics.add(this.#cells, cell.messages, 1);
    this.#ring();
  }

  /** Pool: asks the worker to help with a job that has begun (`Claims.begin`) and fits. */
  assign({ number, key, data, d_model, ranges, starts, piece, poll_ms }: Job): void {
    this.#data.set(data);
    this.#cells.set(
      [key, data.length, d_model, 1000 * poll_ms, ranges.length, starts.length, piece],
      cell.key,
    );
    this.#cells.set(ranges, cell.ranges);
    this.#cells.set(starts, cell.starts);
    Atomics.store(this.#cells, cell.number, number); // last: a worker that reads the number reads the other cells afterwards
    this.#ring();
  }

  /**
   * Pool: returns the worker's result of a range, valid until the next job; undefined if there is
   * none.
   */
  result({ number, data: { length } }: Job, range: number): Float32Array | undefined {
    if (this.#load(cell.done + range) !== number) return undefined;
    return this.#data.subarray(
      input_capacity + range * length,
      input_capacity + (range + 1) * length,
    );
  }

  /** Pool: size of the worker's WebAssembly memory after its last job, or 0. */
  get heap_bytes(): number {
    return this.#load(cell.heap_pages) * page_bytes;
  }

  /**
   * Worker: returns the next job, whose data are in this mailbox; undefined if a message is under
   * way. Polls and sleeps until then. `received` is the number of messages that the worker has
   * received.
   */
  next(received: number): Job | undefined {
    for (;;) {
      const rings = this.#load(cell.rings);
      if (this.#load(cell.messages) > received) {
        this.#poll_ms = 0; // the calling thread, which then waits for a message, may need this processor
        return undefined;
      }
      if (this.#load(cell.number) !== this.#taken) return this.#job();
      if (!poll(this.#poll_ms, () => this.#load(cell.rings) !== rings))
        Atomics.wait(this.#cells, cell.rings, rings);
    }
  }

  // Another job may begin meanwhile and change the cells and the data; then the worker can claim no
  // range of this one.
  #job(): Job {
    this.#taken = this.#load(cell.number);
    const [key = 0, length = 0, d_model = 0, poll_us = 0, bounds = 0, pieces = 0, piece = 0] =
      this.#cells.subarray(cell.key, cell.ranges);
    this.#poll_ms = poll_us / 1000;
    const ranges = this.#cells.slice(cell.ranges, cell.ranges + bounds);
    const starts = this.#cells.slice(cell.starts, cell.starts + pieces);
    return {
      number: this.#taken,
      key,
      data: this.#data.subarray(0, length),
      d_model,
      ranges,
      starts,
      piece,
      poll_ms: this.#poll_ms,
    };
  }

  /** Worker: stores the result of a range that it has claimed. */
  put({ number }: Job, range: number, output: Float32Array, heap_bytes: number): void {
    this.#data.set(output, input_capacity + range * output.length);
    this.#cells[cell.heap_pages] = heap_bytes / page_bytes;
    Atomics.store(this.#cells, cell.done + range, number);
  }
}
