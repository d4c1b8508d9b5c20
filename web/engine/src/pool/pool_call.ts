/** One call of `pool.forward`: its pieces and the assembly of their results. */
import { on_abort, type Range, wrong_value, type Tensor, type TensorLike } from '../edge/index.js';
import type { SharedNetwork } from './pool_network.js';
import type { CheckedForwardOptions } from './pool_options.js';
import type { PieceRange } from './pool_plan.js';
import type { PieceWork } from './worker_source.js';

export interface Piece extends PieceRange {
  readonly call: Call;
  readonly index: number;
  /** Number of workers lost during this piece. */
  losses: number;
}

/** The functions of the pool that a call uses. */
export interface CallContext {
  readonly network: SharedNetwork;
  readonly d_model: number;
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

/** Resolves a call for x with its result, which is on any memory if the caller chose the array. */
export const resolve_with = ({ resolve }: Settle, data: Float32Array, { shape }: TensorLike) =>
  resolve({ data: data as Tensor['data'], shape: [...shape] });

// An array whose buffer is transferred during the call becomes empty.
function expect_length(argument: string, { length }: Float32Array, wanted: number): void {
  if (length !== wanted)
    throw wrong_value(
      argument,
      `data of ${length} elements`,
      `${wanted} until the call is settled`,
    );
}

export class Call {
  readonly network: SharedNetwork;
  readonly #context: CallContext;
  readonly #x: TensorLike;
  readonly #options: CheckedForwardOptions;
  readonly #total: number;
  readonly #queue: Piece[];
  readonly #parts: Float32Array[][] = [];
  readonly #settle: Settle;
  #output: Float32Array | undefined;
  #unfinished: number;
  #done = 0;
  #ended = false;
  #ignore_abort: () => void = () => undefined;

  constructor(
    context: CallContext,
    x: TensorLike,
    ranges: readonly PieceRange[],
    options: CheckedForwardOptions,
    settle: Settle,
  ) {
    this.network = context.network;
    this.#context = context;
    this.#x = x;
    this.#options = options;
    this.#output = options.output;
    this.#queue = ranges
      .map((range, index) => ({ ...range, call: this, index, losses: 0 }))
      .reverse();
    this.#unfinished = ranges.reduce((sum, { bounds }) => sum + bounds.length - 1, 0);
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
    if (!this.#ended) this.#queue.push(piece);
  }

  /** Returns the work of a piece; the data are not copied. */
  work_of({ tokens: { begin, end }, bounds }: Piece): PieceWork {
    const { d_model, network } = this.#context;
    expect_length('x', this.#x.data, d_model * this.#total);
    return {
      key: network.key,
      data: this.#x.data.subarray(begin * d_model, end * d_model),
      d_model,
      bounds,
    };
  }

  /** Stores the results of the ranges of a piece; ignores them after the end of the call. */
  finish(piece: Piece, results: readonly Float32Array[]): void {
    if (this.#ended) return;
    try {
      results.forEach((data, range) => this.#store(piece, range, data));
    } catch (reason) {
      this.fail(reason);
    }
  }

  #store({ index, tokens }: Piece, range: number, data: Float32Array): void {
    --this.#unfinished;
    if (tokens.end - tokens.begin < this.#total) return this.#place(tokens, data);
    (this.#parts[index] ??= [])[range] = data;
    if (this.#unfinished === 0) this.#add(this.#parts.flat());
  }

  fail(reason: unknown): void {
    if (this.#end()) this.#settle.reject(reason);
  }

  #output_for(length: number): Float32Array {
    this.#output ??= new Float32Array(length);
    expect_length('output', this.#output, length);
    return this.#output;
  }

  #place({ begin, end }: Range, data: Float32Array): void {
    const { d_model } = this.#context;
    const output = this.#output_for(d_model * this.#total);
    output.set(data, begin * d_model);
    this.#progress(end - begin);
    if (this.#unfinished === 0) this.#succeed(output);
  }

  #add(parts: readonly Float32Array[]): void {
    const sum = this.#context.sum_of_parts(parts);
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
    if (this.#end()) resolve_with(this.#settle, data, this.#x);
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
