/**
 * Short calls that the calling thread and workers with shared memory compute together: each thread
 * claims one range of hidden units after the other until none is left.
 */
import { forward_ranges, type Memory } from '../edge/evaluation.js';
import type { Range, RawEvaluable } from '../edge/raw_module.js';
import { type Job, type Mailbox, poll } from './pool_mailbox.js';

/**
 * A cell of claims packs three numbers, from the lowest bits up: the end of the unclaimed ranges,
 * their beginning, each in this many bits, and the job.
 */
const index_bits = 4;
const index_mask = (1 << index_bits) - 1;
const job_numbers = 2 ** (32 - 2 * index_bits);

/** Largest number of pieces of a job. */
const max_pieces = 64;

/**
 * Distributes the ranges of a job among threads. Each thread claims the ranges of its own piece
 * from the first on, so that its caches keep the weights of that piece from call to call, then
 * those of the other pieces from the last on.
 */
export class Claims {
  readonly buffer: SharedArrayBuffer;
  readonly #cells: Int32Array;

  constructor(buffer = new SharedArrayBuffer(max_pieces * Int32Array.BYTES_PER_ELEMENT)) {
    this.buffer = buffer;
    this.#cells = new Int32Array(buffer);
  }

  /**
   * Begins a job; the ranges of its pieces start at these indices. No range of the previous job can
   * be claimed any more.
   */
  begin(starts: Job['starts']): number {
    const number = ((Atomics.load(this.#cells, 0) >>> (2 * index_bits)) % (job_numbers - 1)) + 1;
    for (let piece = 0; piece + 1 < starts.length; ++piece) {
      const ranges = (starts[piece + 1] ?? 0) - (starts[piece] ?? 0);
      Atomics.store(this.#cells, piece, (number << (2 * index_bits)) | ranges);
    }
    return number;
  }

  /**
   * Returns the index of the next range for this thread; undefined if all are claimed or another
   * job has begun.
   */
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
      if (Atomics.compareExchange(this.#cells, piece, claims, rest) === claims)
        return from_end ? end - 1 : first;
    }
  }

  /**
   * Claims and computes ranges of a job in this thread until none is left, and calls `take` with
   * their indices and outputs, which are valid until it returns. Ranges that the core rejects for
   * lack of memory have no output.
   */
  compute(
    memory: Memory,
    raw: RawEvaluable,
    job: Job,
    take: (index: number, output: Float32Array) => void,
  ): void {
    let index: number | undefined;
    const next = () =>
      (index = this.#claim(job)) === undefined ? undefined : units_at(job.ranges, index);
    // It copies the data before it claims a range, as Mailbox.next requires.
    forward_ranges(memory, raw, job.d_model, job.data, next, (output) => take(index ?? 0, output));
  }
}

/** Returns the hidden units of a range of a job. */
export function units_at(ranges: Job['ranges'], index: number): Range {
  return { begin: ranges[2 * index] ?? 0, end: ranges[2 * index + 1] ?? 0 };
}

/**
 * Longest time in ms for which workers poll for the next call, for example during a gesture,
 * instead of sleeping.
 */
const gesture_poll_ms = 8;

/** Shortest such time: longer than the time between the calls of a loop. */
const loop_poll_ms = 1;

/** Calls with longer pauses, in ms, between them do not belong to the same gesture. */
const gesture_pause_ms = 100;

/**
 * Number of calls without a pause that polling bridges, after which workers no longer expect one.
 */
const expectant_calls = 4;

/** Determines how long workers poll after a call, from the pauses between the calls before it. */
class Pauses {
  #last_end = -Infinity;
  #unbridged = 0;

  /**
   * Records the beginning of a call and returns how long workers poll after it. If the pauses are
   * longer than that, polling would only consume energy.
   */
  poll_ms(): number {
    const pause = performance.now() - this.#last_end;
    const expects = pause <= gesture_poll_ms || pause >= gesture_pause_ms;
    this.#unbridged = expects ? 0 : this.#unbridged + 1;
    return this.#unbridged < expectant_calls ? gesture_poll_ms : loop_poll_ms;
  }

  end(): void {
    this.#last_end = performance.now();
  }
}

/**
 * Shortest and longest time in ms for which the calling thread polls for ranges that workers have
 * begun.
 */
const min_caller_poll_ms = 0.3;
const max_caller_poll_ms = 10;

/**
 * Returns how long the calling thread polls for missing ranges before it computes them itself:
 * about as long as computing them takes, judged by its own ranges, so that waiting in vain at most
 * doubles their time.
 */
function caller_poll_ms(
  { ranges }: Pick<Job, 'ranges'>,
  results: readonly unknown[],
  own_ms: number,
): number {
  let [own, missing] = [0, 0];
  results.forEach((result, index) => {
    const { begin, end } = units_at(ranges, index);
    if (result === undefined) missing += end - begin;
    else own += end - begin;
  });
  const estimate = own === 0 ? 0 : (own_ms * missing) / own;
  return Math.min(max_caller_poll_ms, Math.max(min_caller_poll_ms, estimate));
}

export class Team {
  readonly claims = new Claims();
  readonly #pauses = new Pauses();

  /**
   * Computes a job: its first piece in this thread, the others in the workers of the mailboxes.
   * Returns the result of each range, or undefined if no thread has computed it in time. The caller
   * then computes it with the same result.
   */
  compute(
    memory: Memory,
    raw: RawEvaluable,
    work: Omit<Job, 'number' | 'piece' | 'poll_ms'>,
    mailboxes: readonly Mailbox[],
  ): (Float32Array | undefined)[] {
    const job = {
      ...work,
      number: this.claims.begin(work.starts),
      piece: 0,
      poll_ms: this.#pauses.poll_ms(),
    };
    mailboxes.forEach((mailbox, index) => mailbox.assign({ ...job, piece: index + 1 }));
    const results = new Array<Float32Array | undefined>(job.ranges.length / 2).fill(undefined);
    const started = performance.now();
    this.claims.compute(memory, raw, job, (index, output) => (results[index] = output.slice()));
    const collect = () => {
      let missing = false;
      for (let index = 0; index < results.length; ++index) {
        for (const mailbox of mailboxes) results[index] ??= mailbox.result(job, index);
        missing ||= results[index] === undefined;
      }
      return !missing;
    };
    poll(caller_poll_ms(job, results, performance.now() - started), collect);
    this.#pauses.end();
    return results;
  }
}
