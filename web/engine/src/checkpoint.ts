import { open_source, read_exactly } from './byte_source.js';
import type { ByteSource } from './byte_source.js';
import type {
  CheckpointBlockOptions,
  CheckpointBlockWeights,
  CheckpointFeedForwardOptions,
  CheckpointModel,
  CheckpointTensor,
  FeedForwardTable,
  FeedForwardTableOptions,
  ReadOptions,
  TensorReadOptions,
  WriteOptions,
} from './checkpoint_types.js';
import { behaviour, behaviour_names, FeedForward } from './feed_forward.js';
import type { Core } from './core.js';
import { core_of, Owned, raw_of } from './owned.js';
import type { RawCheckpoint, RawRange } from './raw_checkpoint.js';
import type { RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import { TransformerBlock } from './transformer_block.js';
import type { FeedForwardBehaviour, Tensor } from './types.js';
import { expect_entries, expect_list, expect_number, expect_options, expect_signal } from './validate.js';
import { expect_string, expect_tensor, expect_text, optional, wrong_type } from './validate.js';

const length_bytes = 8;

const block_names = [
  'n_heads',
  'activation',
  'shortcuts',
  'causal',
  'dropout',
  'attention_dropout',
  'feed_forward_dropout',
] as const satisfies (keyof CheckpointBlockOptions)[];

/** @internal */
export function check_signal(signal: unknown): void {
  if (signal !== undefined) expect_signal(signal);
}

function expect_rows(rows: unknown): readonly [number, number] | undefined {
  if (rows === undefined) return undefined;
  const list = expect_list('rows', rows, 'an array of two numbers');
  if (list.length !== 2) throw wrong_type('rows', rows, 'an array of two numbers');
  return [expect_number('rows', list[0]), expect_number('rows', list[1])];
}

/**
 * An open safetensors file. Opening reads only the header; each tensor is read on request, and only its bytes. Created by
 * `lab.open_checkpoint(source)`.
 */
export class Checkpoint extends Owned<RawCheckpoint> {
  /** Descriptions of all tensors, in the order of their data. */
  readonly tensors: readonly CheckpointTensor[];
  /** Entries of `__metadata__` in the header, by key. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Sizes of the GPT-2 model in the file, or undefined. */
  readonly gpt2: CheckpointModel | undefined;
  /** Sizes of the BERT model in the file, or undefined. Only its feed-forward networks can be loaded. */
  readonly bert: CheckpointModel | undefined;
  readonly #source: ByteSource;

  /** @internal Use `lab.open_checkpoint(source)`. */
  constructor(core: Core, raw: RawCheckpoint, source: ByteSource) {
    super('Checkpoint', core, () => raw, 'lab.open_checkpoint(source)');
    this.#source = source;
    try {
      this.tensors = value_of(raw.tensors());
      this.metadata = Object.fromEntries(value_of(raw.metadata()));
      this.gpt2 = value_of(raw.gpt2());
      this.bert = value_of(raw.bert());
    } catch (error) {
      this.dispose(); // a header too long for the memory: the caller never gets the object and cannot dispose of it
      throw error;
    }
    Object.freeze(this);
  }

  #read(ranges: readonly RawRange[], signal: AbortSignal | undefined): Promise<Uint8Array[]> {
    return Promise.all(ranges.map(({ begin, end }) => read_exactly(this.#source, begin, end, signal)));
  }

  /**
   * Reads a tensor, or some of its rows, as float32; other element types are rounded once if they are not exactly representable.
   * @throws FfnError `invalid_argument` for an unknown name or rows out of range, `read_failed` if the bytes cannot be read
   */
  async tensor(name: string, options: TensorReadOptions = {}): Promise<Tensor> {
    const { signal, rows: some } = expect_options('options', options, ['signal', 'rows']);
    check_signal(signal);
    const rows = expect_rows(some);
    const range = value_of(raw_of(this).locate(expect_string('name', name), rows));
    const bytes = await read_exactly(this.#source, range.begin, range.end, signal);
    return value_of(raw_of(this).decode(name, rows, bytes));
  }

  /**
   * Returns names, sizes and layout of the file's feed-forward networks, or undefined if it has none with known names.
   * @throws FfnError `invalid_argument` for a layout that the file contradicts
   */
  feed_forward_table(options: FeedForwardTableOptions = {}): FeedForwardTable | undefined {
    const { layout } = expect_options('options', options, ['layout']);
    return value_of(raw_of(this).feed_forward_table(optional(expect_string, 'layout', layout)));
  }

  /**
   * Reads the feed-forward network of a layer, by its number in `feed_forward_table()`. Activation and dropout placement default to those of
   * the model, dropout to 0. Dispose of the network when done.
   * @throws FfnError `invalid_file` if the file contains no known model or lacks a tensor of the layer
   */
  async feed_forward(layer: number, options: CheckpointFeedForwardOptions = {}): Promise<FeedForward> {
    const { signal, ...given } = expect_options('options', options, ['signal', 'layout', ...behaviour_names]);
    check_signal(signal);
    const layout = optional(expect_string, 'layout', given.layout);
    const ranges = value_of(raw_of(this).feed_forward_ranges(expect_number('layer', layer), layout));
    const own: FeedForwardBehaviour = value_of(raw_of(this).feed_forward_table(layout)) ?? {};
    const { activation = own.activation ?? 'gelu', dropout = 0, dropout_placement = own.dropout_placement ?? 'hidden' } = given;
    const wanted = behaviour({ activation, dropout, dropout_placement });
    const parts = await this.#read(ranges, signal);
    const raw = value_of(raw_of(this).feed_forward(layer, layout, parts, wanted));
    return new FeedForward(core_of(this), { d_model: raw.d_model, activation: wanted.activation }, raw);
  }

  /**
   * Reads all weights of a Transformer block of a GPT-2 file, in layout (out, in), with separate query, key and value.
   * @throws FfnError `invalid_file` if the file contains no GPT-2 model or lacks a tensor of the layer
   */
  async block_weights(layer: number, options: ReadOptions = {}): Promise<CheckpointBlockWeights> {
    const { signal } = expect_options('options', options, ['signal']);
    check_signal(signal);
    const ranges = value_of(raw_of(this).block_ranges(expect_number('layer', layer)));
    const parts = await this.#read(ranges, signal);
    return value_of(raw_of(this).block_weights(layer, parts));
  }

  /**
   * Reads the Transformer block of a layer of a GPT-2 file: pre-norm, causal, with GPT-2's activation. The number of heads defaults to
   * d_model / 64, as in all published GPT-2 models. Dispose of the block when done.
   * @throws FfnError as block_weights, and `invalid_argument` if n_heads is not given and d_model is not a multiple of 64
   */
  async block(layer: number, options: CheckpointBlockOptions = {}): Promise<TransformerBlock> {
    const { signal, ...given } = expect_options('options', options, ['signal', ...block_names]);
    check_signal(signal);
    const weights = await this.block_weights(layer, signal === undefined ? {} : { signal });
    const { n_heads = value_of(raw_of(this).default_heads()), activation = this.gpt2?.activation ?? 'gelu_tanh' } = given;
    return new TransformerBlock(core_of(this), { ...given, n_heads, activation, norm: 'pre', weights });
  }
}

/** @internal `lab.open_checkpoint` */
export async function open_checkpoint(core: Core, from: unknown, options: ReadOptions): Promise<Checkpoint> {
  const { signal } = expect_options('options', options, ['signal']);
  check_signal(signal);
  const source = await open_source(from, length_bytes, signal);
  const first = await read_exactly(source, 0, source.size < length_bytes ? source.size : length_bytes, signal);
  const length = value_of(core.raw.checkpoint_header_length(first, source.size));
  const header = await read_exactly(source, length_bytes, length_bytes + length, signal);
  return new Checkpoint(core, value_of(core.raw.make_checkpoint(header, source.size)), source);
}

/** @internal `lab.write_safetensors` */
export function write_safetensors(module: RawModule, tensors: unknown, metadata: unknown, options: WriteOptions): Uint8Array<ArrayBuffer> {
  const items = expect_entries('tensors', tensors).map(([name, tensor]) => ({
    name: expect_text('name', name),
    tensor: expect_tensor(name, tensor),
  }));
  const entries = expect_entries('metadata', metadata).map(
    ([key, value]) => [expect_text('metadata', key), expect_text(`metadata ${key}`, value)] as const,
  );
  const { dtype } = expect_options('options', options, ['dtype']);
  return value_of(module.write_safetensors(items, entries, expect_string('dtype', dtype, 'F32')));
}
