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

/** What workers are made with. */
type Workshop = Pick<PoolLab, 'module' | 'memory_limit' | 'source'>;

/** One running WebAssembly module and everything that can be computed with it. Made by `load()`. */
export class Lab extends LabNetworkAnalysis {
  #module: RawModule | undefined;
  readonly #parts: Parts;
  readonly #choice: VariantChoice & Pick<LabInfo, 'sha256'>;
  readonly #memory: WebAssembly.Memory;
  readonly #workshop: Workshop;
  readonly #pools = new Set<Pool>();
  readonly #lifetime = { disposed: false };

  /** @internal Use `load()`. */
  constructor(parts: Parts, choice: VariantChoice & Pick<LabInfo, 'sha256'>, memory: WebAssembly.Memory, workshop: Workshop) {
    super();
    this.#workshop = workshop;
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

  /** Which build runs here, why not a better one, and how much memory it holds. */
  info(): LabInfo {
    const version = this.#raw.version();
    const { added, build } = this.#parts;
    const { memory_limit } = this.#workshop;
    return { ...this.#choice, parts: added, version, build, heap_bytes: this.#memory.buffer.byteLength, memory_limit };
  }

  /**
   * Who computes the products of this lab's networks, forward and backward: `tiles` unless `eigen` is chosen, to compare the two. The
   * workers of pools have tiles only.
   */
  get backend(): Backend {
    return this.#raw.eigen_products() ? 'eigen' : 'tiles';
  }

  /** For what is computed from now on. */
  set backend(backend: Backend) {
    const known: readonly unknown[] = ['tiles', 'eigen'] satisfies Backend[];
    if (!known.includes(backend)) throw wrong_type('backend', backend, '"tiles" or "eigen"');
    this.#raw.set_eigen_products(backend === 'eigen');
  }

  /**
   * Adds a part that `load({ parts })` left out. Resolves at once when it is there.
   * @throws FfnError (as a rejection) `load_failed`; it may then be tried again
   */
  async load_part(part: Part): Promise<void> {
    if (this.#module === undefined) throw new FfnError('disposed', 'this lab has been disposed');
    return this.#parts.add(expect_part('part', part));
  }

  /** Value and derivative of an activation at each point. Plain numbers are rounded to float32 first. */
  activation(kind: ActivationKind, x: Float32Array | readonly number[]): ActivationCurve {
    return value_of(this.#raw.activation(expect_string('kind', kind), expect_numbers('x', x)));
  }

  /** A feed-forward network with given or with random weights. Dispose of it when done. */
  FeedForward(options: FeedForwardOptions): FeedForward {
    return new FeedForward(this.#raw, this.#lifetime, expect_options('options', options, feed_forward_option_names));
  }

  /** The network as three explicit steps, `h = x·W1 + b1`, `h_activated`, `y`, on weights in the notebook's layout (in, out). */
  feed_forward_from_scratch(x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor, activation: ActivationKind = 'gelu'): FromScratch {
    return feed_forward_from_scratch(this.#raw, x, w1, b1, w2, b2, activation);
  }

  /** Random weights of a linear layer. */
  linear_weights(options: LinearOptions): LinearWeights {
    return linear_weights(this.#raw, options);
  }

  /** x·weightᵀ + bias: x (…, in_features) → (…, out_features). */
  linear(x: Tensor, layer: LinearWeights): Tensor {
    return linear(this.#raw, x, layer);
  }

  /** Gradients of sum(y · grad_y) with respect to x, weight and bias, y = linear(x, layer). */
  linear_backward(x: Tensor, layer: LinearWeights, grad_y: Tensor): LinearGradients {
    return linear_backward(this.#raw, x, layer, grad_y);
  }

  /** Inverted dropout: each element is kept with probability 1 − p and multiplied by 1 / (1 − p). The mask comes from `rng`. */
  dropout(x: Tensor, p: number, rng: RandomState): Dropped {
    return dropout(this.#raw, this.#lifetime, x, p, rng);
  }

  /** x · mask: a dropout once more, or the way of a gradient back through it. */
  apply_dropout_mask(x: Tensor, mask: Tensor): Tensor {
    return apply_dropout_mask(this.#raw, x, mask);
  }

  /** A layer norm. Dispose of it when done. */
  LayerNorm(options: LayerNormOptions): LayerNorm {
    return new LayerNorm(this.#raw, this.#lifetime, options);
  }

  /** Softmax over the last axis. An entry of −∞ gives 0, a row of nothing else zeros; no finite input gives NaN. */
  softmax(x: Tensor): Tensor {
    return softmax(this.#raw, x);
  }

  /** Gradient of sum(y · grad_y) with respect to x, given y = softmax(x). */
  softmax_backward(y: Tensor, grad_y: Tensor): Tensor {
    return softmax_backward(this.#raw, y, grad_y);
  }

  /** Multi-head self-attention with given or with random weights. Dispose of it when done. */
  Attention(options: AttentionOptions): Attention {
    return new Attention(this.#raw, this.#lifetime, options);
  }

  /** A Transformer block with given or with random weights. Dispose of it when done. */
  TransformerBlock(options: TransformerBlockOptions): TransformerBlock {
    return new TransformerBlock(this.#raw, this.#lifetime, options);
  }

  /** Blocks one on the other, with given or with random weights. Dispose of it when done. */
  BlockStack(options: BlockStackOptions): BlockStack {
    return new BlockStack(this.#raw, this.#lifetime, options);
  }

  /**
   * Opens a safetensors file of any size: only its header is read now, tensors when they are asked for. Dispose of it when done.
   * @throws FfnError `invalid_file` with a reason for every file that is not exactly what the format says; `read_failed`
   */
  async open_checkpoint(source: CheckpointSource, options: ReadOptions = {}): Promise<Checkpoint> {
    return open_checkpoint(this.#raw, this.#lifetime, source, options);
  }

  /**
   * The array in NumPy's .npy file (versions 1.0 to 3.0, any element type of numbers, either order of bytes and of indices), as float32: exact
   * where that is possible, else rounded once.
   * @throws FfnError `invalid_file` with a reason (`pickled_objects`, `unknown_dtype`, `trailing_bytes`, ...); `read_failed`
   */
  async read_npy(source: CheckpointSource, options: ReadOptions = {}): Promise<Tensor> {
    return read_npy(this.#raw, source, options);
  }

  /** The bytes of a safetensors file, the same as the reference writer's, whatever the order of the tensors. */
  write_safetensors(
    tensors: Readonly<Record<string, Tensor>>,
    metadata: Readonly<Record<string, string>> = {},
    options: WriteOptions = {},
  ): Uint8Array<ArrayBuffer> {
    return write_safetensors(this.#raw, tensors, metadata, options);
  }

  /** A random generator, `numpy.random.RandomState(seed)`. Dispose of it when done. */
  RandomState(seed = 0): RandomState {
    return new RandomState(this.#raw, this.#lifetime, seed);
  }

  /** A small data set to train on, from a seed. */
  dataset(options: ToyDataOptions): Dataset {
    return toy_dataset(this.#raw, options);
  }

  /** The data set in CSV text: inputs first, targets or labels last. What is wrong with it is named by line, column and value. */
  dataset_from_csv(text: string, options: CsvOptions = {}): Dataset {
    return dataset_from_csv(this.#raw, text, options);
  }

  /** Every point of a regular grid, (points^d_in, d_in), the last coordinate varying fastest. */
  grid(options: GridOptions = {}): Tensor {
    return grid(this.#raw, options);
  }

  /** Mean of (prediction − target)² over all elements, as `nn.MSELoss`, and its gradient. */
  mse_loss(prediction: Tensor, target: Tensor): LossAndGradient {
    return mse_loss(this.#raw, prediction, target);
  }

  /** Cross-entropy of logits (…, classes) and one label for each token, their mean, as `nn.CrossEntropyLoss`, and its gradient. */
  cross_entropy(logits: Tensor, labels: Int32Array | readonly number[]): LossAndGradient {
    return cross_entropy(this.#raw, logits, labels);
  }

  /** A network and its data, to be trained step by step. Dispose of it when done. */
  TrainingRun(options: TrainingRunOptions): TrainingRun {
    return new TrainingRun(this.#raw, this.#lifetime, expect_options('options', options, training_option_names));
  }

  /** One run for each activation, with the same weights, batches and dropout masks. Dispose of each when done. */
  twin_runs(options: TrainingRunOptions, activations: readonly ActivationKind[]): TrainingRun[] {
    return twin_runs(this.#raw, this.#lifetime, options, activations);
  }

  /**
   * Workers that compute beside this thread: see `Pool`. Resolves when they run.
   * @throws FfnError (as a rejection) `worker_failed` when none can be started, `out_of_memory` when none has room for the module
   */
  async pool(options: PoolOptions = {}): Promise<Pool> {
    const closed = (pool: Pool) => void this.#pools.delete(pool);
    const { variant } = this.#choice;
    const pool = Pool.make({ ...this.#workshop, raw: this.#raw, lifetime: this.#lifetime, variant, closed }, options);
    this.#pools.add(pool);
    return pool.open();
  }

  /** Lets go of the module: every object made from this lab is unusable afterwards, and the memory can be collected. */
  dispose(): void {
    this.#lifetime.disposed = true;
    for (const pool of this.#pools) pool.dispose();
    this.#module = undefined;
  }

  /** `dispose()`, for `using`. */
  [dispose_symbol](): void {
    this.dispose();
  }
}
