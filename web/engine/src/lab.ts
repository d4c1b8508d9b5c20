/** The lab: a running WebAssembly module and all functions that compute with it. */
import { ActivationAnalysis } from './analysis/activation_curves.js';
import { CostAnalysis } from './analysis/cost.js';
import { LanguageAnalysis } from './analysis/language_analysis.js';
import { NetworkAnalysis } from './analysis/network_analysis.js';
import { NeuronAnalysis } from './analysis/neurons.js';
import { TensorAnalysis } from './analysis/tensor_statistics.js';
import { dataset_from_csv, grid_options, toy_data_options } from './training/dataset.js';
import type { CsvOptions, Dataset, GridOptions, ToyDataOptions } from './training/dataset.js';
import { type Checkpoint, open_checkpoint } from './files/checkpoint.js';
import type { CheckpointOpenOptions, ReadOptions } from './files/checkpoint_options.js';
import { read_npy } from './files/npy.js';
import { write_safetensors, type WriteOptions } from './files/safetensors_writer.js';
import type { CheckpointSource } from './files/checkpoint_types.js';
import {
  call,
  dispose_symbol,
  expect_instance,
  not_posted,
  read_options,
  wrong_type,
} from './edge/index.js';
import type {
  ActivationKind,
  Backend,
  ModuleInstance,
  LabInfo,
  OwnUint8Array,
  Tensor,
  TensorLike,
} from './edge/index.js';
import { Attention, type AttentionOptions } from './layers/attention.js';
import { BlockStack, type BlockStackOptions } from './layers/block_stack.js';
import { FeedForward, type FeedForwardOptions } from './layers/feed_forward.js';
import { TensorFunctions } from './layers/functional.js';
import { LayerNorm, type LayerNormOptions } from './layers/layer_norm.js';
import { LanguageModel, type LanguageModelOptions } from './layers/language_model.js';
import { LanguageTraining, type LanguageTrainingOptions } from './training/language_training.js';
import { open_pool, Pool } from './pool/pool.js';
import type { PoolOptions } from './pool/pool_options.js';
import type { WorkerSource } from './pool/worker_source.js';
import { RandomState } from './layers/random_state.js';
import { TrainingRun, type TrainingRunOptions, twin_runs } from './training/training_run.js';
import { TransformerBlock, type TransformerBlockOptions } from './layers/transformer_block.js';

/** The functions of a lab by topic: each class has those of one file. */
const parts = [
  TensorFunctions,
  ActivationAnalysis,
  CostAnalysis,
  TensorAnalysis,
  NeuronAnalysis,
  NetworkAnalysis,
  LanguageAnalysis,
] as const;

/** The public members of a part. */
type Members<Part> = Pick<Part, keyof Part>;

/** Returns the module instance of a lab. */
export let instance_of_lab: (lab: Lab) => ModuleInstance;

// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the constructor assigns the parts
export interface Lab
  extends
    Members<TensorFunctions>,
    Members<ActivationAnalysis>,
    Members<CostAnalysis>,
    Members<TensorAnalysis>,
    Members<NeuronAnalysis>,
    Members<NetworkAnalysis>,
    Members<LanguageAnalysis> {}

/** A running WebAssembly module and all functions that compute with it. Created by `load()`. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- see above
export class Lab {
  readonly #instance: ModuleInstance;
  readonly #source: WorkerSource;
  readonly #pools = new Set<Pool>();

  static {
    instance_of_lab = (lab) => lab.#instance;
  }

  /**
   * Methods are arrow functions, so that they can be destructured; they are not listed as
   * properties.
   *
   * @internal Use `load()`.
   */
  constructor(instance: ModuleInstance, source: WorkerSource) {
    this.#instance = expect_instance('Lab', instance, 'load()');
    this.#source = source;
    Object.assign(this, ...parts.map((Part) => new Part(instance)));
    for (const name of Reflect.ownKeys(this))
      Object.defineProperty(this, name, { enumerable: false });
    Object.freeze(Object.assign(this, not_posted));
  }

  /**
   * Returns the running build, the reasons against better ones, and the size of the WebAssembly
   * memory.
   */
  readonly info = (): LabInfo => {
    const { raw, variant, refused, build, sha256, memory, memory_limit } = this.#instance.running;
    const version = call<string>(raw, 'version');
    return {
      variant,
      version,
      build,
      sha256,
      heap_bytes: memory.buffer.byteLength,
      memory_limit,
      refused,
    };
  };

  /**
   * Implementation of the matrix products of this lab's networks, forward and backward: `tiles`
   * (the default) or, for comparison, `eigen`. Workers of pools always use `tiles`.
   */
  get backend(): Backend {
    return call(this.#instance.raw, 'eigen_products') ? 'eigen' : 'tiles';
  }

  /**
   * Replaces the implementation for all later computations. @throws FfnError `invalid_type` for an
   * unknown backend
   */
  set backend(backend: Backend) {
    if (backend !== 'tiles' && backend !== 'eigen')
      throw wrong_type('backend', backend, '"tiles" or "eigen"');
    call(this.#instance.raw, 'set_eigen_products', backend === 'eigen');
  }

  /** Creates a feed-forward network with given or random weights. Dispose of it when done. */
  readonly FeedForward = (options: FeedForwardOptions): FeedForward =>
    new FeedForward(this.#instance, options);
  /**
   * Creates a random number generator, `numpy.random.RandomState(seed)`. Dispose of it when done.
   */
  readonly RandomState = (seed = 0): RandomState => new RandomState(this.#instance, seed);
  /** Creates a layer norm. Dispose of it when done. */
  readonly LayerNorm = (options: LayerNormOptions): LayerNorm =>
    new LayerNorm(this.#instance, options);
  /**
   * Creates a multi-head self-attention layer with given or random weights. Dispose of it when
   * done.
   */
  readonly Attention = (options: AttentionOptions): Attention =>
    new Attention(this.#instance, options);
  /** Creates a Transformer block with given or random weights. Dispose of it when done. */
  readonly TransformerBlock = (options: TransformerBlockOptions): TransformerBlock =>
    new TransformerBlock(this.#instance, options);
  /**
   * Creates a stack of Transformer blocks with given or random weights. Dispose of it when done.
   */
  readonly BlockStack = (options: BlockStackOptions): BlockStack =>
    new BlockStack(this.#instance, options);
  /** Creates a language model of GPT-2's form with random weights. Dispose of it when done. */
  readonly LanguageModel = (options: LanguageModelOptions): LanguageModel =>
    new LanguageModel(this.#instance, options);
  /**
   * Opens a safetensors file of any size, or all files of one model; the address of an index stands
   * for its files. Reads only headers. Dispose of the checkpoint when done.
   * @throws FfnError (as a rejection) `invalid_file` with a reason; `read_failed`
   */
  readonly open_checkpoint = async (
    source: CheckpointSource | readonly CheckpointSource[],
    options: CheckpointOpenOptions = {},
  ): Promise<Checkpoint> => open_checkpoint(this.#instance, source, options);
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
  ): Promise<Tensor> => read_npy(this.#instance.raw, source, options);
  /**
   * Returns the bytes of a safetensors file. For any order of the tensors the reference writer
   * writes the same bytes.
   */
  readonly write_safetensors = (
    tensors: Readonly<Record<string, TensorLike>>,
    metadata: Readonly<Record<string, string>> = {},
    options: WriteOptions = {},
  ): OwnUint8Array => write_safetensors(this.#instance.raw, tensors, metadata, options);
  /** Generates a small data set from a seed. */
  readonly dataset = (options: ToyDataOptions): Dataset =>
    call(this.#instance.raw, 'toy_dataset', read_options(options, toy_data_options));
  /**
   * Parses a data set from CSV text: inputs in the first columns, targets or labels in the last.
   * @throws FfnError `invalid_argument` with line, column and value of an invalid cell
   */
  readonly dataset_from_csv = (text: string, options: CsvOptions = {}): Dataset =>
    dataset_from_csv(this.#instance.raw, text, options);
  /**
   * Returns all points of a regular grid, (points^d_in, d_in); the last coordinate varies fastest.
   */
  readonly grid = (options: GridOptions = {}): Tensor =>
    call(this.#instance.raw, 'grid', read_options(options, grid_options));
  /** Creates a network and trains it step by step on a data set. Dispose of it when done. */
  readonly TrainingRun = (options: TrainingRunOptions): TrainingRun =>
    new TrainingRun(this.#instance, options);
  /**
   * Creates one run for each activation, all with the same weights, batches and dropout masks.
   * Dispose of each when done.
   */
  readonly twin_runs = (
    options: TrainingRunOptions,
    activations: readonly ActivationKind[],
  ): TrainingRun[] => twin_runs(this.#instance, options, activations);
  /** Creates a language model and trains it step by step on sentences. Dispose of it when done. */
  readonly LanguageTraining = (options: LanguageTrainingOptions): LanguageTraining =>
    new LanguageTraining(this.#instance, options);
  /**
   * Creates workers that compute in parallel with this thread, see `Pool`. Resolves when they run.
   * @throws FfnError (as a rejection) `worker_failed` if no worker can be started, `out_of_memory`
   * if none can allocate the module's memory
   */
  readonly pool = async (options: PoolOptions = {}): Promise<Pool> => {
    const pool = new Pool(
      this.#instance,
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
  readonly dispose = (): void => {
    this.#instance.dispose();
    for (const pool of this.#pools) pool.dispose();
  };
  /** Calls `dispose()`, for `using`. */
  readonly [dispose_symbol] = (): void => this.dispose();
}
