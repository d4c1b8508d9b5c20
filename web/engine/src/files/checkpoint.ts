import { type ByteSource, open_source, read_exactly } from './byte_source.js';
import type {
  CheckpointBlockWeights,
  CheckpointModel,
  CheckpointTensor,
  FeedForwardTable,
} from './checkpoint_types.js';
import { FeedForward } from '../layers/feed_forward.js';
import {
  type ActivationKind,
  type Core,
  type DropoutPlacement,
  core_of,
  expect_list,
  expect_name,
  expect_number,
  expect_signal,
  expect_string,
  nested_tensors,
  option,
  type OptionsOf,
  Owned,
  type Range,
  raw_of,
  type RawFeedForward,
  type RawHandle,
  read_options,
  type Tensor,
  call,
  type WeightLayout,
  wrong_type,
} from '../edge/index.js';
import { LanguageModel } from '../layers/language_model.js';
import { behaviour_options, block_options } from '../layers/network_options.js';
import { TransformerBlock, type TransformerBlockOptions } from '../layers/transformer_block.js';

/** Number of bytes that determine the length of the header. */
const length_bytes = 8;

export const signal_option = {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal: option((_, value) => expect_signal(value)),
};

/** Options of every function that reads from a file. */
export interface ReadOptions extends OptionsOf<typeof signal_option> {}

function expect_rows(argument: string, value: unknown): readonly [first: number, count: number] {
  const list = expect_list(argument, value, 'an array of two numbers');
  if (list.length !== 2) throw wrong_type(argument, value, 'an array of two numbers');
  return [expect_number(argument, list[0]), expect_number(argument, list[1])];
}

const tensor_options = {
  ...signal_option,
  /** First row and number of rows of the first dimension to read; default: all rows. */
  rows: option(expect_rows),
};

/** Options of `Checkpoint.tensor`. */
export interface TensorReadOptions extends OptionsOf<typeof tensor_options> {}

const table_options = {
  /**
   * Layout of the weights where the file leaves it open; an error if the biases determine another
   * one.
   */
  layout: option(expect_name<WeightLayout>),
};

/** Options of `Checkpoint.feed_forward_table`. */
export interface FeedForwardTableOptions extends OptionsOf<typeof table_options> {}

const model_activation = {
  /** Activation of the feed-forward network; default: the model's. */
  activation: option(expect_name<ActivationKind>),
};

const own_network_options = {
  ...signal_option,
  ...table_options,
  ...model_activation,
  /** Tensor on which dropout acts; default: the model's. */
  dropout_placement: option(expect_name<DropoutPlacement>),
};

const network_options = { ...behaviour_options, ...own_network_options };

/** Options of a network from a file. */
export interface CheckpointFeedForwardOptions extends OptionsOf<
  typeof own_network_options & Pick<typeof behaviour_options, 'dropout'>
> {}

const own_block_options = {
  ...signal_option,
  ...model_activation,
  /** Number of attention heads; default: d_model / 64, as in all published GPT-2 models. */
  n_heads: option(expect_number),
};

const read_block_options = { ...block_options, ...own_block_options };

/** Options of a block from a file. */
export interface CheckpointBlockOptions extends OptionsOf<
  typeof own_block_options & Omit<typeof block_options, 'activation' | 'n_heads'>
> {}

/** The file's metadata determine the defaults. */
const language_model_options = {
  ...signal_option,
  /**
   * Number of attention heads; default: `n_head` of the metadata, otherwise d_model / 64, as in all
   * published GPT-2 models.
   */
  n_heads: option(expect_number),
  /** Activation; default: `activation_function` of the metadata, otherwise GPT-2's `gelu_tanh`. */
  activation: option(expect_name<ActivationKind>),
};

/** Options of `Checkpoint.language_model`. */
export interface CheckpointLanguageModelOptions extends OptionsOf<
  typeof language_model_options & typeof signal_option
> {}

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
  /** Descriptions of all tensors, in the order of their data. */
  declare readonly tensors: readonly CheckpointTensor[];
  /** Entries of `__metadata__` in the header, by key. */
  declare readonly metadata: Readonly<Record<string, string>>;
  /** Sizes of the GPT-2 model in the file, or undefined. */
  declare readonly gpt2: CheckpointModel | undefined;
  /**
   * Sizes of the BERT model in the file, or undefined. Only its feed-forward networks can be
   * loaded.
   */
  declare readonly bert: CheckpointModel | undefined;
  readonly #source: ByteSource;

  /** @internal Use `lab.open_checkpoint(source)`. */
  constructor(core: Core, raw: RawHandle, source: ByteSource) {
    super('Checkpoint', core, () => raw, properties_of, 'lab.open_checkpoint(source)');
    this.#source = source;
  }

  #read(ranges: readonly Range[], signal: AbortSignal | undefined): Promise<Uint8Array[]> {
    return Promise.all(
      ranges.map(({ begin, end }) => read_exactly(this.#source, begin, end, signal)),
    );
  }

  /**
   * Reads a tensor, or some of its rows, as float32; other element types are rounded once if they
   * are not exactly representable.
   * @throws FfnError `invalid_argument` for an unknown name or rows out of range, `read_failed` if
   * the bytes cannot be read
   */
  async tensor(name: string, options: TensorReadOptions = {}): Promise<Tensor> {
    const { signal, rows } = read_options(options, tensor_options);
    const range = call<Range>(raw_of(this), 'locate', expect_string('name', name), rows);
    const bytes = await read_exactly(this.#source, range.begin, range.end, signal);
    return call(raw_of(this), 'decode', name, rows, bytes);
  }

  /**
   * Returns names, sizes and layout of the file's feed-forward networks, or undefined if it has
   * none with known names.
   * @throws FfnError `invalid_argument` for a layout that the file contradicts
   */
  feed_forward_table(options: FeedForwardTableOptions = {}): FeedForwardTable | undefined {
    const { layout } = read_options(options, table_options);
    return call(raw_of(this), 'feed_forward_table', layout);
  }

  /**
   * Reads the feed-forward network of a layer, by its number in `feed_forward_table()`. Activation
   * and dropout placement default to the model's, dropout to 0. Dispose of the network when done.
   * @throws FfnError `invalid_file` if the file contains no known model or lacks a tensor of the
   * layer
   */
  async feed_forward(
    layer: number,
    options: CheckpointFeedForwardOptions = {},
  ): Promise<FeedForward> {
    const { signal, layout, ...given } = read_options(options, network_options);
    const parts = await this.#read(
      call(raw_of(this), 'feed_forward_ranges', expect_number('layer', layer), layout),
      signal,
    );
    const raw = call<RawFeedForward>(raw_of(this), 'feed_forward', layer, layout, parts, given);
    return new FeedForward(core_of(this), undefined, raw);
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
   * Reads the Transformer block of a layer of a GPT-2 file: pre-norm, causal, with GPT-2's
   * activation. The number of heads defaults to d_model / 64, as in all published GPT-2 models.
   * Dispose of the block when done.
   * @throws FfnError as block_weights, and `invalid_argument` if n_heads is not given and d_model
   * is not a multiple of 64
   */
  async block(layer: number, options: CheckpointBlockOptions = {}): Promise<TransformerBlock> {
    const { signal, ...given } = read_options(options, read_block_options);
    const weights = await this.block_weights(layer, signal === undefined ? {} : { signal });
    const {
      n_heads = call<number>(raw_of(this), 'default_heads'),
      activation = this.gpt2?.activation,
    } = given;
    return new TransformerBlock(core_of(this), {
      ...given,
      n_heads,
      activation,
      norm: 'pre',
      weights,
    } as TransformerBlockOptions);
  }

  /**
   * Reads the whole language model of a GPT-2 file: embeddings, blocks, final norm, with the output
   * tied to the token embedding. Dispose of the model when done.
   * @throws FfnError `invalid_file` if the file contains no GPT-2 model or lacks a tensor,
   * `invalid_argument` if the number of heads is neither given nor known
   */
  async language_model(options: CheckpointLanguageModelOptions = {}): Promise<LanguageModel> {
    const { signal, ...given } = read_options(options, language_model_options);
    const parts = await this.#read(call(raw_of(this), 'language_model_ranges', given), signal);
    return new LanguageModel(
      core_of(this),
      undefined,
      call<RawHandle>(raw_of(this), 'language_model', parts, given),
    );
  }
}

/** @internal `lab.open_checkpoint` */
export async function open_checkpoint(
  core: Core,
  from: unknown,
  options: ReadOptions,
): Promise<Checkpoint> {
  const { signal } = read_options(options, signal_option);
  const source = await open_source(from, length_bytes, signal);
  const first = await read_exactly(
    source,
    0,
    source.size < length_bytes ? source.size : length_bytes,
    signal,
  );
  const length = call<number>(core.raw, 'checkpoint_header_length', first, source.size);
  const header = await read_exactly(source, length_bytes, length_bytes + length, signal);
  return new Checkpoint(core, call(core.raw, 'make_checkpoint', header, source.size), source);
}
