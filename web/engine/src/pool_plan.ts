/** Divides a call into pieces: ranges of tokens or of hidden units. The assignment of pieces to workers is independent of this. */
import type { PoolSplit } from './pool_types.js';

/** The interval [begin, end). */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

/** The work of one worker at a time; without `units`, all hidden units of its tokens. */
export interface PieceRange {
  readonly tokens: Range;
  readonly units?: Range;
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

/** Multiply-adds, about 0.06 ms: the time to send a piece to a worker and its result back. */
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
 * Returns ranges of whole panels. The first range, which the calling thread may take, is larger by the work that it can do while the other
 * pieces are sent.
 */
function unit_ranges(work: Work, parts: number): Range[] {
  const panels = Math.ceil(work.d_ff / unit_block);
  const head_start = takes_piece(work, parts) ? Math.round((panels * message_cost) / cost_of(work)) : 0;
  const first = Math.floor((panels + Math.min(head_start, panels - parts) * (parts - 1)) / parts);
  const begin = first * unit_block;
  const others = even_ranges(work.d_ff - begin, parts - 1, unit_block);
  return [{ begin: 0, end: begin }, ...others.map((range) => ({ begin: begin + range.begin, end: begin + range.end }))];
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
  return unit_ranges(work, parts).map((units) => ({ tokens: all, units }));
}
