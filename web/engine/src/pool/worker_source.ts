/**
 * A pool's interface to its workers, common to browsers and Node. Each piece of a call requires one
 * message in each direction. A worker processes one piece at a time, in order, so results need no
 * identifier.
 */
import {
  type RawError,
  type Running,
  type Tensor,
  wrong_type,
  type OwnFloat32Array,
} from '../edge/index.js';
import type { CheckedOrigin, WorkerLike } from './pool_options.js';

export type ToWorker =
  | StartMessage
  /** A version of a network; each network and each change of it has its own `key`. */
  | ({ readonly kind: 'network'; readonly key: number } & NetworkCopy)
  /** The worker may delete the network. */
  | { readonly kind: 'forget'; readonly key: number }
  | ({ readonly kind: 'piece' } & PieceWork)
  | ({ readonly kind: 'units' } & UnitsWork)
  | ({ readonly kind: 'features' } & FeaturesWork);

/** A message, and the buffers that it transfers. */
export interface Message {
  readonly message: ToWorker;
  readonly transfer: ArrayBuffer[];
}

export type NamedTensors = Readonly<Record<string, Tensor>>;

/** The weights of a network, or of a part of it, as a function of the module takes them. */
export interface NetworkCopy {
  readonly make: 'pack_feed_forward' | 'make_gradient_part';
  readonly weights: NamedTensors;
  readonly activation: string;
}

/** The first message. */
export interface StartMessage extends Pick<Running, 'module' | 'variant' | 'memory_limit'> {
  readonly kind: 'start';
  /**
   * Memory of the worker's mailbox and of the claims (pool_mailbox.ts); undefined if threads cannot
   * share memory.
   */
  readonly mailbox: SharedArrayBuffer | undefined;
  readonly claims: SharedArrayBuffer | undefined;
}

/**
 * Contributions of the network `key` to the output for `data`, of shape (tokens, d_model): one for
 * each range of hidden units between two consecutive bounds.
 */
export interface PieceWork {
  readonly key: number;
  readonly data: Float32Array;
  readonly d_model: number;
  readonly bounds: readonly number[];
}

/** First round of `backward`: the gradients of the weights of the units of the part `key`. */
export interface UnitsWork {
  readonly key: number;
  readonly x: Tensor;
  readonly grad_output: Tensor;
  /** Tensors for the gradients of the weights; undefined for new ones. */
  readonly into: NamedTensors | undefined;
}

export interface UnitGradients {
  readonly weights: NamedTensors;
  /** The gradients of the hidden tensors, which the second round needs. */
  readonly hidden: NamedTensors;
}

/** Second round: the gradient of the features of x of the part `key`. */
export interface FeaturesWork {
  readonly key: number;
  /** The gradients of the hidden tensors for all units. */
  readonly hidden: NamedTensors;
}

/** The result of a piece: the contribution of each range, or gradients. */
export type PieceResult = readonly OwnFloat32Array[] | UnitGradients | Tensor;

export type FromWorker =
  /** The worker runs. `lock` is the name of a Web Lock that it owns until its end. */
  | { readonly kind: 'ready'; readonly lock: string | undefined; readonly heap_bytes: number }
  | { readonly kind: 'result'; readonly result: PieceResult; readonly heap_bytes: number }
  /** The core rejects this piece; the worker continues. */
  | { readonly kind: 'refused'; readonly error: RawError }
  /** The worker is unusable. */
  | { readonly kind: 'broken'; readonly error: RawError };

export type PostToPool = (message: FromWorker, transfer: ArrayBuffer[]) => void;

export interface WorkerPort {
  post(message: ToWorker, transfer: ArrayBuffer[]): void;
  terminate(): void;
  /** In Node, sets whether the worker keeps the process alive. */
  set_busy(busy: boolean): void;
}

/** Events of a worker. `lost` may be reported several times. */
export interface WorkerEvents {
  message(message: FromWorker): void;
  lost(cause: unknown): void;
}

/** Creates a worker and listens to it. May throw any error of the platform. */
export type StartWorker = (origin: CheckedOrigin, events: WorkerEvents) => WorkerPort;

export interface WorkerSource {
  /** Returns the number of threads that this machine can run simultaneously. */
  processors(): number;
  readonly start: StartWorker;
}

/**
 * Checks that the object that the user's factory returned is a worker of this platform. @throws
 * FfnError `invalid_type`
 */
export function expect_worker<Platform extends WorkerLike>(
  made: unknown,
  method: keyof Platform & string,
): Platform {
  const worker = made as Partial<Record<string, unknown>> | null | undefined;
  if (typeof worker?.postMessage === 'function' && typeof worker[method] === 'function')
    return worker as unknown as Platform;
  throw wrong_type('create_worker()', made, 'a Worker');
}
