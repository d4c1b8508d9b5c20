/** The files open in the worker, the number of bytes read from them, and a cache of one network and its pass. */
import type { Checkpoint, CheckpointDtype, FeedForward, FeedForwardTable, Lab, Tensor, WeightLayout } from 'ffn-lab';
import { FfnError } from 'ffn-lab';
import { header } from './layer_recipe.ts';
import { input_of, read_network } from './pass.ts';
import type { NetworkInput, Pass, PassState } from './pass.ts';
import { make_sample, sample_name } from './sample.ts';

export interface OpenRequest {
  /** Larger than every earlier id, also after a restart of the worker, so that replies about different files cannot be confused. */
  readonly id: number;
  readonly source: File | 'sample';
}

/** Why a file was rejected; the previous file, if any, is still open. */
export interface OpenError {
  readonly code: string;
  /** The engine's reason, or `no_network` for a checkpoint without a known feed-forward network. */
  readonly reason: string | undefined;
  readonly message: string;
}

/** The networks of a file in one layout. */
interface Model {
  readonly table: FeedForwardTable;
  readonly header: ReturnType<typeof header>;
}

export interface OpenedFacts {
  /** Identifies the file in later calls. */
  readonly id: number;
  readonly sample: boolean;
  readonly name: string;
  readonly byte_length: number;
  readonly dtypes: readonly CheckpointDtype[];
  /** The layout found in the file, or that of its family. */
  readonly layout: WeightLayout;
  /** The networks for each layout; the same ones twice if the file determines the layout. */
  readonly models: Readonly<Record<WeightLayout, Model>>;
  readonly bytes_read: number;
}

/** A request about one network of a file. */
export interface PassRequest<State = PassState> {
  readonly opened: number;
  /** Different inputs have different keys. */
  readonly input_key: string;
  readonly state: State;
}

/** An open file, for every handler that reads from it. */
export interface OpenFile {
  readonly id: number;
  readonly checkpoint: Checkpoint;
  readonly bytes_read: () => number;
  /** Inputs of the networks for the last texts, by layer, up to the last block that has run; by `text_key`. */
  readonly texts: Map<string, Tensor[]>;
}

export const text_key = (ids: readonly number[]): string => ids.join(' ');

/** Wraps a file and counts the bytes that are read from it. */
function counted(file: Blob) {
  let bytes = 0;
  const slice = (begin: number, end: number) => {
    bytes += end - begin;
    return file.slice(begin, end);
  };
  return { source: { size: file.size, slice }, bytes_read: () => bytes };
}

function models_of(checkpoint: Checkpoint, found: FeedForwardTable): OpenedFacts['models'] {
  const model = (layout: WeightLayout): Model => {
    const table = (found.ambiguous ? checkpoint.feed_forward_table({ layout }) : undefined) ?? found;
    return { table, header: header(checkpoint, table) };
  };
  return { in_out: model('in_out'), out_in: model('out_in') };
}

/** Throws an error for a checkpoint without a known network, with the names of its first tensors. */
function networks_of(checkpoint: Checkpoint): FeedForwardTable {
  const table = checkpoint.feed_forward_table();
  if (table !== undefined) return table;
  const { tensors } = checkpoint;
  const names = tensors.slice(0, 5).map(({ name }) => name);
  checkpoint.dispose();
  throw new FfnError('invalid_file', `${tensors.length} tensors: ${names.join(', ')}`, { reason: 'no_network' });
}

export class OpenFiles {
  readonly #lab: Lab;
  /** Several files stay open until the page uses one of them, because it may have cancelled opening the last one. */
  readonly #files = new Map<number, OpenFile>();
  #network: { readonly key: string; readonly network: Promise<FeedForward> } | undefined;
  #pass: { readonly key: string; readonly pass: Omit<Pass, 'ffn'> } | undefined;

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  async open({ id, source }: OpenRequest, signal: AbortSignal): Promise<{ readonly opened: OpenedFacts } | { readonly error: OpenError }> {
    const sample = source === 'sample';
    try {
      const blob = sample ? new Blob([make_sample(this.#lab)]) : source;
      const { source: slices, bytes_read } = counted(blob);
      const checkpoint = await this.#lab.open_checkpoint(slices, { signal });
      const table = networks_of(checkpoint);
      this.#files.set(id, { id, checkpoint, bytes_read, texts: new Map() });
      const dtypes = Array.from(new Set(checkpoint.tensors.map(({ dtype }) => dtype)));
      const facts = { id, sample, name: sample ? sample_name : source.name, byte_length: blob.size, bytes_read: bytes_read() };
      return { opened: { ...facts, dtypes, layout: table.layout, models: models_of(checkpoint, table) } };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FfnError)) throw error;
      return { error: { code: error.code, reason: error.reason, message: error.message } };
    }
  }

  /** Returns the file with an id and disposes of earlier files. @throws if a later file is in use */
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

  /** Returns a layer's network, cached until another one is requested: do not dispose of it, and use it before the next `await`. */
  feed_forward({ id, checkpoint }: OpenFile, state: Omit<PassState, 'input'>): Promise<FeedForward> {
    const key = `${id} ${state.layer} ${state.layout}`;
    if (this.#network?.key === key) return this.#network.network;
    void this.#network?.network.then(
      (network) => network.dispose(),
      () => undefined,
    );
    const network = read_network(this.#lab, checkpoint, state);
    const reading = { key, network };
    this.#network = reading;
    network.catch(() => {
      // Do not cache a failed read, so that it can be retried.
      if (this.#network === reading) this.#network = undefined;
    });
    return network;
  }

  /** Runs a pass, or takes the last one again, and calls `use` with it at once: after a further `await` its network may be disposed of. */
  async with_pass<Result>({ opened, input_key, state }: PassRequest, use: (pass: Pass, file: OpenFile) => Result): Promise<Result> {
    const file = this.file(opened);
    const { layer, layout, activation } = state;
    const key = [opened, layer, layout, input_key, activation].join(' ');
    const input = this.#pass?.key === key ? this.#pass.pass : await this.#input(file, state);
    const ffn = await this.feed_forward(file, state);
    ffn.activation = activation;
    if (this.#pass?.key !== key) this.#pass = { key, pass: { ...input, trace: ffn.trace(input.x) } };
    return use({ ...this.#pass.pass, ffn }, file);
  }

  #input({ checkpoint, texts }: OpenFile, state: PassState): NetworkInput | Promise<NetworkInput> {
    const x = state.input.kind === 'tokens' ? texts.get(text_key(state.input.ids))?.[state.layer] : undefined;
    return x === undefined ? input_of(this.#lab, checkpoint, state) : { x };
  }
}
