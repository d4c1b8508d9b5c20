/**
 * TypeScript declarations of the WebAssembly module's functions (src/bindings/bindings.cpp). Internal: the package does not export them.
 * Each function returns a value or an error; `value_of` throws the error.
 */
import { FfnError } from './errors.js';
import type { FfnErrorCode } from './errors.js';
import type { RawFunctionalModule } from './functional.js';
import type { RawTrainingModule } from './raw_training.js';
import type { RawNetwork, RawNnModule } from './raw_nn.js';
import type { RawLayer } from './sequential.js';
import type { RawCheckpointModule } from './raw_checkpoint.js';
import type { RawAnalysisModule } from './raw_analysis.js';
import type { ActivationCurve, FeedForwardGradients, FeedForwardTrace, FeedForwardWeights, Tensor } from './types.js';
import type { TracedFeedForwardGradients } from './types.js';

export interface RawError {
  readonly code: FfnErrorCode;
  readonly message: string;
  readonly argument?: string;
  readonly value?: string;
  readonly expected?: string;
  readonly reason?: string;
}

export type RawResult<Value> = { readonly value: Value; readonly error?: undefined } | { readonly error: RawError };

/** A C++ object; `delete` frees it and must be called only once. */
export interface RawHandle {
  delete(): void;
}

export interface RawRandomState extends RawHandle {
  randn(shape: readonly number[], scale: number): RawResult<Tensor>;
}

/** Networks that compute directly on WebAssembly memory (src/bindings/evaluation.h). */
export interface RawEvaluable {
  /**
   * Computes the pass of hidden units [first, first + count) and returns whether it succeeded; x and output are addresses of (tokens,
   * d_model).
   */
  forward_units_at(x: number, tokens: number, first: number, count: number, output: number): boolean;
}

export interface RawFeedForward extends RawNetwork<FeedForwardWeights, FeedForwardTrace, FeedForwardGradients>, RawEvaluable {
  readonly d_model: number;
  readonly d_ff: number;
  readonly gated: boolean;
  traced_backward(grad_output: Tensor): RawResult<TracedFeedForwardGradients>;
  set_activation(kind: string): RawResult<undefined>;
  layers(): RawResult<readonly RawLayer[]>;
  to_string(): RawResult<string>;
}

/** A network's weights without the network, packed for the matrix products: the copy in a worker of a pool. */
export interface RawPackedFeedForward extends RawHandle, RawEvaluable {
  readonly d_ff: number;
  forward_units(x: Tensor, first: number, count: number): RawResult<Tensor>;
}

/** Complete and type-checked options for the module. */
export interface RawBehaviour {
  readonly activation: string;
  readonly dropout: number;
  readonly dropout_placement: string;
}

export interface RawSizes extends RawBehaviour {
  readonly d_model: number;
  readonly d_ff: number | undefined;
  readonly bias: boolean;
  readonly gated: boolean;
  readonly init: string;
  readonly seed: number;
}

export interface RawFromWeights extends RawBehaviour {
  readonly weights: Readonly<Record<string, Tensor | undefined>>;
  readonly layout: string;
}

export interface RawModule extends RawAnalysisModule, RawCheckpointModule, RawFunctionalModule, RawNnModule, RawTrainingModule {
  /** The stack pointer, which a call that ends with an exception does not restore. */
  stackSave(): number;
  stackRestore(pointer: number): void;
  /** View of the current memory; a growth of the memory replaces it. */
  readonly HEAPF32: Float32Array;
  /** Allocates an array of floats and returns its address, or 0 if there is too little memory. `release` frees it. */
  allocate(floats: number): number;
  release(address: number): void;
  /** Computes sum += part for two arrays of floats, given by their addresses. */
  add_at(sum: number, part: number, floats: number): void;
  version(): string;
  /** Returns whether Eigen computes the matrix products of layers. */
  eigen_products(): boolean;
  set_eigen_products(chosen: boolean): void;
  activation(kind: string, x: Float32Array): RawResult<ActivationCurve>;
  make_random_state(seed: number): RawResult<RawRandomState>;
  make_random_feed_forward(options: RawSizes): RawResult<RawFeedForward>;
  make_feed_forward_from(options: RawFromWeights): RawResult<RawFeedForward>;
  pack_feed_forward(weights: Readonly<Record<string, Tensor | undefined>>, activation: string): RawResult<RawPackedFeedForward>;
  token_count(ffn: RawFeedForward, x: Tensor): RawResult<number>;
  forward_units(ffn: RawFeedForward, x: Tensor, first: number, count: number): RawResult<Tensor>;
}

export interface RawModuleOptions {
  /** Memory of the module and its largest size in bytes (src/bindings/memory_limit.js). */
  readonly wasmMemory: WebAssembly.Memory;
  readonly memory_limit: number;
  /** Emscripten's hook that replaces its own instantiation, so that a module compiled once can be shared. */
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
}

/** The factory that Emscripten's glue code exports by default. */
export declare function create(options: RawModuleOptions): Promise<RawModule>;

/** Returns the FfnError for an error of the core in this thread or in a worker. */
export function error_of({ code, message, ...details }: RawError): FfnError {
  return new FfnError(code, message, details);
}

/** Returns the value of a result. @throws FfnError the error of a failed result */
export function value_of<Value>(result: RawResult<Value>): Value {
  if (result.error === undefined) return result.value;
  throw error_of(result.error);
}
