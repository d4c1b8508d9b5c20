/**
 * The WebAssembly module, whose functions src/bindings defines, and how to call them. Internal: the
 * package does not export it.
 *
 * The functions have no types of their own: the public methods check their arguments before a call,
 * and declare the results.
 */
import { FfnError, type FfnErrorCode, type FfnErrorDetails } from './errors.js';
import type { ActivationKind } from './types.js';
import type { WasmInstance, WasmMemory, WasmImports } from './platform_types.js';

export interface RawError extends Omit<FfnErrorDetails, 'cause'> {
  readonly code: FfnErrorCode;
  readonly message: string;
}

export type RawResult<Value> =
  { readonly value: Value; readonly error?: undefined } | { readonly error: RawError };

/** A C++ object; `delete` frees it and must be called only once. */
export interface RawHandle {
  delete(): void;
}

/** Networks that compute directly on WebAssembly memory (src/bindings/evaluation.cpp). */
export interface RawEvaluable {
  /**
   * Computes the pass of hidden units [first, first + count) and returns whether it succeeded; x
   * and output are addresses of (tokens, d_model).
   */
  forward_units_at(
    x: number,
    tokens: number,
    first: number,
    count: number,
    output: number,
  ): boolean;
}

/**
 * A network's weights without the network, packed for the matrix products: the copy in a worker of
 * a pool.
 */
export interface RawPackedFeedForward extends RawHandle, RawEvaluable {}

export interface RawFeedForward extends RawPackedFeedForward {
  readonly activation: ActivationKind;
  readonly gated: boolean;
  /** Number of the network's changes so far. */
  readonly revision: number;
}

/** The interval [begin, end): bytes of a file, tokens, hidden units. */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

/** The members of the module that `call` does not call: they return no { value } or { error }. */
export interface RawModule {
  /** The stack pointer, which a call that ends with an exception does not restore. */
  stackSave(): number;
  stackRestore(pointer: number): void;
  /** View of the current memory; a growth of the memory replaces it. */
  readonly HEAPF32: Float32Array;
  /**
   * Allocates an array of floats and returns its address, or 0 if there is too little memory.
   * `release` frees it.
   */
  allocate(floats: number): number;
  release(address: number): void;
  /** Computes sum += part for two arrays of floats, given by their addresses. */
  add_at(sum: number, part: number, floats: number): void;
}

export interface RawModuleOptions {
  /** Memory of the module and its largest size in bytes (src/bindings/library.js). */
  readonly wasmMemory: WasmMemory;
  readonly memory_limit: number;
  /**
   * Emscripten's hook that replaces its own instantiation, so that a module compiled once can be
   * shared.
   */
  instantiateWasm(imports: WasmImports, done: (instance: WasmInstance) => void): object;
}

/** The factory that Emscripten's glue code exports by default. */
export declare function create(options: RawModuleOptions): Promise<RawModule>;

/** Returns the FfnError for an error of the core in this thread or in a worker. */
export function error_of({ code, message, ...details }: RawError): FfnError {
  return new FfnError(code, message, details);
}

/**
 * Calls a function of the module, or of a C++ object, by the name that src/bindings gives it.
 * @throws FfnError `internal` if there is no such function
 */
export function result_of<Value>(
  from: RawModule | RawHandle,
  name: string,
  ...values: readonly unknown[]
): RawResult<Value> {
  const functions = from as unknown as Record<
    string,
    undefined | ((...values: readonly unknown[]) => RawResult<Value>)
  >;
  if (functions[name] === undefined)
    throw new FfnError('internal', `src/bindings binds no function ${name} here`);
  return functions[name](...values);
}

/** Calls a function as `result_of` and returns its value. @throws FfnError its error */
export function call<Value>(
  from: RawModule | RawHandle,
  name: string,
  ...values: readonly unknown[]
): Value {
  const result = result_of<Value>(from, name, ...values);
  if (result.error === undefined) return result.value;
  throw error_of(result.error);
}
