/** The open models of the checkpoint worker, a cache of one network and of its pass. */
import {
  FfnError,
  type ActivationKind,
  type Checkpoint,
  type CheckpointFeedForwardOptions,
  type FeedForward,
  type FeedForwardTable,
  type Lab,
  type Tensor,
  type WeightLayout,
} from 'ffn-lab';
import { same_value } from '../../numbers/recipe.ts';
import * as recipes from './file_recipe.ts';
import * as input_recipes from './input_recipe.ts';
import { missing_shards, type ModelFiles } from './model_files.ts';
import { make_sample, sample_name } from './sample.ts';

export type ModelSource = ModelFiles | 'sample';

export interface OpenRequest {
  /**
   * Larger than every earlier id, also after a restart of the worker, so that replies about
   * different files cannot be confused.
   */
  readonly id: number;
  readonly source: ModelSource;
}

export interface OpenFile {
  readonly id: number;
  readonly checkpoint: Checkpoint;
  readonly bytes_read: () => number;
  /**
   * The shown text and the one that runs, each with the inputs of the networks, by layer, up to the
   * last block that has run.
   */
  texts: readonly { readonly of: object; readonly inputs: Tensor[] }[];
}

/** How a network is read: `signal` cancels, `on_progress` is told the bytes. */
export type Reading = Pick<CheckpointFeedForwardOptions, 'signal' | 'on_progress'>;

/**
 * A stack of a file and its sizes, for each layout; the same twice if the file determines the
 * layout.
 */
function stack_of(checkpoint: Checkpoint, found: FeedForwardTable) {
  const model = (layout: WeightLayout) => {
    const own = found.ambiguous && found.layout !== layout;
    const given = { stack: found.name, layout };
    const table = (own ? checkpoint.feed_forward_table(given) : undefined) ?? found;
    return {
      table,
      header: recipes.header(checkpoint, { stack: found.name, layout: table.layout }),
    };
  };
  return {
    name: found.name,
    layout: found.layout,
    models: { in_out: model('in_out'), out_in: model('out_in') },
  };
}

/** Returns the engine’s error about a file without networks: an adapter, packed weights. */
async function refusal_of(checkpoint: Checkpoint): Promise<FfnError> {
  const { tensors } = checkpoint;
  const names = tensors.slice(0, 5).map(({ name }) => name);
  const unknown = new FfnError('invalid_file', `${tensors.length} tensors: ${names.join(', ')}`, {
    reason: 'no_network',
  });
  return checkpoint.feed_forward(0).then(
    () => unknown,
    (error: unknown) =>
      error instanceof FfnError && error.reason === 'quantized' ? error : unknown,
  );
}

/** Throws an error for a checkpoint without a known network, which is closed. */
async function tables_of(checkpoint: Checkpoint): Promise<readonly FeedForwardTable[]> {
  const tables = checkpoint.feed_forward_tables();
  if (tables.length > 0) return tables;
  const error = await refusal_of(checkpoint);
  checkpoint.dispose();
  throw error;
}

/** Returns the files as blobs whose slices are counted. */
function counted(blobs: readonly (Blob & { readonly name?: string })[]) {
  let bytes_read = 0;
  const sources = blobs.map((blob) => ({
    name: blob.name,
    size: blob.size,
    slice(begin: number, end: number) {
      bytes_read += end - begin;
      return blob.slice(begin, end);
    },
  }));
  return { sources, bytes_read: () => bytes_read };
}

/** Returns the tokens and the activation, on which the inputs of the networks depend. */
export const text_of = ({
  ids,
  activation,
}: {
  readonly ids: readonly number[];
  readonly activation?: ActivationKind | undefined;
}) => ({ ids, activation });

/** The index, which needs all of its shards; a model with missing ones opens without it. */
const usable_index = ({ weights, shards = [], index }: ModelFiles) =>
  weights.length === shards.length ? index : undefined;

/** Facts about the files of a model; the sample has none. */
function names_of(source: ModelSource) {
  if (source === 'sample') return { name: sample_name, files: [sample_name], missing: [] };
  const files = source.weights.map(({ name }) => name);
  return {
    name: files[0] ?? '',
    files,
    missing: missing_shards(source),
    index: usable_index(source)?.name,
    config: source.config?.name,
  };
}

export class OpenFiles {
  readonly #lab: Lab;
  /**
   * Several files stay open until the page uses one of them, because it may have cancelled opening
   * the last one.
   */
  readonly #files = new Map<number, OpenFile>();
  #network: { readonly of: object; readonly ffn: FeedForward } | undefined;
  #pass: { readonly of: object; readonly pass: input_recipes.Pass } | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  async open({ id, source }: OpenRequest, signal: AbortSignal) {
    const sample = source === 'sample';
    const config = sample ? undefined : source.config;
    const index = sample ? undefined : usable_index(source);
    const blobs = sample ? [new Blob([make_sample(this.#lab)])] : source.weights;
    const { sources, bytes_read } = counted(blobs);
    const checkpoint = await this.#lab.open_checkpoint(sources, {
      signal,
      ...(config && { config }),
      ...(index && { index }),
    });
    const tables = await tables_of(checkpoint);
    this.#files.set(id, { id, checkpoint, bytes_read, texts: [] });
    return {
      id,
      sample,
      ...names_of(source),
      byte_length: blobs.reduce((sum, { size }) => sum + size, 0),
      bytes_read: bytes_read(),
      dtypes: Array.from(new Set(checkpoint.tensors.map(({ dtype }) => dtype))),
      stacks: tables.map((table) => stack_of(checkpoint, table)),
    };
  }

  /**
   * Returns the file with an id and disposes of earlier files. @throws if a later file is in use
   */
  file(id: number): OpenFile {
    const found = this.#files.get(id);
    if (found === undefined) throw new Error('another file has been opened');
    for (const other of this.#files.values()) {
      if (other.id >= id) continue;
      other.checkpoint.dispose();
      this.#files.delete(other.id);
    }
    return found;
  }

  /** Calls run one after the other, because they share a network. */
  #next<Result>(act: () => Promise<Result>): Promise<Result> {
    const next = this.#turn.then(act, act);
    this.#turn = next;
    return next;
  }

  /** Reads a network unless it is the last one that was read, and calls `use` with it. */
  with_network<Result>(
    file: OpenFile,
    state: Omit<input_recipes.PassState, 'input'>,
    reading: Reading,
    use: (ffn: FeedForward) => Result | Promise<Result>,
  ): Promise<Result> {
    return this.#next(async () => use(await this.#read(file, state, reading)));
  }

  /** Runs a pass, or takes the last one again, and calls `use` with it. */
  with_pass<Result>(
    file: OpenFile,
    state: input_recipes.PassState,
    reading: Reading,
    use: (pass: input_recipes.Pass) => Result,
  ): Promise<Result> {
    return this.#next(async () => {
      const ffn = await this.#read(file, state, reading);
      return use(await this.#run(file, state, ffn));
    });
  }

  async #read(
    { id, checkpoint }: OpenFile,
    state: Omit<input_recipes.PassState, 'input'>,
    reading: Reading,
  ): Promise<FeedForward> {
    const { stack, layer, layout, activation } = state;
    const network = { id, stack, layer, layout };
    if (!same_value(this.#network?.of, network)) {
      reading.signal?.throwIfAborted();
      // Before the next one is read: the memory may hold one network only.
      this.#network?.ffn.dispose();
      this.#network = this.#pass = undefined;
      const ffn = await input_recipes.read_network(checkpoint, state, reading);
      this.#network = { of: network, ffn };
    }
    const { ffn } = this.#network!;
    ffn.activation = activation;
    return ffn;
  }

  /** Returns the input of a network, which the text that ran last may have left. */
  input_of(
    { checkpoint, texts }: OpenFile,
    state: input_recipes.InputState,
  ): input_recipes.NetworkInput | Promise<input_recipes.NetworkInput> {
    const { input, layer } = state;
    const x =
      input.kind === 'tokens'
        ? texts.find(({ of }) => same_value(of, text_of(input)))?.inputs[layer]
        : undefined;
    return x === undefined ? input_recipes.input_of(this.#lab, checkpoint, state) : { x };
  }

  async #run(file: OpenFile, state: input_recipes.PassState, ffn: FeedForward) {
    const of = { activation: state.activation, input: state.input };
    if (!same_value(this.#pass?.of, of)) {
      const given = await this.input_of(file, state);
      this.#pass = { of, pass: { ...given, ffn, trace: ffn.trace(given.x) } };
    }
    return this.#pass!.pass;
  }
}
