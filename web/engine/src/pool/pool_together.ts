/** Short calls that this thread and workers compute together, in memory that they share. */
import {
  instance_of,
  type Range,
  raw_of,
  sum_through_memory,
  type TensorLike,
} from '../edge/index.js';
import { type FeedForward, forward_units } from '../layers/feed_forward.js';
import { fits_mailbox, type Mailbox } from './pool_mailbox.js';
import type { Plan } from './pool_plan.js';
import type { Slot } from './pool_slot.js';
import { type Team, units_at } from './pool_team.js';
import type { PieceWork } from './worker_source.js';

/** A call, and how it is divided. */
export interface SharedCall {
  readonly ffn: FeedForward;
  /** Number of the network in the workers. */
  readonly key: number;
  readonly x: TensorLike;
  readonly planned: Plan;
}

/** Returns the contribution of hidden units to the output, computed in this thread. */
export function partial_output(
  ffn: FeedForward,
  { data, d_model }: Omit<PieceWork, 'bounds'>,
  { begin, end }: Range,
): Float32Array {
  return forward_units(ffn, { data, shape: [data.length / d_model, d_model] }, begin, end - begin);
}

/** Returns the mailboxes of `count` idle workers; undefined if there are fewer. */
function idle_mailboxes(slots: readonly Slot[], count: number): Mailbox[] | undefined {
  const idle = slots.flatMap((slot) =>
    slot.idle && slot.mailbox !== undefined ? [slot.mailbox] : [],
  );
  return idle.length < count ? undefined : idle.slice(0, count);
}

/**
 * Computes a whole short call in this thread, together with idle workers that share memory. Returns
 * undefined if the call must be sent in messages.
 */
export function compute_together(
  team: Team,
  slots: readonly Slot[],
  { ffn, key, x: { data }, planned }: SharedCall,
): Float32Array | undefined {
  const { pieces, helps, by_units, ranges, starts } = planned;
  if (!helps || !by_units) return undefined;
  const { raw } = instance_of(ffn);
  const job = { key, data, d_model: ffn.d_model, ranges, starts };
  const mailboxes = fits_mailbox(job) ? idle_mailboxes(slots, pieces.length - 1) : undefined;
  if (mailboxes === undefined) return undefined;
  const parts = team.compute(raw, raw_of(ffn), job, mailboxes);
  return sum_through_memory(
    raw,
    parts.map((part, index) => part ?? partial_output(ffn, job, units_at(ranges, index))),
  );
}
