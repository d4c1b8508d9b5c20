/** Short calls that the calling thread and workers with shared memory compute together. */
import type { Memory } from '../edge/evaluation.js';
import type { RawEvaluable } from '../edge/raw_module.js';
import type { Job, Mailbox } from './pool_mailbox.js';
import { Claims, poll } from './pool_mailbox.js';

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
