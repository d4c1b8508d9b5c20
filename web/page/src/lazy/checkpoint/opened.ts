/** What is open in the worker, what of it has been read, and the one network that is kept. */
import type { Checkpoint, FeedForward, Lab, Tensor, WeightLayout } from 'ffn-lab';
import { FfnError } from 'ffn-lab';
import type { OpenedFacts, OpenError, OpenReply, OpenRequest } from './calls.ts';
import { find_layers } from './layers.ts';
import type { FoundModel, LayerNames } from './layers.ts';
import { make_sample, sample_name } from './sample.ts';

/** Counts what is asked of a file: nothing else of it is ever read. */
function counted(file: Blob) {
  let bytes = 0;
  const slice = (begin: number, end: number) => {
    bytes += end - begin;
    return file.slice(begin, end);
  };
  return { source: { size: file.size, slice }, bytes_read: () => bytes };
}

/** An open file, for every handler that reads from it. */
export interface OpenedFile {
  readonly id: number;
  readonly sample: boolean;
  readonly name: string;
  readonly checkpoint: Checkpoint;
  readonly model: FoundModel;
  readonly bytes_read: () => number;
}

export interface Opened {
  readonly open: (request: OpenRequest, signal: AbortSignal) => Promise<OpenReply>;
  /** The file that a question is about; those before it are let go. @throws when a later one is in use */
  readonly file: (id: number) => OpenedFile;
  /** A layer's network. It is kept until another one is asked for: not to be disposed of, and to be used before anything else is awaited. */
  readonly feed_forward: (file: OpenedFile, layer: number, layout: WeightLayout) => Promise<FeedForward>;
}

async function read_network(lab: Lab, { checkpoint }: OpenedFile, names: LayerNames, layout: WeightLayout): Promise<FeedForward> {
  const read = (name: string | undefined): Promise<Tensor | undefined> =>
    name === undefined ? Promise.resolve(undefined) : checkpoint.tensor(name);
  const [w1, b1, w2, b2] = await Promise.all([names.w1, names.b1, names.w2, names.b2].map(read));
  const weights = { w1: w1!, ...(b1 && { b1 }), w2: w2!, ...(b2 && { b2 }) };
  return lab.FeedForward({ weights, layout, activation: 'gelu' });
}

function error_of(error: unknown): OpenError {
  if (error instanceof FfnError) return { code: error.code, reason: error.reason, message: error.message };
  throw error;
}

function facts({ id, sample, name, checkpoint, model, bytes_read }: OpenedFile, byte_length: number): OpenedFacts {
  const { tensors, gpt2 } = checkpoint;
  const dtypes = Array.from(new Set(tensors.map(({ dtype }) => dtype)));
  // The engine's own idea of the file must be ours: of weights that are laid out otherwise it makes no block.
  const has_blocks =
    gpt2?.d_model === model.d_model && gpt2.d_ff === model.d_ff && tensors.some((tensor) => tensor.name.endsWith('attn.c_attn.weight'));
  return { id, sample, name, byte_length, tensors, dtypes, model, has_blocks, bytes_read: bytes_read() };
}

export function make_opened(lab: Lab): Opened {
  // More than one while the page has not said which it goes on with: the last one may have been given up meanwhile.
  const files = new Map<number, OpenedFile>();
  let cached: { readonly key: string; readonly network: Promise<FeedForward> } | undefined;

  async function open({ id, source }: OpenRequest, signal: AbortSignal): Promise<OpenReply> {
    const sample = source === 'sample';
    const blob = sample ? new Blob([make_sample(lab)]) : source;
    const { source: slices, bytes_read } = counted(blob);
    try {
      const checkpoint = await lab.open_checkpoint(slices, { signal });
      const model = find_layers(checkpoint.tensors);
      if (model === undefined) {
        const message = `${checkpoint.tensors.length} tensors: ${checkpoint.tensors
          .slice(0, 5)
          .map((tensor) => tensor.name)
          .join(', ')}`;
        checkpoint.dispose();
        return { error: { code: 'invalid_file', reason: 'no_network', message } };
      }
      const file = { id, sample, name: sample ? sample_name : source.name, checkpoint, model, bytes_read };
      files.set(id, file);
      return { opened: facts(file, blob.size) };
    } catch (error) {
      signal.throwIfAborted();
      return { error: error_of(error) };
    }
  }

  function file(id: number): OpenedFile {
    const found = files.get(id);
    if (found === undefined) throw new Error('another file has been opened');
    for (const other of files.values()) {
      if (other.id >= id) continue;
      other.checkpoint.dispose();
      files.delete(other.id);
    }
    return found;
  }

  function feed_forward(from: OpenedFile, layer: number, layout: WeightLayout): Promise<FeedForward> {
    const key = `${from.id} ${layer} ${layout}`;
    if (cached?.key === key) return cached.network;
    const names = from.model.layers[layer];
    if (names === undefined) throw new Error(`no layer ${layer}`);
    void cached?.network.then(
      (network) => network.dispose(),
      () => undefined,
    );
    const network = read_network(lab, from, names, layout);
    const reading = { key, network };
    cached = reading;
    network.catch(() => {
      // It may be tried again.
      if (cached === reading) cached = undefined;
    });
    return network;
  }

  return { open, file, feed_forward };
}
