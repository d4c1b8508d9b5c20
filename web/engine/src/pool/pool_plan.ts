/** Divides a call into pieces: ranges of tokens or of hidden units. The assignment of pieces to workers is independent of this. */
import type { PoolSplit } from './pool_types.js';

/** The interval [begin, end). */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

/**
 * The work of one worker at a time: its tokens, with all hidden units or, if there are `bounds`, those between the first and the last. The
 * ranges between consecutive bounds are summed separately, so that the sum has the same bits whichever threads compute them.
 */
export interface PieceRange {
  readonly tokens: Range;
  readonly bounds?: readonly number[];
}

export interface Work {
  readonly tokens: number;
  readonly d_ff: number;
  /** Number of weights; each is used once per token, so it measures the work per token. */
  readonly parameter_count: number;
}

/** Number of tokens per block of the kernels. Each block reads all weights once, so a smaller piece reads them for less work. */
export const token_block = 192;

/** Multiply-adds, about 10 ms: least size of the pieces of a long call, because a message and its copies cost about 0.2 ms. */
const long_piece = 250e6;

/** Multiply-adds, about 0.15 ms: least work per additional thread; for less work, messages cost more than parallel execution saves. */
const min_piece = 4e6;

/** With at least this number of tokens, each worker's share of them keeps the kernels busy, and the weights are read repeatedly anyway. */
export const hidden_split_tokens = 40;

/** Multiply-adds, about 4 ms: the calling thread computes pieces up to this size itself rather than wait. */
const max_own_piece = 120e6;

/** Multiply-adds, about 0.06 ms: the time to send a piece to a worker and its result back as messages. */
const message_cost = 1.5e6;

/** Fewer tokens take as much time, because reading the weights dominates. */
const min_tokens = 4;

/** Hidden units are packed in panels of eight, which are not divided. */
const unit_block = 8;

/** Divides `total` items into `parts` ranges with almost the same number of blocks. */
function even_ranges(total: number, parts: number, block = 1): Range[] {
  const blocks = Math.ceil(total / block);
  const cut = (part: number) => Math.min(total, block * Math.floor((blocks * part) / parts));
  return Array.from({ length: parts }, (_, part) => ({ begin: cut(part), end: cut(part + 1) }));
}

// Blocks while there are more than two per worker, assigned as workers become idle; then one even range per worker, so that all finish
// together.
function token_ranges({ tokens, parameter_count }: Work, workers: number): Range[] {
  const block = token_block * Math.ceil(long_piece / (token_block * parameter_count));
  const ranges: Range[] = [];
  let begin = 0;
  for (; tokens - begin > 2 * workers * block; begin += block) ranges.push({ begin, end: begin + block });
  const rest = tokens - begin;
  const parts = Math.min(workers, rest, Math.ceil((rest * parameter_count) / min_piece));
  return [...ranges, ...even_ranges(rest, parts).map((range) => ({ begin: begin + range.begin, end: begin + range.end }))];
}

/** Returns the cost of a call in multiply-adds. */
const cost_of = ({ tokens, parameter_count }: Work) => Math.max(min_tokens, tokens) * parameter_count;

/**
 * Sizes of the ranges of a worker's piece, in sixteenths: the calling thread, when it has computed its own piece, takes over ranges from the
 * end that the worker has not begun.
 */
const range_sizes = [8, 4, 2, 1, 1] as const;

/** Divides a piece into the ranges of `range_sizes`, in whole panels, without empty ones. */
function bounds_of({ begin, end }: Range): number[] {
  const panels = Math.ceil((end - begin) / unit_block);
  const bounds = [begin];
  let sixteenths = 0;
  for (const size of range_sizes) {
    sixteenths += size;
    const bound = Math.min(end, begin + unit_block * Math.floor((panels * sixteenths) / 16));
    if (bound > (bounds.at(-1) ?? 0)) bounds.push(bound);
  }
  return bounds;
}

/** Returns ranges of whole panels. Pieces that the calling thread may help with consist of several ranges. */
function unit_bounds(work: Work, parts: number): number[][] {
  const helps = takes_piece(work, parts);
  return even_ranges(work.d_ff, parts, unit_block).map((range, part) => (helps && part > 0 ? bounds_of(range) : [range.begin, range.end]));
}

/**
 * Returns the number of ranges of each worker's piece that the calling thread takes over if it must decide so before the call: as much work
 * as it can do while messages are under way.
 */
export function ranges_taken_over(work: Work): number {
  const sixteenths = (16 * message_cost) / cost_of(work);
  let sum = 0;
  return range_sizes.filter((_, index) => (sum += range_sizes.at(-1 - index) ?? 0) <= sixteenths + 0.5).length;
}

/**
 * Returns whether the calling thread computes one of the pieces itself. It does so for short calls, where messages and the wake-up of a
 * sleeping thread are a large part of the time, so that one worker fewer must be woken. It computes a whole call only if the messages would
 * take longer.
 */
export function takes_piece(work: Work, pieces: number): boolean {
  return cost_of(work) <= (pieces === 1 ? min_piece : max_own_piece * pieces);
}

/** Returns the pieces of a call with at least one token. The same call on the same number of workers gives the same pieces. */
export function plan(work: Work, workers: number, split: PoolSplit): PieceRange[] {
  const { tokens, d_ff } = work;
  const panels = Math.ceil(d_ff / unit_block);
  const worth = split === 'hidden' ? workers : Math.ceil(cost_of(work) / min_piece);
  const parts = Math.min(workers, panels, worth);
  const by_units = split === 'hidden' || (split === 'auto' && tokens < hidden_split_tokens);
  if (!by_units || parts < 2) return token_ranges(work, workers).map((range) => ({ tokens: range }));
  const all = { begin: 0, end: tokens };
  return unit_bounds(work, parts).map((bounds) => ({ tokens: all, bounds }));
}
