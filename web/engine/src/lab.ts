import { dataset_from_csv, grid_options, toy_data_options } from './training/dataset.js';
import type { CsvOptions, Dataset, GridOptions, ToyDataOptions } from './training/dataset.js';
import { type Checkpoint, open_checkpoint } from './files/checkpoint.js';
import type { CheckpointOpenOptions, ReadOptions } from './files/checkpoint_options.js';
import { read_npy } from './files/npy.js';
import { write_safetensors, type WriteOptions } from './files/safetensors_writer.js';
import type { CheckpointSource } from './files/checkpoint_types.js';
import {
  expect_labels,
  expect_number,
  expect_string,
  expect_tensor,
  expect_tensors,
  read_options,
  call,
} from './edge/index.js';
import type {
  ActivationKind,
  Core,
  Like,
  OwnUint8Array,
  Tensor,
  TensorLike,
} from './edge/index.js';
import { Attention, type AttentionOptions } from './layers/attention.js';
import { BlockStack, type BlockStackOptions } from './layers/block_stack.js';
import { LayerNorm, type LayerNormOptions } from './layers/layer_norm.js';
import { LabLanguageAnalysis } from './analysis/language_analysis.js';
import { LanguageModel, type LanguageModelOptions } from './layers/language_model.js';
import { LanguageTraining, type LanguageTrainingOptions } from './training/language_training.js';
import { open_pool, Pool } from './pool/pool.js';
import type { PoolOptions } from './pool/pool_options.js';
import type { WorkerSource } from './pool/worker_source.js';
import { expect_generator, type RandomState } from './layers/random_state.js';
import { core_of_lab, module_of } from './layers/core_lab.js';
import { linear_options, read_layer } from './layers/linear.js';
import type { LinearGradients, LinearOptions, LinearWeights } from './layers/linear.js';
import { TrainingRun, type TrainingRunOptions, twin_runs } from './training/training_run.js';
import { TransformerBlock, type TransformerBlockOptions } from './layers/transformer_block.js';

/** Result of `lab.dropout`. */
export interface Dropped {
  /** x · mask, of the shape of x. */
  readonly output: Tensor;
  /** Mask of the shape of x: 0 for a dropped element, otherwise 1 / (1 − p). */
  readonly mask: Tensor;
}

/** Tensors of the three steps of `feed_forward_from_scratch`; leading dimensions as in x. */
export interface FromScratch {
  /** x·W1 + b1, (…, d_ff). */
  readonly h: Tensor;
  /** activation(h), (…, d_ff). */
  readonly h_activated: Tensor;
  /** h_activated·W2 + b2, (…, d_model). */
  readonly y: Tensor;
}

/** A loss averaged over a batch, and its gradient. */
export interface LossAndGradient {
  /** Mean loss, as PyTorch's `reduction="mean"`. */
  readonly loss: number;
  /** Gradient with respect to the prediction, of its shape. */
  readonly grad: Tensor;
}

/** A running WebAssembly module and all functions that compute with it. Created by `load()`. */
export class Lab extends LabLanguageAnalysis {
  readonly #source: WorkerSource;
  readonly #pools = new Set<Pool>();

  /** @internal Use `load()`. */
  constructor(core: Core, source: WorkerSource) {
    super(core);
    this.#source = source;
  }

  /**
   * Computes the network in three explicit steps, `h = x·W1 + b1`, `h_activated`, `y`, from weights
   * in layout (in, out).
   */
  readonly feed_forward_from_scratch = (
    x: TensorLike,
    w1: TensorLike,
    b1: TensorLike,
    w2: TensorLike,
    b2: TensorLike,
    activation: ActivationKind = 'gelu',
  ): FromScratch =>
    call(
      module_of(this),
      'feed_forward_from_scratch',
      ...expect_tensors({ x, w1, b1, w2, b2 }),
      expect_string('activation', activation),
    );
  /** Returns random weights of a linear layer. */
  readonly linear_weights = (options: LinearOptions): LinearWeights =>
    call(module_of(this), 'make_linear', read_options(options, linear_options));
  /** Returns x·weightᵀ + bias: x (…, in_features) → (…, out_features). */
  readonly linear = (x: TensorLike, layer: Like<LinearWeights>): Tensor =>
    call(module_of(this), 'linear', expect_tensor('x', x), read_layer(layer));
  /**
   * Returns the gradients of sum(y · grad_y) with respect to x, weight and bias, for y = linear(x,
   * layer).
   */
  readonly linear_backward = (
    x: TensorLike,
    layer: Like<LinearWeights>,
    grad_y: TensorLike,
  ): LinearGradients =>
    call(
      module_of(this),
      'linear_backward',
      expect_tensor('x', x),
      read_layer(layer),
      expect_tensor('grad_y', grad_y),
    );
  /**
   * Applies inverted dropout: multiplies each element by 1 / (1 − p) with probability 1 − p,
   * otherwise by 0. `rng` draws the mask.
   */
  readonly dropout = (x: TensorLike, p: number, rng: RandomState): Dropped =>
    call(
      module_of(this),
      'dropout',
      expect_tensor('x', x),
      expect_number('p', p),
      expect_generator(core_of_lab(this), 'rng', rng),
    );
  /** Returns x · mask: repeats a dropout, or propagates a gradient back through it. */
  readonly apply_dropout_mask = (x: TensorLike, mask: TensorLike): Tensor =>
    call(module_of(this), 'apply_dropout_mask', ...expect_tensors({ x, mask }));
  /**
   * Returns a + b, element by element: a shortcut, or an embedding of tokens and positions.
   * @throws FfnError `invalid_argument` unless the shapes are equal
   */
  readonly add = (a: TensorLike, b: TensorLike): Tensor =>
    call(module_of(this), 'add', ...expect_tensors({ a, b }));
  /**
   * Returns the product of a and b, element by element: a scale, or a gate.
   * @throws FfnError `invalid_argument` unless the shapes are equal
   */
  readonly multiply = (a: TensorLike, b: TensorLike): Tensor =>
    call(module_of(this), 'multiply', ...expect_tensors({ a, b }));
  /** Creates a layer norm. Dispose of it when done. */
  readonly LayerNorm = (options: LayerNormOptions): LayerNorm =>
    new LayerNorm(core_of_lab(this), options);
  /**
   * Returns the softmax over the last axis. The output for −∞ is 0, a row of only −∞ gives zeros,
   * and no finite input gives NaN.
   */
  readonly softmax = (x: TensorLike): Tensor =>
    call(module_of(this), 'softmax', expect_tensor('x', x));
  /** Returns the gradient of sum(y · grad_y) with respect to x, for y = softmax(x). */
  readonly softmax_backward = (y: TensorLike, grad_y: TensorLike): Tensor =>
    call(module_of(this), 'softmax_backward', ...expect_tensors({ y, grad_y }));
  /**
   * Creates a multi-head self-attention layer with given or random weights. Dispose of it when
   * done.
   */
  readonly Attention = (options: AttentionOptions): Attention =>
    new Attention(core_of_lab(this), options);
  /** Creates a Transformer block with given or random weights. Dispose of it when done. */
  readonly TransformerBlock = (options: TransformerBlockOptions): TransformerBlock =>
    new TransformerBlock(core_of_lab(this), options);
  /**
   * Creates a stack of Transformer blocks with given or random weights. Dispose of it when done.
   */
  readonly BlockStack = (options: BlockStackOptions): BlockStack =>
    new BlockStack(core_of_lab(this), options);
  /** Creates a language model of GPT-2's form with random weights. Dispose of it when done. */
  readonly LanguageModel = (options: LanguageModelOptions): LanguageModel =>
    new LanguageModel(core_of_lab(this), options);
  /**
   * Opens a safetensors file of any size, or all files of one model; the address of an index stands
   * for its files. Reads only headers. Dispose of the checkpoint when done.
   * @throws FfnError (as a rejection) `invalid_file` with a reason; `read_failed`
   */
  readonly open_checkpoint = async (
    source: CheckpointSource | readonly CheckpointSource[],
    options: CheckpointOpenOptions = {},
  ): Promise<Checkpoint> => open_checkpoint(core_of_lab(this), source, options);
  /**
   * Reads the array in a NumPy .npy file (versions 1.0 to 3.0, any numeric element type, either
   * byte order, C or Fortran order) as float32; values that are not exactly representable are
   * rounded once.
   * @throws FfnError (as a rejection) `invalid_file` with a reason (`pickled_objects`,
   * `unknown_dtype`, `trailing_bytes`, ...); `read_failed`
   */
  readonly read_npy = async (
    source: CheckpointSource,
    options: ReadOptions = {},
  ): Promise<Tensor> => read_npy(module_of(this), source, options);
  /**
   * Returns the bytes of a safetensors file. For any order of the tensors the reference writer
   * writes the same bytes.
   */
  readonly write_safetensors = (
    tensors: Readonly<Record<string, TensorLike>>,
    metadata: Readonly<Record<string, string>> = {},
    options: WriteOptions = {},
  ): OwnUint8Array => write_safetensors(module_of(this), tensors, metadata, options);
  /** Generates a small data set from a seed. */
  readonly dataset = (options: ToyDataOptions): Dataset =>
    call(module_of(this), 'toy_dataset', read_options(options, toy_data_options));
  /**
   * Parses a data set from CSV text: inputs in the first columns, targets or labels in the last.
   * @throws FfnError `invalid_argument` with line, column and value of an invalid cell
   */
  readonly dataset_from_csv = (text: string, options: CsvOptions = {}): Dataset =>
    dataset_from_csv(module_of(this), text, options);
  /**
   * Returns all points of a regular grid, (points^d_in, d_in); the last coordinate varies fastest.
   */
  readonly grid = (options: GridOptions = {}): Tensor =>
    call(module_of(this), 'grid', read_options(options, grid_options));
  /**
   * Returns the mean of (prediction − target)² over all elements, as `nn.MSELoss`, and its
   * gradient.
   */
  readonly mse_loss = (prediction: TensorLike, target: TensorLike): LossAndGradient =>
    call(module_of(this), 'mse_loss', ...expect_tensors({ prediction, target }));
  /**
   * Returns the mean cross-entropy of logits (…, classes) and one label per token, as
   * `nn.CrossEntropyLoss`, and its gradient.
   */
  readonly cross_entropy = (
    logits: TensorLike,
    labels: Int32Array | readonly number[],
  ): LossAndGradient =>
    call(
      module_of(this),
      'cross_entropy',
      expect_tensor('logits', logits),
      expect_labels('labels', labels),
    );
  /** Creates a network and trains it step by step on a data set. Dispose of it when done. */
  readonly TrainingRun = (options: TrainingRunOptions): TrainingRun =>
    new TrainingRun(core_of_lab(this), options);
  /**
   * Creates one run for each activation, all with the same weights, batches and dropout masks.
   * Dispose of each when done.
   */
  readonly twin_runs = (
    options: TrainingRunOptions,
    activations: readonly ActivationKind[],
  ): TrainingRun[] => twin_runs(core_of_lab(this), options, activations);
  /** Creates a language model and trains it step by step on sentences. Dispose of it when done. */
  readonly LanguageTraining = (options: LanguageTrainingOptions): LanguageTraining =>
    new LanguageTraining(core_of_lab(this), options);
  /**
   * Creates workers that compute in parallel with this thread, see `Pool`. Resolves when they run.
   * @throws FfnError (as a rejection) `worker_failed` if no worker can be started, `out_of_memory`
   * if none can allocate the module's memory
   */
  readonly pool = async (options: PoolOptions = {}): Promise<Pool> => {
    const pool = new Pool(
      core_of_lab(this),
      this.#source,
      options,
      (closed) => void this.#pools.delete(closed),
    );
    this.#pools.add(pool);
    return open_pool(pool);
  };

  /**
   * Releases the module. All objects created by this lab become unusable, and their memory can be
   * garbage-collected.
   */
  override readonly dispose = (): void => {
    core_of_lab(this).dispose();
    for (const pool of this.#pools) pool.dispose();
  };
}
