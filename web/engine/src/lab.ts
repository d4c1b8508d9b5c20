import { dataset_from_csv, grid, toy_dataset } from './dataset.js';
import { open_checkpoint, write_safetensors } from './checkpoint.js';
import type { Checkpoint } from './checkpoint.js';
import type { CheckpointSource, ReadOptions, WriteOptions } from './checkpoint_types.js';
import { FfnError } from './errors.js';
import { FeedForward, feed_forward_option_names } from './feed_forward.js';
import { cross_entropy, mse_loss } from './loss.js';
import type { AttentionOptions } from './attention.js';
import { Attention } from './attention.js';
import type { BlockStackOptions } from './block_stack.js';
import { BlockStack } from './block_stack.js';
import type { FromScratch } from './from_scratch.js';
import { feed_forward_from_scratch } from './from_scratch.js';
import { apply_dropout_mask, dropout, linear, linear_backward, linear_weights } from './functional.js';
import type { Dropped, LinearGradients, LinearOptions, LinearWeights } from './functional.js';
import type { LayerNormOptions } from './layer_norm.js';
import { LayerNorm } from './layer_norm.js';
import { LabNetworkAnalysis } from './network_analysis.js';
import { read_npy } from './npy.js';
import { dispose_symbol } from './owned.js';
import type { Lifetime } from './owned.js';
import { expect_part } from './parts.js';
import type { Parts } from './parts.js';
import { Pool } from './pool.js';
import type { PoolLab } from './pool.js';
import type { PoolOptions } from './pool_types.js';
import { RandomState } from './random_state.js';
import type { RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import { training_option_names, TrainingRun, twin_runs } from './training_run.js';
import type { CsvOptions, Dataset, GridOptions, LossAndGradient, ToyDataOptions, TrainingRunOptions } from './training_types.js';
import { softmax, softmax_backward } from './softmax.js';
import type { TransformerBlockOptions } from './transformer_block.js';
import { TransformerBlock } from './transformer_block.js';
import type { ActivationCurve, ActivationKind, Backend, FeedForwardOptions, LabInfo, Part, Tensor } from './types.js';
import { expect_numbers, expect_options, expect_string, wrong_type } from './validate.js';
import type { VariantChoice } from './variant.js';

/** The properties from which a pool creates workers. */
type WorkerSetup = Pick<PoolLab, 'module' | 'memory_limit' | 'source'>;

/** A running WebAssembly module and all functions that compute with it. Created by `load()`. */
export class Lab extends LabNetworkAnalysis {
  #module: RawModule | undefined;
  readonly #parts: Parts;
  readonly #choice: VariantChoice & Pick<LabInfo, 'sha256'>;
  readonly #memory: WebAssembly.Memory;
  readonly #worker_setup: WorkerSetup;
  readonly #pools = new Set<Pool>();
  readonly #lifetime = { disposed: false };

  /** @internal Use `load()`. */
  constructor(parts: Parts, choice: VariantChoice & Pick<LabInfo, 'sha256'>, memory: WebAssembly.Memory, worker_setup: WorkerSetup) {
    super();
    this.#worker_setup = worker_setup;
    this.#parts = parts;
    this.#module = parts.guarded();
    this.#choice = choice;
    this.#memory = memory;
  }

  get #raw(): RawModule {
    if (this.#module === undefined) throw new FfnError('disposed', 'this lab has been disposed');
    return this.#module;
  }

  /** @internal */
  protected override raw_module(): RawModule {
    return this.#raw;
  }

  /** @internal */
  protected override lifetime(): Lifetime {
    return this.#lifetime;
  }

  /** Returns the running build, the reasons against better ones, and the size of the WebAssembly memory. */
  info(): LabInfo {
    const version = this.#raw.version();
    const { added, build } = this.#parts;
    const { memory_limit } = this.#worker_setup;
    return { ...this.#choice, parts: added, version, build, heap_bytes: this.#memory.buffer.byteLength, memory_limit };
  }

  /**
   * Implementation of the matrix products of this lab's networks, forward and backward: `tiles` (the default) or, for comparison, `eigen`.
   * Workers of pools always use `tiles`.
   */
  get backend(): Backend {
    return this.#raw.eigen_products() ? 'eigen' : 'tiles';
  }

  /** Replaces the implementation for all later computations. @throws FfnError `invalid_type` for an unknown backend */
  set backend(backend: Backend) {
    const known: readonly unknown[] = ['tiles', 'eigen'] satisfies Backend[];
    if (!known.includes(backend)) throw wrong_type('backend', backend, '"tiles" or "eigen"');
    this.#raw.set_eigen_products(backend === 'eigen');
  }

  /**
   * Loads a part that `load({ parts })` omitted. Resolves immediately if the part is loaded.
   * @throws FfnError (as a rejection) `load_failed`; the call may be repeated
   */
  async load_part(part: Part): Promise<void> {
    if (this.#module === undefined) throw new FfnError('disposed', 'this lab has been disposed');
    return this.#parts.add(expect_part('part', part));
  }

  /** Returns value and derivative of an activation at each point. Plain numbers are first rounded to float32. */
  activation(kind: ActivationKind, x: Float32Array | readonly number[]): ActivationCurve {
    return value_of(this.#raw.activation(expect_string('kind', kind), expect_numbers('x', x)));
  }

  /** Creates a feed-forward network with given or random weights. Dispose of it when done. */
  FeedForward(options: FeedForwardOptions): FeedForward {
    return new FeedForward(this.#raw, this.#lifetime, expect_options('options', options, feed_forward_option_names));
  }

  /** Computes the network in three explicit steps, `h = x·W1 + b1`, `h_activated`, `y`, from weights in layout (in, out). */
  feed_forward_from_scratch(x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor, activation: ActivationKind = 'gelu'): FromScratch {
    return feed_forward_from_scratch(this.#raw, x, w1, b1, w2, b2, activation);
  }

  /** Returns random weights of a linear layer. */
  linear_weights(options: LinearOptions): LinearWeights {
    return linear_weights(this.#raw, options);
  }

  /** Returns x·weightᵀ + bias: x (…, in_features) → (…, out_features). */
  linear(x: Tensor, layer: LinearWeights): Tensor {
    return linear(this.#raw, x, layer);
  }

  /** Returns the gradients of sum(y · grad_y) with respect to x, weight and bias, for y = linear(x, layer). */
  linear_backward(x: Tensor, layer: LinearWeights, grad_y: Tensor): LinearGradients {
    return linear_backward(this.#raw, x, layer, grad_y);
  }

  /** Applies inverted dropout: multiplies each element by 1 / (1 − p) with probability 1 − p, otherwise by 0. `rng` draws the mask. */
  dropout(x: Tensor, p: number, rng: RandomState): Dropped {
    return dropout(this.#raw, this.#lifetime, x, p, rng);
  }

  /** Returns x · mask: repeats a dropout, or propagates a gradient back through it. */
  apply_dropout_mask(x: Tensor, mask: Tensor): Tensor {
    return apply_dropout_mask(this.#raw, x, mask);
  }

  /** Creates a layer norm. Dispose of it when done. */
  LayerNorm(options: LayerNormOptions): LayerNorm {
    return new LayerNorm(this.#raw, this.#lifetime, options);
  }

  /** Returns the softmax over the last axis. The output for −∞ is 0, a row of only −∞ gives zeros, and no finite input gives NaN. */
  softmax(x: Tensor): Tensor {
    return softmax(this.#raw, x);
  }

  /** Returns the gradient of sum(y · grad_y) with respect to x, for y = softmax(x). */
  softmax_backward(y: Tensor, grad_y: Tensor): Tensor {
    return softmax_backward(this.#raw, y, grad_y);
  }

  /** Creates a multi-head self-attention layer with given or random weights. Dispose of it when done. */
  Attention(options: AttentionOptions): Attention {
    return new Attention(this.#raw, this.#lifetime, options);
  }

  /** Creates a Transformer block with given or random weights. Dispose of it when done. */
  TransformerBlock(options: TransformerBlockOptions): TransformerBlock {
    return new TransformerBlock(this.#raw, this.#lifetime, options);
  }

  /** Creates a stack of Transformer blocks with given or random weights. Dispose of it when done. */
  BlockStack(options: BlockStackOptions): BlockStack {
    return new BlockStack(this.#raw, this.#lifetime, options);
  }

  /**
   * Opens a safetensors file of any size. Reads only its header; tensors are read on request. Dispose of the checkpoint when done.
   * @throws FfnError (as a rejection) `invalid_file` with a reason if the file does not conform to the format; `read_failed`
   */
  async open_checkpoint(source: CheckpointSource, options: ReadOptions = {}): Promise<Checkpoint> {
    return open_checkpoint(this.#raw, this.#lifetime, source, options);
  }

  /**
   * Reads the array in a NumPy .npy file (versions 1.0 to 3.0, any numeric element type, either byte order, C or Fortran order) as float32;
   * values that are not exactly representable are rounded once.
   * @throws FfnError (as a rejection) `invalid_file` with a reason (`pickled_objects`, `unknown_dtype`, `trailing_bytes`, ...);
   * `read_failed`
   */
  async read_npy(source: CheckpointSource, options: ReadOptions = {}): Promise<Tensor> {
    return read_npy(this.#raw, source, options);
  }

  /** Returns the bytes of a safetensors file, identical to those of the reference writer for any order of the tensors. */
  write_safetensors(
    tensors: Readonly<Record<string, Tensor>>,
    metadata: Readonly<Record<string, string>> = {},
    options: WriteOptions = {},
  ): Uint8Array<ArrayBuffer> {
    return write_safetensors(this.#raw, tensors, metadata, options);
  }

  /** Creates a random number generator, `numpy.random.RandomState(seed)`. Dispose of it when done. */
  RandomState(seed = 0): RandomState {
    return new RandomState(this.#raw, this.#lifetime, seed);
  }

  /** Generates a small data set from a seed. */
  dataset(options: ToyDataOptions): Dataset {
    return toy_dataset(this.#raw, options);
  }

  /**
   * Parses a data set from CSV text: inputs in the first columns, targets or labels in the last.
   * @throws FfnError `invalid_argument` with line, column and value of an invalid cell
   */
  dataset_from_csv(text: string, options: CsvOptions = {}): Dataset {
    return dataset_from_csv(this.#raw, text, options);
  }

  /** Returns all points of a regular grid, (points^d_in, d_in); the last coordinate varies fastest. */
  grid(options: GridOptions = {}): Tensor {
    return grid(this.#raw, options);
  }

  /** Returns the mean of (prediction − target)² over all elements, as `nn.MSELoss`, and its gradient. */
  mse_loss(prediction: Tensor, target: Tensor): LossAndGradient {
    return mse_loss(this.#raw, prediction, target);
  }

  /** Returns the mean cross-entropy of logits (…, classes) and one label per token, as `nn.CrossEntropyLoss`, and its gradient. */
  cross_entropy(logits: Tensor, labels: Int32Array | readonly number[]): LossAndGradient {
    return cross_entropy(this.#raw, logits, labels);
  }

  /** Creates a network and trains it step by step on a data set. Dispose of it when done. */
  TrainingRun(options: TrainingRunOptions): TrainingRun {
    return new TrainingRun(this.#raw, this.#lifetime, expect_options('options', options, training_option_names));
  }

  /** Creates one run for each activation, all with the same weights, batches and dropout masks. Dispose of each when done. */
  twin_runs(options: TrainingRunOptions, activations: readonly ActivationKind[]): TrainingRun[] {
    return twin_runs(this.#raw, this.#lifetime, options, activations);
  }

  /**
   * Creates workers that compute in parallel with this thread, see `Pool`. Resolves when they run.
   * @throws FfnError (as a rejection) `worker_failed` if no worker can be started, `out_of_memory` if none can allocate the module's memory
   */
  async pool(options: PoolOptions = {}): Promise<Pool> {
    const closed = (pool: Pool) => void this.#pools.delete(pool);
    const { variant } = this.#choice;
    const pool = Pool.make({ ...this.#worker_setup, raw: this.#raw, lifetime: this.#lifetime, variant, closed }, options);
    this.#pools.add(pool);
    return pool.open();
  }

  /** Releases the module. All objects created by this lab become unusable, and their memory can be garbage-collected. */
  dispose(): void {
    this.#lifetime.disposed = true;
    for (const pool of this.#pools) pool.dispose();
    this.#module = undefined;
  }

  /** Calls `dispose()`, for `using`. */
  [dispose_symbol](): void {
    this.dispose();
  }
}
