import { type ByteSource, read_exactly } from './byte_source.js';
import {
  block_options_of_file,
  type CheckpointBlockOptions,
  type CheckpointFeedForwardOptions,
  type CheckpointLanguageModelOptions,
  type CheckpointOpenOptions,
  type FeedForwardTableOptions,
  type FeedForwardTablesOptions,
  language_model_options,
  layout_option,
  network_options,
  open_options,
  type ReadOptions,
  signal_option,
  table_options,
  tensor_options,
  type TensorReadOptions,
} from './checkpoint_options.js';
import type {
  CheckpointBlockWeights,
  CheckpointModel,
  CheckpointTensor,
  FeedForwardTable,
} from './checkpoint_types.js';
import { open_files } from './opened_files.js';
import { type Piece, read_pieces } from './read_pieces.js';
import {
  call,
  type ModuleInstance,
  instance_of,
  expect_number,
  expect_string,
  FfnError,
  nested_tensors,
  Owned,
  raw_of,
  type RawFeedForward,
  type RawHandle,
  read_options,
  type Tensor,
} from '../edge/index.js';
import { FeedForward } from '../layers/feed_forward.js';
import { LanguageModel } from '../layers/language_model.js';
import { TransformerBlock } from '../layers/transformer_block.js';

// Throws if the memory is too small for the header.
const properties_of = (
  raw: RawHandle,
): Pick<Checkpoint, 'tensors' | 'metadata' | 'gpt2' | 'bert'> => ({
  tensors: call(raw, 'tensors'),
  metadata: Object.fromEntries(call<[string, string][]>(raw, 'metadata')),
  gpt2: call(raw, 'gpt2'),
  bert: call(raw, 'bert'),
});

/**
 * An open safetensors file. Opening reads only the header; each tensor is read on request, and only
 * its bytes. Created by `lab.open_checkpoint(source)`.
 */
export class Checkpoint extends Owned<RawHandle> {
  /** Descriptions of all tensors, in the order of the files and of their data. */
  declare readonly tensors: readonly CheckpointTensor[];
  /** Entries of `__metadata__` in the header, by key. */
  declare readonly metadata: Readonly<Record<string, string>>;
  /** Sizes of the model around the first stack with GPT-2's names, or undefined. */
  declare readonly gpt2: CheckpointModel | undefined;
  /**
   * Sizes of the model around the first stack with BERT's names, or undefined. Only its
   * feed-forward networks can be loaded.
   */
  declare readonly bert: CheckpointModel | undefined;
  readonly #sources: readonly ByteSource[];

  /** @internal Use `lab.open_checkpoint(source)`. */
  constructor(instance: ModuleInstance, raw: RawHandle, sources: readonly ByteSource[]) {
    super('Checkpoint', instance, () => raw, properties_of, 'lab.open_checkpoint(source)');
    this.#sources = sources;
  }

  #read_range({ file, begin, end }: Piece, signal: AbortSignal | undefined) {
    return read_exactly(this.#sources[file]!, begin, end, signal);
  }

  async #read(ranges: readonly Piece[], signal: AbortSignal | undefined): Promise<Uint8Array[]> {
    const parts: Uint8Array[] = [];
    await read_pieces(this.#sources, ranges, (_, bytes) => void parts.push(bytes), { signal });
    return parts;
  }

  /**
   * Reads a tensor, or some of its rows, as float32; other element types are rounded once if they
   * are not exactly representable. Of a quantized weight these are the stored numbers, without
   * their scales, which `feed_forward` applies.
   * @throws FfnError `invalid_argument` for an unknown name or rows out of range, `read_failed` if
   * the bytes cannot be read
   */
  async tensor(name: string, options: TensorReadOptions = {}): Promise<Tensor> {
    const { signal, rows } = read_options(options, tensor_options);
    const range = call<Piece>(raw_of(this), 'locate', expect_string('name', name), rows);
    const bytes = await this.#read_range(range, signal);
    return call(raw_of(this), 'decode', name, rows, bytes);
  }

  /**
   * Returns names, sizes and layouts of all stacks of feed-forward networks, sorted by name: encoder
   * and decoder, text and image model, the experts of a mixture. Empty if the file has no networks
   * with known names.
   */
  feed_forward_tables(options: FeedForwardTablesOptions = {}): readonly FeedForwardTable[] {
    return call(raw_of(this), 'feed_forward_tables', read_options(options, layout_option));
  }

  /**
   * Returns the table of one stack, or undefined if the file has no networks with known names.
   * @throws FfnError `invalid_argument` for an unknown stack, and for a layout that the file
   * contradicts
   */
  feed_forward_table(options: FeedForwardTableOptions = {}): FeedForwardTable | undefined {
    return call(raw_of(this), 'feed_forward_table', read_options(options, table_options));
  }

  /**
   * Reads the feed-forward network of a layer, by its number in the table of its stack. The
   * activation and the dropout placement default to the model's, dropout to 0. Besides the weights
   * only some pieces of 4 MiB are in memory. Dispose of the network when done.
   * @throws FfnError `invalid_argument` if nothing determines the activation, `invalid_file` if the
   * file contains no known model, lacks a tensor of the layer, or stores its weights in a way that
   * is not read, `out_of_memory`
   */
  async feed_forward(
    layer: number,
    options: CheckpointFeedForwardOptions = {},
  ): Promise<FeedForward> {
    const { signal, on_progress, ...given } = read_options(options, network_options);
    signal?.throwIfAborted();
    const make = () =>
      call<RawHandle>(raw_of(this), 'feed_forward_reader', expect_number('layer', layer), given);
    const reader = this.#with_size(given.stack, make);
    try {
      const pieces = call<Piece[]>(reader, 'pieces');
      const take = (at: number, bytes: Uint8Array) => {
        raw_of(this); // throws if the checkpoint or the lab has been disposed of
        call(reader, 'take', at, bytes);
      };
      await read_pieces(this.#sources, pieces, take, { signal, on_progress });
      return new FeedForward(instance_of(this), undefined, call<RawFeedForward>(reader, 'network'));
    } finally {
      reader.delete();
    }
  }

  /** Says how much memory a network needs if there is too little. */
  #with_size<Result>(stack: string | undefined, make: () => Result): Result {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof FfnError && error.code === 'out_of_memory')) throw error;
      const { weight_bytes } = this.feed_forward_table(stack === undefined ? {} : { stack })!;
      throw new FfnError(
        'out_of_memory',
        `the weights of one network of this stack take ${weight_bytes} bytes of memory as float32, and passes as many again; the WebAssembly memory cannot grow so far`,
        { cause: error },
      );
    }
  }

  /**
   * Reads all weights of a Transformer block of a GPT-2 file, in layout (out, in), with separate
   * query, key and value.
   * @throws FfnError `invalid_file` if the file contains no GPT-2 model or lacks a tensor of the
   * layer
   */
  async block_weights(layer: number, options: ReadOptions = {}): Promise<CheckpointBlockWeights> {
    const { signal } = read_options(options, signal_option);
    const parts = await this.#read(
      call(raw_of(this), 'block_ranges', expect_number('layer', layer)),
      signal,
    );
    return nested_tensors(call(raw_of(this), 'block_weights', layer, parts));
  }

  /**
   * Reads the Transformer block of a layer of a GPT-2 file: pre-norm, causal. Dispose of the block
   * when done.
   * @throws FfnError as block_weights, and `invalid_argument` if nothing determines the number of
   * heads or the activation
   */
  async block(layer: number, options: CheckpointBlockOptions = {}): Promise<TransformerBlock> {
    const { signal, ...given } = read_options(options, block_options_of_file);
    const { n_heads, activation } = given;
    const of_file = call<object>(raw_of(this), 'block_options', { n_heads, activation });
    const weights = await this.block_weights(layer, signal === undefined ? {} : { signal });
    return new TransformerBlock(instance_of(this), {
      ...given,
      ...of_file,
      norm: 'pre',
      weights,
    });
  }

  /**
   * Reads the whole language model of a GPT-2 file: embeddings, blocks, final norm, with the output
   * tied to the token embedding. Dispose of the model when done.
   * @throws FfnError `invalid_file` if the file contains no GPT-2 model or lacks a tensor,
   * `invalid_argument` if nothing determines the number of heads or the activation
   */
  async language_model(options: CheckpointLanguageModelOptions = {}): Promise<LanguageModel> {
    const { signal, ...given } = read_options(options, language_model_options);
    const parts = await this.#read(call(raw_of(this), 'language_model_ranges', given), signal);
    return new LanguageModel(
      instance_of(this),
      undefined,
      call<RawHandle>(raw_of(this), 'language_model', parts, given),
    );
  }
}

/** @internal `lab.open_checkpoint` */
export async function open_checkpoint(
  instance: ModuleInstance,
  from: unknown,
  options: CheckpointOpenOptions,
): Promise<Checkpoint> {
  const files = await open_files(instance, from, read_options(options, open_options));
  const { sources, headers, names, config, index } = files;
  const sizes = sources.map(({ size }) => size);
  return new Checkpoint(
    instance,
    call(instance.raw, 'make_checkpoint', headers, sizes, names, config, index),
    sources,
  );
}
