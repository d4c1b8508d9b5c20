/** How a call is cut into pieces: ranges of tokens, or of hidden units. Which worker takes which piece does not matter here. */
import type { PoolSplit } from './pool_types.js';

/** [begin, end) */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

/** What one worker computes at a time. Without `units` all hidden units of its tokens. */
export interface PieceRange {
  readonly tokens: Range;
  readonly units?: Range;
}

export interface Work {
  readonly tokens: number;
  readonly d_ff: number;
  /** Weights, each of which meets every token once: a measure of the work per token. */
  readonly parameter_count: number;
}

/** The kernels take tokens in blocks of so many, each of which reads all the weights once: a piece of fewer reads them for less work. */
export const token_block = 192;

/** Multiply-adds, about 10 ms: a long call is cut into pieces at least so large, for a message and its copies cost about 0.2 ms. */
const long_piece = 250e6;

/** Multiply-adds, about 0.15 ms: what is shared out beyond this costs more in messages than it gains. */
const least_piece = 4e6;

/** From here on each worker's share of the tokens keeps the kernels busy, and the weights are read more than once anyway. */
export const hidden_split_tokens = 40;

/** Multiply-adds, about 4 ms: the thread that calls takes a piece so small itself rather than wait for it. */
const longest_own = 120e6;

/** Multiply-adds, about 0.06 ms, in which a piece gets to a worker and its result back. */
const hand_over = 1.5e6;

/** Fewer tokens take no less time: that is how long reading the weights takes. */
const least_tokens = 4;

/** Hidden units are packed in panels of eight, which are not cut. */
const unit_block = 8;

/** `total` things in `parts` ranges of nearly the same number of blocks. */
function even_ranges(total: number, parts: number, block = 1): Range[] {
  const blocks = Math.ceil(total / block);
  const cut = (part: number) => Math.min(total, block * Math.floor((blocks * part) / parts));
  return Array.from({ length: parts }, (_, part) => ({ begin: cut(part), end: cut(part + 1) }));
}

// Blocks while there are more than two for each worker, dealt as workers finish; then one even range for each, so that all end together.
function token_ranges({ tokens, parameter_count }: Work, workers: number): Range[] {
  const block = token_block * Math.ceil(long_piece / (token_block * parameter_count));
  const ranges: Range[] = [];
  let begin = 0;
  for (; tokens - begin > 2 * workers * block; begin += block) ranges.push({ begin, end: begin + block });
  const rest = tokens - begin;
  const parts = Math.min(workers, rest, Math.ceil((rest * parameter_count) / least_piece));
  return [...ranges, ...even_ranges(rest, parts).map((range) => ({ begin: begin + range.begin, end: begin + range.end }))];
}

/** Multiply-adds, or the time of so many. */
const cost_of = ({ tokens, parameter_count }: Work) => Math.max(least_tokens, tokens) * parameter_count;

/** Whole panels of units: to the first part, which the calling thread takes, so many more as are computed while the others are handed over. */
function unit_ranges(work: Work, parts: number): Range[] {
  const panels = Math.ceil(work.d_ff / unit_block);
  const head_start = takes_piece(work, parts) ? Math.round((panels * hand_over) / cost_of(work)) : 0;
  const first = Math.floor((panels + Math.min(head_start, panels - parts) * (parts - 1)) / parts);
  const begin = first * unit_block;
  const others = even_ranges(work.d_ff - begin, parts - 1, unit_block);
  return [{ begin: 0, end: begin }, ...others.map((range) => ({ begin: begin + range.begin, end: begin + range.end }))];
}

/**
 * Does the calling thread take one of so many pieces? Of a short call only: a message each way and the waking of a sleeping thread cost a
 * good part of it, and this way one fewer of the threads that work has to be woken. All of a call only when the messages would take longer.
 */
export function takes_piece(work: Work, pieces: number): boolean {
  return cost_of(work) <= (pieces === 1 ? least_piece : longest_own * pieces);
}

/** The pieces of a call of one token or more. The same call on as many workers is cut the same way. */
export function plan(work: Work, workers: number, split: PoolSplit): PieceRange[] {
  const { tokens, d_ff } = work;
  const panels = Math.ceil(d_ff / unit_block);
  const worth = split === 'hidden' ? workers : Math.ceil(cost_of(work) / least_piece);
  const parts = Math.min(workers, panels, worth);
  const by_units = split === 'hidden' || (split === 'auto' && tokens < hidden_split_tokens);
  if (!by_units || parts < 2) return token_ranges(work, workers).map((range) => ({ tokens: range }));
  const all = { begin: 0, end: tokens };
  return unit_ranges(work, parts).map((units) => ({ tokens: all, units }));
}
