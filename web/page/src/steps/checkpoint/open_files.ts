/** The open models of the checkpoint worker, a cache of one network and of its pass. */
import {
  FfnError,
  type ActivationKind,
  type Checkpoint,
  type FeedForward,
  type FeedForwardTable,
  type Lab,
  type Tensor,
  type WeightLayout,
} from 'ffn-lab';
import { make_turns } from '../../compute/handler.ts';
import type { Progress } from '../../compute/recipe.ts';
import { same_value } from '../../state/state.ts';
import * as inputs from './inputs.ts';
import { Intervals } from './intervals.ts';
import { missing_shards, type ModelFiles } from './model_files.ts';
import { make_sample, sample_name } from './sample.ts';
import type {
  FileSession,
  ModelSource,
  OfFile,
  OpenRequest,
  WithActivation,
} from './file_session.ts';

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

/**
 * A stack of a file and its tables, for each layout; the same twice if the file determines the
 * layout.
 */
function stack_of(checkpoint: Checkpoint, found: FeedForwardTable) {
  const table = (layout: WeightLayout) => {
    const own = found.ambiguous && found.layout !== layout;
    return (own && checkpoint.feed_forward_table({ stack: found.name, layout })) || found;
  };
  return {
    name: found.name,
    layout: found.layout,
    tables: { in_out: table('in_out'), out_in: table('out_in') },
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

/** Returns the files as blobs that count the bytes which their slices have, each byte once. */
function counted(blobs: readonly (Blob & { readonly name?: string })[]) {
  const sliced = blobs.map(() => new Intervals());
  const sources = blobs.map((blob, index) => ({
    name: blob.name,
    size: blob.size,
    slice(begin: number, end: number) {
      sliced[index]?.add(begin, end);
      return blob.slice(begin, end);
    },
  }));
  return { sources, bytes_read: () => sliced.reduce((sum, { length }) => sum + length, 0) };
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

export class OpenFiles implements FileSession {
  readonly #lab: Lab;
  /**
   * Several files stay open until the page uses one of them, because it may have cancelled opening
   * the last one.
   */
  readonly #files = new Map<number, OpenFile>();
  readonly #in_turn = make_turns();
  #network: { readonly of: object; readonly ffn: FeedForward } | undefined;
  #pass: { readonly of: object; readonly pass: inputs.Pass } | undefined;

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  async open({ id, source }: OpenRequest, { signal }: Pick<Progress, 'signal'>) {
    const sample = source === 'sample';
    const config = sample ? undefined : source.config;
    const index = sample ? undefined : usable_index(source);
    const blobs = sample ? [new Blob([make_sample(this.#lab)])] : source.weights;
    const { sources, bytes_read } = counted(blobs);
    const checkpoint = await this.#lab.open_checkpoint(sources, {
      ...(signal && { signal }),
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
   * Returns the file of a state and disposes of earlier files. @throws if a later file is in use
   */
  file({ file: { id } }: { readonly file: Pick<OfFile['file'], 'id'> }): OpenFile {
    const found = this.#files.get(id);
    if (found === undefined) throw new Error('another file has been opened');
    for (const other of this.#files.values()) {
      if (other.id >= id) continue;
      other.checkpoint.dispose();
      this.#files.delete(other.id);
    }
    return found;
  }

  /** Bytes that have been read of the file in use. */
  note(): number | undefined {
    return this.#files.values().next().value?.bytes_read();
  }

  checkpoint(state: OfFile): Promise<Checkpoint> {
    return Promise.resolve(this.file(state).checkpoint);
  }

  /** Reads a network unless it is the last one that was read. */
  with_network<Result>(
    state: OfFile & WithActivation,
    progress: Progress,
    use: (ffn: FeedForward) => Result | Promise<Result>,
  ): Promise<Result> {
    return this.#in_turn(async () => use(await this.#read(state, progress)));
  }

  /** Runs a pass, or takes the last one again. */
  with_pass<Result>(
    state: OfFile & inputs.PassState,
    progress: Progress,
    use: (pass: inputs.Pass) => Result,
  ): Promise<Result> {
    return this.#in_turn(async () =>
      use(await this.#run(state, await this.#read(state, progress))),
    );
  }

  /** Returns the input of a network, which the text that ran last may have left. */
  async input_of(state: OfFile & inputs.InputState): Promise<inputs.NetworkInput> {
    const { input, layer } = state;
    const { checkpoint, texts } = this.file(state);
    const x =
      input.kind === 'tokens'
        ? texts.find(({ of }) => same_value(of, text_of(input)))?.inputs[layer]
        : undefined;
    return x === undefined ? inputs.input_of(this.#lab, checkpoint, state) : { x };
  }

  keep_inputs(state: OfFile & Parameters<typeof text_of>[0]): (input: Tensor) => void {
    const file = this.file(state);
    const kept: Tensor[] = [];
    file.texts = [
      ...file.texts.filter(({ of }) => !same_value(of, text_of(state))),
      { of: text_of(state), inputs: kept },
    ].slice(-2);
    return (input) => void kept.push(input);
  }

  async #read(state: OfFile & WithActivation, { signal, report }: Progress): Promise<FeedForward> {
    const { id, checkpoint } = this.file(state);
    const { stack, layer, layout, activation } = state;
    const network = { id, stack, layer, layout };
    if (!same_value(this.#network?.of, network)) {
      signal?.throwIfAborted();
      // Before the next one is read: the memory may hold one network only.
      this.#network?.ffn.dispose();
      this.#network = this.#pass = undefined;
      const ffn = await inputs.read_network(checkpoint, state, {
        ...(signal && { signal }),
        on_progress: ({ bytes, of }) => report({ part: 'network', done: bytes, of }),
      });
      this.#network = { of: network, ffn };
    }
    const { ffn } = this.#network!;
    ffn.activation = activation;
    return ffn;
  }

  async #run(state: OfFile & inputs.PassState, ffn: FeedForward): Promise<inputs.Pass> {
    const of = { activation: state.activation, input: state.input };
    if (!same_value(this.#pass?.of, of)) {
      const given = await this.input_of(state);
      this.#pass = { of, pass: { ...given, ffn, trace: ffn.trace(given.x) } };
    }
    return this.#pass!.pass;
  }
}
