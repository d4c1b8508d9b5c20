/**
 * Short calls that the calling thread and workers with shared memory compute together: each thread claims the next range of hidden units
 * until none is left.
 */
import { forward_ranges, type Memory, type Units } from '../edge/evaluation.js';
import type { RawEvaluable } from '../edge/raw_module.js';
import { type Job, type Mailbox, poll } from './pool_mailbox.js';

/** Bits of the cell of claims that count the claimed ranges; the others contain the number of the job. */
const count_bits = 10;
const job_numbers = 2 ** (32 - count_bits);

/** Distributes the ranges of a job among threads. */
export class Claims {
  readonly buffer: SharedArrayBuffer;
  readonly #cell: Int32Array;

  constructor(buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.buffer = buffer;
    this.#cell = new Int32Array(buffer);
  }

  /** Begins a job and returns its number, 1 or more. From now on no thread can claim a range of an earlier one. */
  begin(): number {
    const number = ((Atomics.load(this.#cell, 0) >>> count_bits) % (job_numbers - 1)) + 1;
    Atomics.store(this.#cell, 0, number << count_bits);
    return number;
  }

  /** Returns the index of the next range of the job; undefined if there is none or another job has begun. */
  #claim({ number, ranges }: Pick<Job, 'number' | 'ranges'>): number | undefined {
    for (;;) {
      const claims = Atomics.load(this.#cell, 0);
      const index = claims & ((1 << count_bits) - 1);
      if (claims >>> count_bits !== number || 2 * index >= ranges.length) return undefined;
      if (Atomics.compareExchange(this.#cell, 0, claims, claims + 1) === claims) return index;
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
   * Computes the ranges of a job in this thread and in the workers of the mailboxes. Returns the result of each range, or undefined if no
   * thread has computed it in time, for the calling thread to do it: results do not depend on the thread.
   */
  compute(
    memory: Memory,
    raw: RawEvaluable,
    work: Omit<Job, 'number' | 'poll_ms'>,
    mailboxes: readonly Mailbox[],
  ): (Float32Array | undefined)[] {
    const poll_ms = poll_ms_after(performance.now() - this.#last_end);
    const job = { ...work, number: this.claims.begin(), poll_ms };
    for (const mailbox of mailboxes) mailbox.assign(job);
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
