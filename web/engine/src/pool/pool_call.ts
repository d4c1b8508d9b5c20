/** One call of `pool.forward`: its pieces and the assembly of their results. */
import { on_abort } from '../edge/abort.js';
import type { SharedNetwork } from './pool_network.js';
import type { CheckedForwardOptions } from './pool_options.js';
import type { PieceRange } from './pool_plan.js';
import type { PieceWork } from './pool_protocol.js';
import type { Tensor } from '../edge/types.js';
import { wrong_value } from '../edge/validate.js';

export interface Piece extends PieceRange {
  readonly call: Call;
  readonly index: number;
  /** Number of its ranges that workers compute; the calling thread computes the others. */
  given: number;
  /** Number of workers lost during this piece. */
  losses: number;
}

/** A range of a piece. */
export interface PieceRangeIndex {
  readonly piece: Piece;
  readonly range: number;
}

const ranges_of = ({ bounds }: PieceRange) => (bounds === undefined ? 1 : bounds.length - 1);

/** The functions of the pool that a call uses. */
export interface CallContext {
  readonly network: SharedNetwork;
  readonly d_model: number;
  readonly d_ff: number;
  /** Sums partial outputs in the core. */
  sum_of_parts(parts: readonly Float32Array[]): Float32Array;
  /** Called when the call has succeeded or failed. */
  ended(call: Call): void;
}

/** The two functions that settle a promise. */
export interface Settle {
  readonly resolve: (output: Tensor) => void;
  readonly reject: (reason: unknown) => void;
}

// An array whose buffer is transferred during the call becomes empty.
function expect_length(argument: string, { length }: Float32Array, wanted: number): void {
  if (length !== wanted) throw wrong_value(argument, `data of ${length} elements`, `${wanted} until the call is settled`);
}

type Options = Omit<CheckedForwardOptions, 'split'>;

export class Call {
  readonly network: SharedNetwork;
  readonly #context: CallContext;
  readonly #x: Tensor;
  readonly #options: Options;
  readonly #total: number;
  readonly #queue: Piece[];
  readonly #parts: Float32Array[][] = [];
  readonly #settle: Settle;
  #output: Float32Array | undefined;
  #unfinished: number;
  #done = 0;
  #ended = false;
  #ignore_abort: () => void = () => undefined;

  constructor(context: CallContext, x: Tensor, ranges: readonly PieceRange[], options: Options, settle: Settle) {
    this.network = context.network;
    this.#context = context;
    this.#x = x;
    this.#options = options;
    this.#output = options.output;
    this.#queue = ranges.map((range, index) => ({ ...range, call: this, index, given: ranges_of(range), losses: 0 })).reverse();
    this.#unfinished = ranges.reduce((sum, range) => sum + ranges_of(range), 0);
    this.#total = ranges.at(-1)?.tokens.end ?? 0;
    this.#settle = settle;
    this.network.begin_call();
    const { signal } = options;
    if (signal !== undefined) this.#ignore_abort = on_abort(signal, () => this.fail(signal.reason));
  }

  /** Whether the call has succeeded or failed. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Returns the next piece that is not assigned to a worker. */
  next(): Piece | undefined {
    return this.#queue.pop();
  }

  /** Puts a piece whose worker was lost back into the queue. */
  requeue(piece: Piece): void {
    if (!this.#ended && piece.given > 0) this.#queue.push(piece);
  }

  /** Takes the last ranges of pieces away from workers before these receive the pieces: up to `most` of each, except its first range. */
  take_over(most: number): PieceRangeIndex[] {
    return this.#queue.flatMap((piece) => {
      const taken = Math.min(most, piece.given - 1);
      piece.given -= taken;
      return Array.from({ length: taken }, (_, index) => ({ piece, range: piece.given + index }));
    });
  }

  /** Returns the ranges of a piece that are given to workers, or one of its ranges; the data are not copied. */
  work_of({ tokens, bounds, given }: Piece, range?: number): PieceWork {
    const { d_model, d_ff, network } = this.#context;
    expect_length('x', this.#x.data, d_model * this.#total);
    const data = this.#x.data.subarray(tokens.begin * d_model, tokens.end * d_model);
    const chosen = (bounds ?? [0, d_ff]).slice(range ?? 0, (range ?? given - 1) + 2);
    return { key: network.key, data, d_model, bounds: chosen };
  }

  /** Stores the results of ranges of a piece, from the range `first` on; ignores them after the end of the call. */
  finish(piece: Piece, results: readonly Float32Array[], first = 0): void {
    if (this.#ended) return;
    try {
      results.forEach((data, index) => this.#store(piece, first + index, data));
    } catch (reason) {
      this.fail(reason);
    }
  }

  #store(piece: Piece, range: number, data: Float32Array): void {
    --this.#unfinished;
    if (piece.bounds === undefined) return this.#place(piece, data);
    const parts = (this.#parts[piece.index] ??= []);
    parts[range] = data;
    if (this.#unfinished === 0) this.#add();
  }

  fail(reason: unknown): void {
    if (this.#end()) this.#settle.reject(reason);
  }

  #output_for(length: number): Float32Array {
    this.#output ??= new Float32Array(length);
    expect_length('output', this.#output, length);
    return this.#output;
  }

  #place({ tokens: { begin, end } }: Piece, data: Float32Array): void {
    const { d_model } = this.#context;
    const whole = this.#output === undefined && end - begin === this.#total;
    const output = whole ? data : this.#output_for(d_model * this.#total);
    if (!whole) output.set(data, begin * d_model);
    this.#progress(end - begin);
    if (this.#unfinished === 0) this.#succeed(output);
  }

  #add(): void {
    const sum = this.#context.sum_of_parts(this.#parts.flat());
    const output = this.#output === undefined ? sum : this.#output_for(sum.length);
    if (output !== sum) output.set(sum);
    this.#progress(this.#total);
    this.#succeed(output);
  }

  #progress(tokens: number): void {
    this.#done += tokens;
    this.#options.on_progress?.({ done: this.#done, total: this.#total });
  }

  // Does nothing if the progress listener has aborted the call.
  #succeed(data: Float32Array): void {
    if (this.#end()) this.#settle.resolve({ data, shape: [...this.#x.shape] });
  }

  #end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    this.#queue.length = 0;
    this.#ignore_abort();
    this.network.end_call();
    this.#context.ended(this);
    return true;
  }
}
