/** The files open in the worker, the number of bytes read from them, and a cache of one network. */
import type { Checkpoint, FeedForward, FeedForwardNames, FeedForwardTable, Lab, Tensor, WeightLayout } from 'ffn-lab';
import { FfnError } from 'ffn-lab';
import type { Models, OpenedFacts, OpenError, OpenReply, OpenRequest } from './calls.ts';
import { make_sample, sample_name } from './sample.ts';

/** Wraps a file and counts the bytes that are read from it. */
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
  readonly model: FeedForwardTable;
  readonly models: Models;
  readonly bytes_read: () => number;
}

export interface Opened {
  readonly open: (request: OpenRequest, signal: AbortSignal) => Promise<OpenReply>;
  /** Returns the file with an id and disposes of earlier files. @throws if a later file is in use */
  readonly file: (id: number) => OpenedFile;
  /** Returns a layer's network, cached until another one is requested: do not dispose of it, and use it before the next `await`. */
  readonly feed_forward: (file: OpenedFile, layer: number, layout: WeightLayout) => Promise<FeedForward>;
}

function models_of(checkpoint: Checkpoint, model: FeedForwardTable): Models {
  const for_layout = (layout: WeightLayout) => (model.ambiguous ? checkpoint.feed_forward_table({ layout }) : undefined) ?? model;
  return { in_out: for_layout('in_out'), out_in: for_layout('out_in') };
}

/** Reads the tensors one by one: `Checkpoint.feed_forward` holds the bytes and the numbers of a layer at once, which takes more memory. */
async function read_network(lab: Lab, { checkpoint }: OpenedFile, names: FeedForwardNames, layout: WeightLayout): Promise<FeedForward> {
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

function facts({ id, sample, name, checkpoint, model, models, bytes_read }: OpenedFile, byte_length: number): OpenedFacts {
  const { tensors } = checkpoint;
  const dtypes = Array.from(new Set(tensors.map(({ dtype }) => dtype)));
  return { id, sample, name, byte_length, tensors, dtypes, model, models, bytes_read: bytes_read() };
}

export function make_opened(lab: Lab): Opened {
  // Several files stay open until the page uses one of them, because it may have cancelled opening the last one.
  const files = new Map<number, OpenedFile>();
  let cached: { readonly key: string; readonly network: Promise<FeedForward> } | undefined;

  async function open({ id, source }: OpenRequest, signal: AbortSignal): Promise<OpenReply> {
    const sample = source === 'sample';
    const blob = sample ? new Blob([make_sample(lab)]) : source;
    const { source: slices, bytes_read } = counted(blob);
    try {
      const checkpoint = await lab.open_checkpoint(slices, { signal });
      const model = checkpoint.feed_forward_table();
      if (model === undefined) {
        const message = `${checkpoint.tensors.length} tensors: ${checkpoint.tensors
          .slice(0, 5)
          .map((tensor) => tensor.name)
          .join(', ')}`;
        checkpoint.dispose();
        return { error: { code: 'invalid_file', reason: 'no_network', message } };
      }
      const models = models_of(checkpoint, model);
      const file = { id, sample, name: sample ? sample_name : source.name, checkpoint, model, models, bytes_read };
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
      // Do not cache a failed read, so that it can be retried.
      if (cached === reading) cached = undefined;
    });
    return network;
  }

  return { open, file, feed_forward };
}
