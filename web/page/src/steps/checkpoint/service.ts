/**
 * The checkpoint worker: its open files, a cache of one network and its pass, and the handlers that
 * run recipes on them.
 */
import {
  FfnError,
  type Checkpoint,
  type FeedForward,
  type FeedForwardTable,
  type Lab,
  type Tensor,
  type WeightLayout,
} from 'ffn-lab';
import type { CallContext, CallsOf } from '../../numbers/handler.ts';
import { same_value } from '../../numbers/recipe.ts';
import * as recipes from './file_recipe.ts';
import * as input_recipes from './input_recipe.ts';
import { make_sample, sample_name } from './sample.ts';
import * as token_recipes from './token_recipe.ts';

interface OpenRequest {
  /**
   * Larger than every earlier id, also after a restart of the worker, so that replies about
   * different files cannot be confused.
   */
  readonly id: number;
  readonly source: File | 'sample';
}

interface OpenFile {
  readonly id: number;
  readonly checkpoint: Checkpoint;
  readonly bytes_read: () => number;
  /**
   * The shown text and the one that runs, each with the inputs of the networks, by layer, up to the
   * last block that has run.
   */
  texts: readonly { readonly ids: readonly number[]; readonly inputs: Tensor[] }[];
}

/**
 * The networks of a file and its header, for each layout; the same twice if the file determines the
 * layout.
 */
function models_of(checkpoint: Checkpoint, found: FeedForwardTable) {
  const model = (layout: WeightLayout) => {
    const table =
      (found.ambiguous ? checkpoint.feed_forward_table({ layout }) : undefined) ?? found;
    return { table, header: recipes.header(checkpoint, table) };
  };
  return { in_out: model('in_out'), out_in: model('out_in') };
}

/**
 * Throws an error for a checkpoint without a known network, with the names of its first tensors.
 */
function networks_of(checkpoint: Checkpoint): FeedForwardTable {
  const table = checkpoint.feed_forward_table();
  if (table !== undefined) return table;
  const { tensors } = checkpoint;
  const names = tensors.slice(0, 5).map(({ name }) => name);
  checkpoint.dispose();
  throw new FfnError('invalid_file', `${tensors.length} tensors: ${names.join(', ')}`, {
    reason: 'no_network',
  });
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
    const facts = {
      id,
      sample,
      name: sample ? sample_name : source.name,
      byte_length: blob.size,
      bytes_read,
    };
    return { ...facts, dtypes, layout: table.layout, models: models_of(checkpoint, table) };
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

  /**
   * Runs a pass, or takes the last one again, and calls `use` with it; calls run one after the
   * other, because passes share a network.
   */
  with_pass<Result>(
    file: OpenFile,
    state: input_recipes.PassState,
    use: (pass: input_recipes.Pass) => Result,
  ): Promise<Result> {
    const act = async () => use(await this.#run(file, state));
    const next = this.#turn.then(act, act);
    this.#turn = next;
    return next;
  }

  async #run(
    { id, checkpoint, texts }: OpenFile,
    state: input_recipes.PassState,
  ): Promise<input_recipes.Pass> {
    const { layer, layout, activation, input } = state;
    const network = { id, layer, layout };
    if (!same_value(this.#network?.of, network)) {
      this.#network?.ffn.dispose();
      this.#network = this.#pass = undefined;
      this.#network = {
        of: network,
        ffn: await input_recipes.read_network(this.#lab, checkpoint, state),
      };
    }
    const { ffn } = this.#network!;
    ffn.activation = activation;
    const of = { activation, input };
    if (!same_value(this.#pass?.of, of)) {
      const x =
        input.kind === 'tokens'
          ? texts.find(({ ids }) => same_value(ids, input.ids))?.inputs[layer]
          : undefined;
      const given =
        x === undefined ? await input_recipes.input_of(this.#lab, checkpoint, state) : { x };
      this.#pass = { of, pass: { ...given, ffn, trace: ffn.trace(given.x) } };
    }
    return this.#pass!.pass;
  }
}

/**
 * Makes handlers of functions of an open file: the reply and each report say how much of the file
 * has been read.
 */
const on_file_of =
  (files: OpenFiles) =>
  <State, Value>(
    run: (file: OpenFile, state: State, report: (done: unknown) => void) => Promise<Value>,
  ) =>
  async (
    { opened, state }: { readonly opened: number; readonly state: State },
    { signal, progress }: CallContext,
  ) => {
    const file = files.file(opened);
    const report = (done: unknown) => {
      progress({ done, bytes_read: file.bytes_read() });
      signal.throwIfAborted();
    };
    return { value: await run(file, state, report), bytes_read: file.bytes_read() };
  };

export function make_handlers(lab: Lab) {
  const files = new OpenFiles(lab);
  const on_file = on_file_of(files);
  const on_pass = <State, Value>(
    recipe: (lab: Lab, pass: input_recipes.Pass, state: State) => Value,
  ) =>
    on_file((file, state: input_recipes.PassState & State) =>
      files.with_pass(file, state, (pass) => recipe(lab, pass, state)),
    );
  return {
    open: (request: OpenRequest, { signal }: CallContext) => files.open(request, signal),
    network: on_pass(recipes.network),
    ranking: on_pass(recipes.ranking),
    neuron: on_pass(recipes.neuron),
    ablation: on_pass(recipes.ablation),
    variants: on_pass(recipes.variants),
    profile: on_file(async (file, state: Omit<input_recipes.PassState, 'layer'>, report) => {
      const layers: ReturnType<typeof recipes.sparsity>[] = [];
      for (const layer of file.checkpoint.feed_forward_table()?.layers.keys() ?? []) {
        layers.push(
          await files.with_pass(file, { ...state, layer }, (pass) => recipes.sparsity(lab, pass)),
        );
        report(layers);
      }
      return layers;
    }),
    text: on_file((file, state: Parameters<typeof token_recipes.text>[2], report) => {
      const inputs: Tensor[] = [];
      file.texts = [
        ...file.texts.filter(({ ids }) => !same_value(ids, state.ids)),
        { ids: state.ids, inputs },
      ].slice(-2);
      return token_recipes.text(lab, file.checkpoint, state, ({ input, ...done }) => {
        if (input) inputs.push(input);
        report(done);
      });
    }),
    vocabulary: on_file(
      ({ checkpoint }, state: Parameters<typeof token_recipes.vocabulary>[2], report) =>
        token_recipes.vocabulary(lab, checkpoint, state, report),
    ),
  };
}

/** The progress of a call contains the number of bytes of the file read since it was opened. */
export type CheckpointCalls = CallsOf<
  ReturnType<typeof make_handlers>,
  { readonly done: unknown; readonly bytes_read: number }
>;
/**
 * Facts about an open file. Its `id` identifies it in later calls; its `layout` is the one found,
 * or its family's.
 */
export type OpenedFacts = CheckpointCalls['open']['reply'];
