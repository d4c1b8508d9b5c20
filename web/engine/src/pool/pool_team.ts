/**
 * Short calls that the calling thread and workers with shared memory compute together: each thread claims one range of hidden units after
 * the other until none is left.
 */
import { forward_ranges, type Memory, type Units } from '../edge/evaluation.js';
import type { RawEvaluable } from '../edge/raw_module.js';
import { type Job, type Mailbox, poll } from './pool_mailbox.js';

/** Bits of a cell of claims for the index of the first range that is not claimed, and for that after the last one; before: the job. */
const index_bits = 4;
const index_mask = (1 << index_bits) - 1;
const job_numbers = 2 ** (32 - 2 * index_bits);

/** Largest number of pieces of a job. */
const max_pieces = 64;

/**
 * Distributes the ranges of a job among threads. Each thread claims the ranges of its own piece from the first on, so that its caches keep
 * the weights of that piece from call to call, then those of the other pieces from the last on.
 */
export class Claims {
  readonly buffer: SharedArrayBuffer;
  readonly #cells: Int32Array;

  constructor(buffer = new SharedArrayBuffer(max_pieces * Int32Array.BYTES_PER_ELEMENT)) {
    this.buffer = buffer;
    this.#cells = new Int32Array(buffer);
  }

  /** Begins a job whose ranges start at these indices. All ranges of the job before have been claimed; none can be claimed again. */
  begin(starts: Job['starts']): number {
    const number = ((Atomics.load(this.#cells, 0) >>> (2 * index_bits)) % (job_numbers - 1)) + 1;
    for (let piece = 0; piece + 1 < starts.length; ++piece) {
      const ranges = (starts[piece + 1] ?? 0) - (starts[piece] ?? 0);
      Atomics.store(this.#cells, piece, (number << (2 * index_bits)) | ranges);
    }
    return number;
  }

  /** Returns the index of the next range for this thread; undefined if all are claimed or another job has begun. */
  #claim({ number, starts, piece: own }: Job): number | undefined {
    const pieces = starts.length - 1;
    for (let step = 0; step < pieces; ++step) {
      const piece = (own + step) % pieces;
      const index = this.#claim_of(piece, number, step > 0);
      if (index !== undefined) return (starts[piece] ?? 0) + index;
    }
    return undefined;
  }

  #claim_of(piece: number, number: number, from_end: boolean): number | undefined {
    for (;;) {
      const claims = Atomics.load(this.#cells, piece);
      const [first, end] = [(claims >>> index_bits) & index_mask, claims & index_mask];
      if (claims >>> (2 * index_bits) !== number || first === end) return undefined;
      const rest = from_end ? claims - 1 : claims + (1 << index_bits);
      if (Atomics.compareExchange(this.#cells, piece, claims, rest) === claims) return from_end ? end - 1 : first;
    }
  }

  /**
   * Claims and computes ranges of a job in this thread until none is left, and calls `take` with their indices and outputs, which are valid
   * until it returns. Ranges that the core rejects for lack of memory have no output.
   */
  compute(memory: Memory, raw: RawEvaluable, job: Job, take: (index: number, output: Float32Array) => void): void {
    let index: number | undefined;
    const next = () => ((index = this.#claim(job)) === undefined ? undefined : units_at(job.ranges, index));
    // It copies the data before it claims a range, as Mailbox.next requires.
    forward_ranges(memory, raw, job.d_model, job.data, next, (output) => take(index ?? 0, output));
  }
}

/** Returns the hidden units of a range of a job. */
export function units_at(ranges: Job['ranges'], index: number): Units {
  return { begin: ranges[2 * index] ?? 0, end: ranges[2 * index + 1] ?? 0 };
}

/** Longest time in ms for which workers poll for the next call, for example during a gesture, instead of sleeping. */
const gesture_poll_ms = 8;

/** Shortest such time: longer than the time between the calls of a loop. */
const loop_poll_ms = 1;

/** Calls with longer pauses, in ms, between them do not belong to the same gesture. */
const gesture_pause_ms = 100;

/** Returns how long workers poll after a call that began `pause` ms after the end of the one before. */
function poll_ms_after(pause: number): number {
  // In a sequence of calls with pauses that polling does not bridge, it would only consume energy.
  return pause > gesture_poll_ms && pause < gesture_pause_ms ? loop_poll_ms : gesture_poll_ms;
}

/** Time in ms for which the calling thread polls for ranges that workers have begun before it computes them itself. */
const caller_poll_ms = 0.3;

export class Team {
  readonly claims = new Claims();
  #last_end = -Infinity;

  /**
   * Computes the ranges of a job in this thread, with the first piece, and in the workers of the mailboxes, with the others. Returns the
   * result of each range, or undefined if no thread has computed it in time, for the calling thread to do it: results do not depend on the
   * thread.
   */
  compute(
    memory: Memory,
    raw: RawEvaluable,
    work: Omit<Job, 'number' | 'piece' | 'poll_ms'>,
    mailboxes: readonly Mailbox[],
  ): (Float32Array | undefined)[] {
    const poll_ms = poll_ms_after(performance.now() - this.#last_end);
    const job = { ...work, number: this.claims.begin(work.starts), piece: 0, poll_ms };
    mailboxes.forEach((mailbox, index) => mailbox.assign({ ...job, piece: index + 1 }));
    const results = new Array<Float32Array | undefined>(job.ranges.length / 2).fill(undefined);
    this.claims.compute(memory, raw, job, (index, output) => (results[index] = output.slice()));
    const collect = () => {
      let missing = false;
      for (let index = 0; index < results.length; ++index) {
        for (const mailbox of mailboxes) results[index] ??= mailbox.result(job, index);
        missing ||= results[index] === undefined;
      }
      return !missing;
    };
    poll(caller_poll_ms, collect);
    this.#last_end = performance.now();
    return results;
  }
}
