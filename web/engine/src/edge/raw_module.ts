/**
 * The WebAssembly module, whose functions src/bindings defines. Internal: the package does not
 * export it. These types have only the names of functions; their arguments are checked before they
 * are passed, and the public methods declare their results.
 */
import { FfnError, type FfnErrorCode, type FfnErrorDetails } from './errors.js';
import type { ActivationKind, Tensor } from './types.js';

export interface RawError extends Omit<FfnErrorDetails, 'cause'> {
  readonly code: FfnErrorCode;
  readonly message: string;
}

export type RawResult<Value> =
  { readonly value: Value; readonly error?: undefined } | { readonly error: RawError };

/** A function that returns a value or an error; `value_of` throws the error. */
type Functions<Name extends string> = Readonly<
  Record<Name, <Value>(...values: readonly unknown[]) => RawResult<Value>>
>;
type Numbers<Name extends string> = Readonly<Record<Name, number>>;

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

/** A network of any kind; `revision` is the number of its changes so far. */
export interface RawNetwork
  extends
    RawHandle,
    Numbers<'parameter_count' | 'revision'>,
    Functions<'forward' | 'trace' | 'backward' | 'weights' | 'weight' | 'set_weights'> {}

export interface RawFeedForward
  extends
    RawNetwork,
    RawEvaluable,
    Functions<'traced_backward' | 'set_activation' | 'layers' | 'to_string'> {
  readonly activation: ActivationKind;
  readonly gated: boolean;
}

/**
 * A network's weights without the network, packed for the matrix products: the copy in a worker of
 * a pool.
 */
export interface RawPackedFeedForward extends RawHandle, RawEvaluable {
  forward_units(x: Pick<Tensor, 'data' | 'shape'>, first: number, count: number): RawResult<Tensor>;
}

export interface RawBlockStack extends RawNetwork, Functions<'gradient_by_depth'> {}

export interface RawRandomState extends RawHandle, Functions<'randn'> {}

export interface RawDropoutRun
  extends RawHandle, Numbers<'passes'>, Functions<'advance' | 'statistics'> {}

export interface RawForwardStages extends RawHandle, Functions<'run'> {}

/** Training of any kind, see `RecordedRun`. */
export interface RawRun
  extends
    RawHandle,
    Numbers<'steps' | 'recorded_steps' | 'lr' | 'parameter_count'>,
    Functions<'step' | 'rewind' | 'losses' | 'non_finite' | 'next_batch'> {}

export interface RawTrainingRun
  extends
    RawRun,
    Numbers<'d_in' | 'd_out' | 'd_model' | 'd_ff'>,
    Functions<
      | 'set_lr'
      | 'set_weights'
      | 'weights'
      | 'trace_data'
      | 'data_gradients'
      | 'data_loss'
      | 'data_accuracy'
    >,
    Functions<'predict' | 'probabilities'> {
  readonly activation: ActivationKind;
  readonly loss: 'mse' | 'cross_entropy';
}

export interface RawLanguageModel
  extends
    RawHandle,
    Numbers<
      'n_vocab' | 'n_positions' | 'n_layers' | 'd_model' | 'n_heads' | 'd_ff' | 'parameter_count'
    >,
    Functions<
      'forward' | 'next_word' | 'trace' | 'weights' | 'set_weights' | 'copy' | 'to_safetensors'
    > {
  readonly activation: ActivationKind;
}

export interface RawFactTable
  extends
    RawHandle,
    Numbers<'count'>,
    Functions<'answers' | 'right' | 'hidden' | 'strongest_prompts'> {}

export interface RawLanguageTraining
  extends RawRun, Functions<'answers' | 'facts_right' | 'model'> {}

/** The interval [begin, end): bytes of a file, tokens, hidden units. */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

export interface RawCheckpoint
  extends
    RawHandle,
    Functions<
      | 'tensors'
      | 'metadata'
      | 'gpt2'
      | 'bert'
      | 'locate'
      | 'decode'
      | 'feed_forward_table'
      | 'feed_forward_ranges'
    >,
    Functions<
      | 'feed_forward'
      | 'block_ranges'
      | 'default_heads'
      | 'block_weights'
      | 'language_model_ranges'
      | 'language_model'
    > {}

export interface RawModule
  extends
    Functions<
      | 'make_random_state'
      | 'make_feed_forward'
      | 'make_layer_norm'
      | 'make_attention'
      | 'make_transformer_block'
    >,
    Functions<
      | 'make_block_stack'
      | 'make_training_run'
      | 'make_dropout_run'
      | 'make_forward_stages'
      | 'make_checkpoint'
      | 'make_linear'
    >,
    Functions<
      | 'pack_feed_forward'
      | 'forward_units'
      | 'feed_forward_from_scratch'
      | 'gradient_check'
      | 'activation'
    >,
    Functions<'version' | 'eigen_products' | 'set_eigen_products'>,
    Functions<
      | 'linear'
      | 'linear_backward'
      | 'dropout'
      | 'apply_dropout_mask'
      | 'add'
      | 'multiply'
      | 'softmax'
      | 'softmax_backward'
    >,
    Functions<'toy_dataset' | 'dataset_from_csv' | 'grid' | 'mse_loss' | 'cross_entropy'>,
    Functions<
      | 'npy_data_begin'
      | 'npy_data_range'
      | 'decode_npy'
      | 'checkpoint_header_length'
      | 'write_safetensors'
    >,
    Functions<
      | 'activation_landmarks'
      | 'largest_difference'
      | 'compare_activations'
      | 'activation_difference'
    >,
    Functions<'feed_forward_cost' | 'ratio_costs' | 'attention_cost' | 'model_cost'>,
    Functions<
      | 'summarize'
      | 'mean_absolute_difference'
      | 'difference'
      | 'difference_by_token'
      | 'percentiles'
      | 'histogram'
      | 'sparsity'
    >,
    Functions<
      | 'dimension_check'
      | 'dimension_grid'
      | 'independence'
      | 'dead_units'
      | 'rank_neurons'
      | 'neuron'
      | 'ablate'
      | 'trace_dot'
    >,
    Functions<'forward_statistics' | 'compare_forward'>,
    Functions<'make_language_model' | 'make_language_training' | 'make_fact_table'>,
    Functions<'unit_words' | 'attribute_units' | 'knowledge_units' | 'rewrite' | 'apply_rewrite'> {
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
  token_count(ffn: RawFeedForward, x: Tensor): RawResult<number>;
}

export interface RawModuleOptions {
  /** Memory of the module and its largest size in bytes (src/bindings/library.js). */
  readonly wasmMemory: WebAssembly.Memory;
  readonly memory_limit: number;
  /**
   * Emscripten's hook that replaces its own instantiation, so that a module compiled once can be
   * shared.
   */
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): object;
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
