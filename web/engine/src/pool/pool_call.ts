/** One call of `pool.forward`: its pieces and the assembly of their results. */
import { type Range, wrong_value, type Tensor, type TensorLike } from '../edge/index.js';
import type { SharedNetwork } from './pool_network.js';
import type { CheckedForwardOptions } from './pool_options.js';
import { type Piece, QueuedCall, type QueuedCallContext } from './pool_piece.js';
import type { PieceRange } from './pool_plan.js';
import type { Message, PieceResult, PieceWork } from './worker_source.js';

/** A piece of a forward pass. */
interface ForwardPiece extends Piece, PieceRange {
  readonly index: number;
}

/** The functions of the pool that a call uses. */
export interface CallContext extends Pick<QueuedCallContext<Tensor>, 'settle' | 'ended'> {
  readonly network: SharedNetwork;
  readonly d_model: number;
  /** Sums partial outputs in the core. */
  sum_of_parts(parts: readonly Float32Array[]): Float32Array;
}

/** Returns the result of a call for x, which is on any memory if the caller chose the array. */
export const output_of = (data: Float32Array, { shape }: TensorLike): Tensor => ({
  data: data as Tensor['data'],
  shape: [...shape],
});

/** Checks an array of the caller, which becomes empty if its buffer is transferred meanwhile. */
export function expect_length(argument: string, { length }: Float32Array, wanted: number): void {
  if (length !== wanted)
    throw wrong_value(
      argument,
      `data of ${length} elements`,
      `${wanted} until the call is settled`,
    );
}

export class Call extends QueuedCall<Tensor> {
  readonly #context: CallContext;
  readonly #x: TensorLike;
  readonly #options: CheckedForwardOptions;
  readonly #total: number;
  readonly #parts: Float32Array[][] = [];
  #output: Float32Array | undefined;
  #unfinished: number;
  #done = 0;

  constructor(
    context: CallContext,
    x: TensorLike,
    ranges: readonly PieceRange[],
    options: CheckedForwardOptions,
  ) {
    super({ ...context, networks: [context.network], signal: options.signal });
    this.#context = context;
    this.#x = x;
    this.#options = options;
    this.#output = options.output;
    this.#unfinished = ranges.reduce((sum, { bounds }) => sum + bounds.length - 1, 0);
    this.#total = ranges.at(-1)?.tokens.end ?? 0;
    const { network } = context;
    this.enqueue(
      ...ranges.map((range, index) => ({ ...range, call: this, network, index, losses: 0 })),
    );
  }

  /** Returns the work of a piece; the data are not copied. */
  work_of(piece: Piece): PieceWork {
    const { tokens, bounds } = piece as ForwardPiece;
    const { d_model, network } = this.#context;
    expect_length('x', this.#x.data, d_model * this.#total);
    const data = this.#x.data.subarray(tokens.begin * d_model, tokens.end * d_model);
    return { key: network.key, data, d_model, bounds };
  }

  override message_of(piece: Piece): Message {
    const work = this.work_of(piece);
    const data = work.data.slice();
    return { message: { kind: 'piece', ...work, data }, transfer: [data.buffer] };
  }

  protected override store(piece: Piece, results: PieceResult): void {
    (results as readonly Float32Array[]).forEach((data, range) =>
      this.#store(piece as ForwardPiece, range, data),
    );
  }

  #store({ index, tokens }: ForwardPiece, range: number, data: Float32Array): void {
    --this.#unfinished;
    if (tokens.end - tokens.begin < this.#total) return this.#place(tokens, data);
    (this.#parts[index] ??= [])[range] = data;
    if (this.#unfinished === 0) this.#add(this.#parts.flat());
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
    if (this.#unfinished === 0) this.succeed(output_of(output, this.#x));
  }

  #add(parts: readonly Float32Array[]): void {
    const sum = this.#context.sum_of_parts(parts);
    const output = this.#output === undefined ? sum : this.#output_for(sum.length);
    if (output !== sum) output.set(sum);
    this.#progress(this.#total);
    this.succeed(output_of(output, this.#x));
  }

  #progress(tokens: number): void {
    this.#done += tokens;
    this.#options.on_progress?.({ done: this.#done, total: this.#total });
  }
}
