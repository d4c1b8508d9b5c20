/**
 * What the WebAssembly module exports (src/bindings/bindings.cpp), as TypeScript sees it. Internal: nothing of this
 * leaves the package. Every call answers with a value or an error; `value_of` throws the latter.
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

export interface RawError {
  readonly code: FfnErrorCode;
  readonly message: string;
  readonly argument?: string;
  readonly value?: string;
  readonly expected?: string;
  readonly reason?: string;
}

export type RawResult<Value> = { readonly value: Value; readonly error?: undefined } | { readonly error: RawError };

/** A C++ object; `delete` frees it, once. */
export interface RawHandle {
  delete(): void;
}

export interface RawRandomState extends RawHandle {
  randn(shape: readonly number[], scale: number): RawResult<Tensor>;
}

/** What can be evaluated without making values of its tensors (src/bindings/evaluation.h). */
export interface RawEvaluable {
  /** Whether the pass of hidden units [first, first + count) went through; x and output are addresses of (tokens, d_model). */
  forward_units_at(x: number, tokens: number, first: number, count: number, output: number): boolean;
}

export interface RawFeedForward extends RawNetwork<FeedForwardWeights, FeedForwardTrace, FeedForwardGradients>, RawEvaluable {
  readonly d_model: number;
  readonly d_ff: number;
  readonly gated: boolean;
  set_activation(kind: string): RawResult<undefined>;
  layers(): RawResult<readonly RawLayer[]>;
  to_string(): RawResult<string>;
}

/** The weights alone, packed for the product: what a worker of a pool holds. */
export interface RawPackedFeedForward extends RawHandle, RawEvaluable {
  readonly d_ff: number;
  forward_units(x: Tensor, first: number, count: number): RawResult<Tensor>;
}

/** Options as the module reads them: everything is there, and of the right type. */
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
  /** Bind what a part holds, once its functions are there (src/bindings/parts.h). */
  _bind_models(): void;
  _bind_experiments(): void;
  /** The stack, which a call that ended by an exception has not taken back. */
  stackSave(): number;
  stackRestore(pointer: number): void;
  /** The memory as it is now; a growth puts another view here. */
  readonly HEAPF32: Float32Array;
  /** Address of memory for so many floats, 0 when there is none; to be released. */
  allocate(floats: number): number;
  release(address: number): void;
  /** sum += part: addresses of so many floats each. */
  add_at(sum: number, part: number, floats: number): void;
  version(): string;
  /** Does Eigen compute the products of layers? */
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
  /** What the module computes in, and how far it may grow (src/bindings/memory_limit.js). */
  readonly wasmMemory: WebAssembly.Memory;
  readonly memory_limit: number;
  /** Emscripten's hook: we instantiate, so that the module can be compiled once and shared. */
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
}

/** The factory that Emscripten's glue exports by default. */
export declare function create(options: RawModuleOptions): Promise<RawModule>;

/** An error of the core, in this thread or another, as the package throws it. */
export function error_of({ code, message, ...details }: RawError): FfnError {
  return new FfnError(code, message, details);
}

/** The value of a result, or its error thrown. */
export function value_of<Value>(result: RawResult<Value>): Value {
  if (result.error === undefined) return result.value;
  throw error_of(result.error);
}
