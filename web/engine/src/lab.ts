import { dataset_from_csv, grid, toy_dataset } from './training/dataset.js';
import type { CsvOptions, GridOptions, ToyDataOptions } from './training/dataset.js';
import { open_checkpoint, write_safetensors } from './files/checkpoint.js';
import type { Checkpoint, ReadOptions, WriteOptions } from './files/checkpoint.js';
import type { CheckpointSource } from './files/checkpoint_types.js';
import { cross_entropy, mse_loss } from './training/loss.js';
import { core_of_lab, module_of } from './edge/core.js';
import type { Core } from './edge/core.js';
import type { AttentionOptions } from './layers/attention.js';
import { Attention } from './layers/attention.js';
import type { BlockStackOptions } from './layers/block_stack.js';
import { BlockStack } from './layers/block_stack.js';
import type { FromScratch } from './layers/from_scratch.js';
import { feed_forward_from_scratch } from './layers/from_scratch.js';
import { add, apply_dropout_mask, dropout, linear, linear_backward, linear_weights, multiply } from './layers/functional.js';
import type { Dropped, LinearGradients, LinearOptions, LinearWeights } from './layers/functional.js';
import type { LayerNormOptions } from './layers/layer_norm.js';
import { LayerNorm } from './layers/layer_norm.js';
import { LabNetworkAnalysis } from './analysis/network_analysis.js';
import { read_npy } from './files/npy.js';
import { open_pool, Pool } from './pool/pool.js';
import type { PoolLab } from './pool/pool.js';
import type { PoolOptions } from './pool/pool_types.js';
import type { RandomState } from './layers/random_state.js';
import type { LabBuild } from './layers/core_lab.js';
import { TrainingRun, twin_runs } from './training/training_run.js';
import type { TrainingRunOptions } from './training/training_run.js';
import type { Dataset, LossAndGradient } from './training/training_types.js';
import { softmax, softmax_backward } from './layers/softmax.js';
import type { TransformerBlockOptions } from './layers/transformer_block.js';
import { TransformerBlock } from './layers/transformer_block.js';
import type { ActivationKind, Tensor } from './edge/types.js';

/** The properties from which a pool creates workers. */
type WorkerSetup = Pick<PoolLab, 'module' | 'memory_limit' | 'source'>;

/** A running WebAssembly module and all functions that compute with it. Created by `load()`. */
export class Lab extends LabNetworkAnalysis {
  readonly #worker_setup: WorkerSetup;
  readonly #pools = new Set<Pool>();

  /** @internal Use `load()`. */
  constructor(core: Core, build: LabBuild, memory: WebAssembly.Memory, worker_setup: WorkerSetup) {
    super(core, build, memory, worker_setup);
    this.#worker_setup = worker_setup;
    Object.freeze(this);
  }

  /** Computes the network in three explicit steps, `h = x·W1 + b1`, `h_activated`, `y`, from weights in layout (in, out). */
  feed_forward_from_scratch(x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor, activation: ActivationKind = 'gelu'): FromScratch {
    return feed_forward_from_scratch(module_of(this), x, w1, b1, w2, b2, activation);
  }

  /** Returns random weights of a linear layer. */
  linear_weights(options: LinearOptions): LinearWeights {
    return linear_weights(module_of(this), options);
  }

  /** Returns x·weightᵀ + bias: x (…, in_features) → (…, out_features). */
  linear(x: Tensor, layer: LinearWeights): Tensor {
    return linear(module_of(this), x, layer);
  }

  /** Returns the gradients of sum(y · grad_y) with respect to x, weight and bias, for y = linear(x, layer). */
  linear_backward(x: Tensor, layer: LinearWeights, grad_y: Tensor): LinearGradients {
    return linear_backward(module_of(this), x, layer, grad_y);
  }

  /** Applies inverted dropout: multiplies each element by 1 / (1 − p) with probability 1 − p, otherwise by 0. `rng` draws the mask. */
  dropout(x: Tensor, p: number, rng: RandomState): Dropped {
    return dropout(core_of_lab(this), x, p, rng);
  }

  /** Returns x · mask: repeats a dropout, or propagates a gradient back through it. */
  apply_dropout_mask(x: Tensor, mask: Tensor): Tensor {
    return apply_dropout_mask(module_of(this), x, mask);
  }

  /**
   * Returns a + b, element by element: a shortcut, or an embedding of tokens and positions.
   * @throws FfnError `invalid_argument` unless the shapes are equal
   */
  add(a: Tensor, b: Tensor): Tensor {
    return add(module_of(this), a, b);
  }

  /**
   * Returns the product of a and b, element by element: a scale, or a gate.
   * @throws FfnError `invalid_argument` unless the shapes are equal
   */
  multiply(a: Tensor, b: Tensor): Tensor {
    return multiply(module_of(this), a, b);
  }

  /** Creates a layer norm. Dispose of it when done. */
  LayerNorm(options: LayerNormOptions): LayerNorm {
    return new LayerNorm(core_of_lab(this), options);
  }

  /** Returns the softmax over the last axis. The output for −∞ is 0, a row of only −∞ gives zeros, and no finite input gives NaN. */
  softmax(x: Tensor): Tensor {
    return softmax(module_of(this), x);
  }

  /** Returns the gradient of sum(y · grad_y) with respect to x, for y = softmax(x). */
  softmax_backward(y: Tensor, grad_y: Tensor): Tensor {
    return softmax_backward(module_of(this), y, grad_y);
  }

  /** Creates a multi-head self-attention layer with given or random weights. Dispose of it when done. */
  Attention(options: AttentionOptions): Attention {
    return new Attention(core_of_lab(this), options);
  }

  /** Creates a Transformer block with given or random weights. Dispose of it when done. */
  TransformerBlock(options: TransformerBlockOptions): TransformerBlock {
    return new TransformerBlock(core_of_lab(this), options);
  }

  /** Creates a stack of Transformer blocks with given or random weights. Dispose of it when done. */
  BlockStack(options: BlockStackOptions): BlockStack {
    return new BlockStack(core_of_lab(this), options);
  }

  /**
   * Opens a safetensors file of any size. Reads only its header; tensors are read on request. Dispose of the checkpoint when done.
   * @throws FfnError (as a rejection) `invalid_file` with a reason if the file does not conform to the format; `read_failed`
   */
  async open_checkpoint(source: CheckpointSource, options: ReadOptions = {}): Promise<Checkpoint> {
    return open_checkpoint(core_of_lab(this), source, options);
  }

  /**
   * Reads the array in a NumPy .npy file (versions 1.0 to 3.0, any numeric element type, either byte order, C or Fortran order) as float32;
   * values that are not exactly representable are rounded once.
   * @throws FfnError (as a rejection) `invalid_file` with a reason (`pickled_objects`, `unknown_dtype`, `trailing_bytes`, ...);
   * `read_failed`
   */
  async read_npy(source: CheckpointSource, options: ReadOptions = {}): Promise<Tensor> {
    return read_npy(module_of(this), source, options);
  }

  /** Returns the bytes of a safetensors file, identical to those of the reference writer for any order of the tensors. */
  write_safetensors(
    tensors: Readonly<Record<string, Tensor>>,
    metadata: Readonly<Record<string, string>> = {},
    options: WriteOptions = {},
  ): Uint8Array<ArrayBuffer> {
    return write_safetensors(module_of(this), tensors, metadata, options);
  }

  /** Generates a small data set from a seed. */
  dataset(options: ToyDataOptions): Dataset {
    return toy_dataset(module_of(this), options);
  }

  /**
   * Parses a data set from CSV text: inputs in the first columns, targets or labels in the last.
   * @throws FfnError `invalid_argument` with line, column and value of an invalid cell
   */
  dataset_from_csv(text: string, options: CsvOptions = {}): Dataset {
    return dataset_from_csv(module_of(this), text, options);
  }

  /** Returns all points of a regular grid, (points^d_in, d_in); the last coordinate varies fastest. */
  grid(options: GridOptions = {}): Tensor {
    return grid(module_of(this), options);
  }

  /** Returns the mean of (prediction − target)² over all elements, as `nn.MSELoss`, and its gradient. */
  mse_loss(prediction: Tensor, target: Tensor): LossAndGradient {
    return mse_loss(module_of(this), prediction, target);
  }

  /** Returns the mean cross-entropy of logits (…, classes) and one label per token, as `nn.CrossEntropyLoss`, and its gradient. */
  cross_entropy(logits: Tensor, labels: Int32Array | readonly number[]): LossAndGradient {
    return cross_entropy(module_of(this), logits, labels);
  }

  /** Creates a network and trains it step by step on a data set. Dispose of it when done. */
  TrainingRun(options: TrainingRunOptions): TrainingRun {
    return new TrainingRun(core_of_lab(this), options);
  }

  /** Creates one run for each activation, all with the same weights, batches and dropout masks. Dispose of each when done. */
  twin_runs(options: TrainingRunOptions, activations: readonly ActivationKind[]): TrainingRun[] {
    return twin_runs(core_of_lab(this), options, activations);
  }

  /**
   * Creates workers that compute in parallel with this thread, see `Pool`. Resolves when they run.
   * @throws FfnError (as a rejection) `worker_failed` if no worker can be started, `out_of_memory` if none can allocate the module's memory
   */
  async pool(options: PoolOptions = {}): Promise<Pool> {
    const closed = (pool: Pool) => void this.#pools.delete(pool);
    const { variant } = this.info(); // throws if the lab is disposed
    const pool = new Pool({ ...this.#worker_setup, core: core_of_lab(this), variant, closed }, options);
    this.#pools.add(pool);
    return open_pool(pool);
  }

  override dispose(): void {
    super.dispose();
    for (const pool of this.#pools) pool.dispose();
  }
}
