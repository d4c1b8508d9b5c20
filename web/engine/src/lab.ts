import { open_checkpoint, write_safetensors } from './checkpoint.js';
import type { Checkpoint } from './checkpoint.js';
import type { CheckpointSource, ReadOptions, WriteOptions } from './checkpoint_types.js';
import { FfnError } from './errors.js';
import { FeedForward } from './feed_forward.js';
import { dispose_symbol } from './owned.js';
import { RandomState } from './random_state.js';
import type { RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import type {
  ActivationCurve,
  ActivationKind,
  ActivationLandmarks,
  FeedForwardCost,
  FeedForwardOptions,
  FeedForwardSizes,
  LabInfo,
  LargestDifference,
  Summary,
  Tensor,
} from './types.js';
import { expect_boolean, expect_number, expect_numbers, expect_object, expect_string, expect_tensor } from './validate.js';
import type { VariantChoice } from './variant.js';

/** One running WebAssembly module and everything that can be computed with it. Made by `load()`. */
export class Lab {
  #module: RawModule | undefined;
  readonly #choice: VariantChoice;
  readonly #memory: WebAssembly.Memory | undefined;
  readonly #lifetime = { disposed: false };

  /** @internal Use `load()`. */
  constructor(module: RawModule, choice: VariantChoice, memory: WebAssembly.Memory | undefined) {
    this.#module = module;
    this.#choice = choice;
    this.#memory = memory;
  }

  get #raw(): RawModule {
    if (this.#module === undefined) throw new FfnError('disposed', 'this lab has been disposed');
    return this.#module;
  }

  /** Which build runs here, why not a better one, and how much memory it holds. */
  info(): LabInfo {
    const version = this.#raw.version();
    return { ...this.#choice, version, heap_bytes: this.#memory?.buffer.byteLength ?? 0 };
  }

  /** Value and derivative of an activation at each point. Plain numbers are rounded to float32 first. */
  activation(kind: ActivationKind, x: Float32Array | readonly number[]): ActivationCurve {
    return value_of(this.#raw.activation(expect_string('kind', kind), expect_numbers('x', x)));
  }

  /** Minimum of a smooth activation and the extrema of its derivative, on [−10, 10]. */
  activation_landmarks(kind: ActivationKind): ActivationLandmarks {
    return value_of(this.#raw.activation_landmarks(expect_string('kind', kind)));
  }

  /** Where two activations, and their derivatives, differ most on [−10, 10]. */
  largest_difference(a: ActivationKind, b: ActivationKind): LargestDifference {
    return value_of(this.#raw.largest_difference(expect_string('a', a), expect_string('b', b)));
  }

  /** A feed-forward network with given or with random weights. Dispose of it when done. */
  FeedForward(options: FeedForwardOptions): FeedForward {
    return new FeedForward(this.#raw, this.#lifetime, options);
  }

  /**
   * Opens a safetensors file of any size: only its header is read now, tensors when they are asked for. Dispose of it when done.
   * @throws FfnError `invalid_file` with a reason for every file that is not exactly what the format says; `read_failed`
   */
  async open_checkpoint(source: CheckpointSource, options: ReadOptions = {}): Promise<Checkpoint> {
    return open_checkpoint(this.#raw, this.#lifetime, source, options);
  }

  /** The bytes of a safetensors file, the same as the reference writer's, whatever the order of the tensors. */
  write_safetensors(
    tensors: Readonly<Record<string, Tensor>>,
    metadata: Readonly<Record<string, string>> = {},
    options: WriteOptions = {},
  ): Uint8Array<ArrayBuffer> {
    return write_safetensors(this.#raw, tensors, metadata, options);
  }

  /** Parameters and operations of a network of these sizes, without making one. */
  feed_forward_cost(options: Pick<FeedForwardSizes, 'd_model' | 'd_ff' | 'bias' | 'gated'>): FeedForwardCost {
    const { d_model, d_ff, bias, gated } = expect_object('options', options) as FeedForwardSizes;
    const width = d_ff === undefined ? undefined : expect_number('d_ff', d_ff);
    const flags = [expect_boolean('bias', bias ?? true), expect_boolean('gated', gated ?? false)] as const;
    return value_of(this.#raw.feed_forward_cost(expect_number('d_model', d_model), width, ...flags));
  }

  /** A random generator, `numpy.random.RandomState(seed)`. Dispose of it when done. */
  RandomState(seed = 0): RandomState {
    return new RandomState(this.#raw, this.#lifetime, seed);
  }

  /** Mean, standard deviation, extremes and share of negatives of all elements. */
  summarize(tensor: Tensor): Summary {
    return value_of(this.#raw.summarize(expect_tensor('tensor', tensor)));
  }

  /** Mean of |a − b| over all elements; both must have the same number of them. */
  mean_absolute_difference(a: Tensor, b: Tensor): number {
    return value_of(this.#raw.mean_absolute_difference(expect_tensor('a', a), expect_tensor('b', b)));
  }

  /** Lets go of the module: every object made from this lab is unusable afterwards, and the memory can be collected. */
  dispose(): void {
    this.#lifetime.disposed = true;
    this.#module = undefined;
  }

  [dispose_symbol](): void {
    this.dispose();
  }
}
