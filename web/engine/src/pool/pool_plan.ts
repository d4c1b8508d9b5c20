/**
 * Divides a call into pieces: ranges of tokens or of hidden units. The assignment of pieces to
 * workers is independent of this.
 */
import type { Range } from '../edge/index.js';
import type { PoolSplit } from './pool_options.js';

/**
 * The work of one worker at a time: its tokens, with the hidden units between the first and the
 * last bound. The ranges between consecutive bounds are summed separately, so that the sum has the
 * same bits whichever threads compute them.
 */
export interface PieceRange {
  readonly tokens: Range;
  readonly bounds: readonly number[];
}

export interface Work {
  readonly tokens: number;
  readonly d_ff: number;
  /** Number of weights; each is used once per token, so it measures the work per token. */
  readonly parameter_count: number;
  /** How a piece reaches a worker. */
  readonly transport: keyof typeof min_pieces;
}

/**
 * Number of tokens per block of the kernels. Each block reads all weights once, so a smaller piece
 * reads them for less work. Calls with fewer tokens are divided by hidden units: each thread reads
 * its own part of the weights, once, and computes with all tokens, which keeps the kernels busier
 * than half of the tokens.
 */
export const token_block = 192;

/**
 * Multiply-adds, about 10 ms: least size of the pieces of a long call, because a message and its
 * copies cost about 0.2 ms.
 */
const long_piece = 250e6;

/**
 * Multiply-adds, least work per additional thread, about 0.15 ms by messages and 0.02 ms in shared
 * memory: for less work, handing it over costs more than parallel execution saves.
 */
const min_pieces = { messages: 4e6, shared: 600e3 };

/**
 * Multiply-adds, about 10 ms: the calling thread computes pieces up to this size itself rather than
 * wait.
 */
const max_own_piece = 320e6;

/**
 * Multiply-adds, about 20 ms: largest call that the calling thread may have to compute alone
 * because all workers are late.
 */
const max_own_call = 640e6;

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

// Blocks while there are more than two per worker, assigned as workers become idle; then one even
// range per worker, so that all finish together.
function token_ranges({ tokens, parameter_count }: Work, workers: number): Range[] {
  const block = token_block * Math.ceil(long_piece / (token_block * parameter_count));
  const ranges: Range[] = [];
  let begin = 0;
  for (; tokens - begin > 2 * workers * block; begin += block)
    ranges.push({ begin, end: begin + block });
  const rest = tokens - begin;
  const parts = Math.min(workers, rest, Math.ceil((rest * parameter_count) / min_pieces.messages));
  return [
    ...ranges,
    ...even_ranges(rest, parts).map((range) => ({
      begin: begin + range.begin,
      end: begin + range.end,
    })),
  ];
}

/** Returns the cost of a call in multiply-adds. */
const cost_of = ({ tokens, parameter_count }: Work) =>
  Math.max(min_tokens, tokens) * parameter_count;

/**
 * Sizes of the ranges of a piece, in sixteenths. Threads with shared memory help each other with
 * the last, small ones, so that they finish together. More ranges cost more than they save: one
 * suffices for a call that is short, and for few tokens, where reading the weights takes all the
 * time.
 */
const range_sizes = (work: Work) =>
  work.tokens < min_tokens || cost_of(work) < min_pieces.messages ? [16] : [12, 3, 1];

/** Divides a piece into the ranges of these sizes, in whole panels, without empty ones. */
function bounds_of({ begin, end }: Range, sizes: readonly number[]): number[] {
  const panels = Math.ceil((end - begin) / unit_block);
  const bounds = [begin];
  let sixteenths = 0;
  for (const size of sizes) {
    sixteenths += size;
    const bound = Math.min(end, begin + unit_block * Math.floor((panels * sixteenths) / 16));
    if (bound > (bounds.at(-1) ?? 0)) bounds.push(bound);
  }
  return bounds;
}

/**
 * Returns ranges of whole panels. Pieces of calls that the calling thread helps with consist of
 * several ranges.
 */
function unit_bounds(work: Work, parts: number): number[][] {
  const sizes = takes_piece(work, parts) ? range_sizes(work) : [16];
  return even_ranges(work.d_ff, parts, unit_block).map((range) => bounds_of(range, sizes));
}

/**
 * Returns whether the calling thread computes one of the pieces itself. It does so for short calls,
 * where messages and the wake-up of a sleeping thread are a large part of the time, so that one
 * worker fewer must be woken. It computes a whole call only if the messages would take longer.
 */
function takes_piece(work: Work, pieces: number): boolean {
  return (
    cost_of(work) <=
    (pieces === 1 ? min_pieces.messages : Math.min(max_own_piece * pieces, max_own_call))
  );
}

/** Number of threads that a call divided by hidden units is worth. */
const worth = (work: Work, transport: keyof typeof min_pieces) =>
  Math.ceil(cost_of(work) / min_pieces[transport]);

/**
 * Joins adjacent lists of bounds to fewer pieces, whose ranges are the same: the sum of the ranges
 * has the same bits.
 */
const joined = (bounds: readonly (readonly number[])[], pieces: number): number[][] =>
  even_ranges(bounds.length, pieces).map(({ begin, end }) => [
    ...new Set(bounds.slice(begin, end).flat()),
  ]);

function pieces_of(work: Work, workers: number, split: PoolSplit): PieceRange[] {
  const { tokens, d_ff } = work;
  const most = Math.min(workers, Math.ceil(d_ff / unit_block));
  const parts = split === 'hidden' ? most : Math.min(most, worth(work, 'shared'));
  const by_units = split === 'hidden' || (split === 'auto' && tokens < token_block);
  if (!by_units || parts < 2)
    return token_ranges(work, workers).map((range) => ({ tokens: range, bounds: [0, d_ff] }));
  const pieces = split === 'hidden' ? parts : Math.min(parts, worth(work, work.transport));
  const all = { begin: 0, end: tokens };
  return joined(unit_bounds(work, parts), pieces).map((bounds) => ({ tokens: all, bounds }));
}

export interface Plan {
  readonly pieces: readonly PieceRange[];
  /** Whether the calling thread computes one of the pieces. */
  readonly helps: boolean;
  /** Whether all pieces have all tokens. */
  readonly by_units: boolean;
  /**
   * Two bounds for each range of hidden units of all pieces, in the order in which the results are
   * added.
   */
  readonly ranges: Int32Array;
  /** Index of the first range of each piece, and the number of all ranges. */
  readonly starts: Int32Array;
}

/**
 * Divides a call with at least one token. The same call on the same number of workers gives the
 * same plan.
 */
export function plan(work: Work, workers: number, split: PoolSplit): Plan {
  const pieces = pieces_of(work, workers, split);
  const by_units = pieces[0]?.tokens.end === pieces.at(-1)?.tokens.end;
  const ranges = Int32Array.from(
    pieces.flatMap(({ bounds }) =>
      bounds.slice(1).flatMap((end, index) => [bounds[index] ?? 0, end]),
    ),
  );
  const starts = Int32Array.of(0, ...pieces.map(({ bounds }) => bounds.length - 1));
  for (let piece = 1; piece < starts.length; ++piece)
    starts[piece] = (starts[piece] ?? 0) + (starts[piece - 1] ?? 0);
  return { pieces, helps: takes_piece(work, pieces.length), by_units, ranges, starts };
}

/**
 * Returns `plan` with a cache of its last result, because calls of the same size follow each other.
 */
export function memoized_plan(): typeof plan {
  let last: { readonly key: readonly unknown[]; readonly plan: Plan } | undefined;
  return (work, workers, split) => {
    const key = [work.tokens, work.d_ff, work.parameter_count, work.transport, workers, split];
    if (!key.every((value, index) => value === last?.key[index])) last = undefined;
    return (last ??= { key, plan: plan(work, workers, split) }).plan;
  };
}

/** The hidden units and the features of x whose gradients one worker computes. */
export interface GradientRange {
  readonly units: Range;
  readonly features: Range;
}

/**
 * Divides the gradients of a network, the same for any number of tokens, so that workers keep their
 * parts of its weights.
 */
export function plan_gradients(d_model: number, d_ff: number, workers: number): GradientRange[] {
  const parts = Math.min(workers, ...[d_model, d_ff].map((size) => Math.ceil(size / unit_block)));
  const features = even_ranges(d_model, parts, unit_block);
  return even_ranges(d_ff, parts, unit_block).map((units, index) => ({
    units,
    features: features[index] as Range,
  }));
}
