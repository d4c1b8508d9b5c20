/**
 * One call of `pool.backward`. Its pieces are computed in two rounds: first the gradients of the
 * weights of some hidden units, then, from the gradients of all hidden tensors, the gradient of
 * some features of x (src/ffn/nn/feed_forward_part.h). No sum is divided among workers, so that the
 * gradients have the bits of `ffn.backward`.
 */
import type { Tensor, TensorLike } from '../edge/index.js';
import { expect_length } from './pool_call.js';
import { type Piece, QueuedCall, type QueuedCallContext } from './pool_piece.js';
import type { GradientRange } from './pool_plan.js';
import type { Message, NamedTensors, PieceResult, UnitGradients } from './worker_source.js';

interface GradientPiece extends Piece {
  readonly index: number;
  readonly round: 'units' | 'features';
}

/** The arguments of a call, and the tensors for its results. */
export interface GradientWork {
  readonly x: TensorLike;
  readonly grad_output: TensorLike;
  readonly ranges: readonly GradientRange[];
  /** The gradients of all weights and of x, to be written. */
  readonly gradients: NamedTensors;
  /**
   * The tensors in which the workers returned the gradients of their weights last. A worker that
   * gets them back needs no new memory.
   */
  readonly returned: (NamedTensors | undefined)[];
}

export interface GradientCallContext extends QueuedCallContext<NamedTensors> {
  /** Assigns pieces to workers. */
  dispatch(): void;
}

/** Copies a block of columns, of `tensor.shape`, into a matrix from column `first` on. */
function place_columns(to: Float32Array, width: number, first: number, { data, shape }: Tensor) {
  const columns = shape.at(-1) ?? 0;
  for (let begin = 0, row = 0; begin < data.length; begin += columns, ++row)
    to.set(data.subarray(begin, begin + columns), row * width + first);
}

const elements = (shape: readonly number[]) => shape.reduce((product, size) => product * size, 1);

const buffers_of = (tensors: readonly TensorLike[]) =>
  tensors.map(({ data }) => data.buffer as ArrayBuffer);

export class GradientCall extends QueuedCall<NamedTensors> {
  readonly #context: GradientCallContext;
  readonly #work: GradientWork;
  /** The gradients of the hidden tensors for all units. */
  readonly #hidden: Record<string, Tensor> = {};
  #unfinished: number;

  constructor(context: GradientCallContext, work: GradientWork) {
    super(context);
    this.#context = context;
    this.#work = work;
    this.#unfinished = 2 * work.ranges.length;
    this.#enqueue('units');
  }

  #enqueue(round: GradientPiece['round']): void {
    const pieces = this.#context.networks.map((network, index): GradientPiece => ({
      call: this,
      network,
      index,
      round,
      losses: 0,
    }));
    this.enqueue(...pieces);
  }

  override message_of(piece: Piece): Message {
    return (piece as GradientPiece).round === 'units'
      ? this.#units_message(piece as GradientPiece)
      : this.#features_message(piece as GradientPiece);
  }

  #units_message({ index, network: { key } }: GradientPiece): Message {
    const { returned } = this.#work;
    const [x, grad_output] = (['x', 'grad_output'] as const).map((name): Tensor => {
      const { data, shape } = this.#work[name];
      expect_length(name, data, elements(shape));
      return { data: data.slice(), shape: [...shape] };
    }) as [Tensor, Tensor];
    const into = returned[index];
    returned[index] = undefined;
    const transfer = buffers_of([x, grad_output, ...Object.values(into ?? {})]);
    return { message: { kind: 'units', key, x, grad_output, into }, transfer };
  }

  #features_message({ network: { key } }: GradientPiece): Message {
    const copied = Object.entries(this.#hidden).map(
      ([name, { data, shape }]) => [name, { data: data.slice(), shape }] as const,
    );
    const hidden = Object.fromEntries(copied);
    return {
      message: { kind: 'features', key, hidden },
      transfer: buffers_of(Object.values(hidden)),
    };
  }

  protected override store(piece: Piece, result: PieceResult): void {
    const { index, round } = piece as GradientPiece;
    --this.#unfinished;
    if (round === 'units') this.#store_units(index, result as UnitGradients);
    else this.#store_features(index, result as Tensor);
    if (this.#unfinished === 0) this.succeed(this.#work.gradients);
  }

  // Begins the second round before it copies the gradients of the weights.
  #store_units(index: number, { weights, hidden }: UnitGradients): void {
    const { begin } = this.#range(index).units;
    const d_ff = this.#work.ranges.at(-1)?.units.end ?? 0;
    for (const [name, part] of Object.entries(hidden)) {
      const tokens = part.shape[0] ?? 0;
      this.#hidden[name] ??= { data: new Float32Array(tokens * d_ff), shape: [tokens, d_ff] };
      place_columns(this.#hidden[name].data, d_ff, begin, part);
    }
    if (this.#unfinished === this.#work.ranges.length) {
      this.#enqueue('features');
      this.#context.dispatch();
    }
    for (const [name, part] of Object.entries(weights)) {
      const to = this.#target(name);
      if (name === 'w2') place_columns(to, d_ff, begin, part);
      else to.set(part.data, (begin * part.data.length) / (part.shape[0] ?? 1));
    }
    this.#work.returned[index] = weights;
  }

  #store_features(index: number, part: Tensor): void {
    const d_model = this.#work.ranges.at(-1)?.features.end ?? 0;
    place_columns(this.#target('x'), d_model, this.#range(index).features.begin, part);
  }

  #range(index: number): GradientRange {
    return this.#work.ranges[index] as GradientRange;
  }

  // An array of `into` may have been transferred meanwhile.
  #target(name: string): Float32Array {
    const { data, shape } = this.#work.gradients[name] as Tensor;
    expect_length(`into.${name}`, data, elements(shape));
    return data;
  }
}
