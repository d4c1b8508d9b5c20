/** The checkpoint worker: its open files, a cache of one network and its pass, and the handlers that run recipes on them. */
import { FfnError, type Checkpoint, type FeedForward, type FeedForwardTable, type Lab, type Tensor, type WeightLayout } from 'ffn-lab';
import type { CallContext, CallsOf } from '../../numbers/handler.ts';
import { same_value } from '../../numbers/recipe.ts';
import { ablation, header, input_of, network, neuron, ranking, read_network, sparsity, variants } from './layer_recipe.ts';
import type { NetworkInput, Pass, PassState } from './layer_recipe.ts';
import { make_sample, sample_name } from './sample.ts';
import { text, vocabulary } from './token_recipe.ts';

interface OpenRequest {
  /** Larger than every earlier id, also after a restart of the worker, so that replies about different files cannot be confused. */
  readonly id: number;
  readonly source: File | 'sample';
}

/** An open file, for every handler that reads from it. */
interface OpenFile {
  readonly id: number;
  readonly checkpoint: Checkpoint;
  readonly bytes_read: () => number;
  /** The last texts, each with the inputs of the networks, by layer, up to the last block that has run. */
  texts: readonly { readonly ids: readonly number[]; readonly inputs: Tensor[] }[];
}

/** The networks of a file and its header, for each layout; the same twice if the file determines the layout. */
function models_of(checkpoint: Checkpoint, found: FeedForwardTable) {
  const model = (layout: WeightLayout) => {
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
  #pass: { readonly of: object; readonly pass: Omit<Pass, 'ffn'> } | undefined;

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  async open({ id, source }: OpenRequest, signal: AbortSignal) {
    const sample = source === 'sample';
    const blob = sample ? new Blob([make_sample(this.#lab)]) : source;
    let bytes_read = 0;
    const slice = (begin: number, end: number) => {
      bytes_read += end - begin;
      return blob.slice(begin, end);
    };
    const checkpoint = await this.#lab.open_checkpoint({ size: blob.size, slice }, { signal });
    const table = networks_of(checkpoint);
    this.#files.set(id, { id, checkpoint, bytes_read: () => bytes_read, texts: [] });
    const dtypes = Array.from(new Set(checkpoint.tensors.map(({ dtype }) => dtype)));
    const facts = { id, sample, name: sample ? sample_name : source.name, byte_length: blob.size, bytes_read };
    return { ...facts, dtypes, layout: table.layout, models: models_of(checkpoint, table) };
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
  async with_pass<Result>(file: OpenFile, state: PassState, use: (pass: Pass) => Result): Promise<Result> {
    const { layer, layout, activation, input } = state;
    const of = { file: file.id, layer, layout, activation, input };
    const cached = () => (same_value(this.#pass?.of, of) ? this.#pass?.pass : undefined);
    const given = cached() ?? (await this.#input(file, state));
    const ffn = await this.feed_forward(file, state);
    ffn.activation = activation;
    const pass = cached() ?? { ...given, trace: ffn.trace(given.x) };
    this.#pass = { of, pass };
    return use({ ...pass, ffn });
  }

  /** Reads and runs the network of each layer, one at a time; reports the layers so far. */
  async profile(file: OpenFile, state: Omit<PassState, 'layer'>, report: (layers: unknown) => void) {
    const layers: ReturnType<typeof sparsity>[] = [];
    for (const layer of file.checkpoint.feed_forward_table()?.layers.keys() ?? []) {
      layers.push(await this.with_pass(file, { ...state, layer }, (pass) => sparsity(this.#lab, pass)));
      report(layers);
    }
    return layers;
  }

  #input({ checkpoint, texts }: OpenFile, state: PassState): NetworkInput | Promise<NetworkInput> {
    const { input, layer } = state;
    const x = input.kind === 'tokens' ? texts.find(({ ids }) => same_value(ids, input.ids))?.inputs[layer] : undefined;
    return x === undefined ? input_of(this.#lab, checkpoint, state) : { x };
  }
}

/** Progress of a call, with the number of bytes of the file read since it was opened. */
interface Progress {
  readonly done: unknown;
  readonly bytes_read: number;
}

export function make_handlers(lab: Lab) {
  const files = new OpenFiles(lab);
  const on_file =
    <State, Value>(run: (file: OpenFile, state: State, report: (done: unknown) => void) => Promise<Value>) =>
    async ({ opened, state }: { readonly opened: number; readonly state: State }, { signal, progress }: CallContext) => {
      const file = files.file(opened);
      const report = (done: unknown) => {
        progress({ done, bytes_read: file.bytes_read() } satisfies Progress);
        signal.throwIfAborted();
      };
      return { value: await run(file, state, report), bytes_read: file.bytes_read() };
    };
  const on_pass = <State, Value>(recipe: (lab: Lab, pass: Pass, state: State) => Value) =>
    on_file((file, state: PassState & State) => files.with_pass(file, state, (pass) => recipe(lab, pass, state)));
  return {
    open: (request: OpenRequest, { signal }: CallContext) => files.open(request, signal),
    network: on_pass(network),
    ranking: on_pass(ranking),
    neuron: on_pass(neuron),
    ablation: on_pass(ablation),
    variants: on_pass(variants),
    profile: on_file((file, state: Omit<PassState, 'layer'>, report) => files.profile(file, state, report)),
    text: on_file((file, state: Parameters<typeof text>[2], report) => {
      const inputs: Tensor[] = [];
      // The shown text stays beside the one that runs.
      file.texts = [...file.texts.filter(({ ids }) => !same_value(ids, state.ids)), { ids: state.ids, inputs }].slice(-2);
      return text(lab, file.checkpoint, state, ({ input, ...done }) => {
        if (input) inputs.push(input);
        report(done);
      });
    }),
    vocabulary: on_file(({ checkpoint }, state: Parameters<typeof vocabulary>[2], report) => vocabulary(lab, checkpoint, state, report)),
  };
}

export type CheckpointCalls = CallsOf<ReturnType<typeof make_handlers>, Progress>;
/** Facts about an open file. Its `id` identifies it in later calls; its `layout` is the one found, or that of its family. */
export type OpenedFacts = CheckpointCalls['open']['reply'];
