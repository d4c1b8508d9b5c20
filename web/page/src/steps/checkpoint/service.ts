/** Handlers of the checkpoint worker: each runs a recipe on an open file. The types of the calls are those of the recipes. */
import type { Lab } from 'ffn-lab';
import type { CallContext } from '../../numbers/handler.ts';
import { ablation, network, neuron, ranking, sparsity, variants } from './layer_recipe.ts';
import { OpenFiles, text_key } from './opened.ts';
import type { OpenFile, OpenRequest, PassRequest } from './opened.ts';
import type { Pass, PassState } from './pass.ts';
import { text, vocabulary } from './token_recipe.ts';
import type { BlockProgress, RowProgress } from './token_recipe.ts';

type Sparsity = ReturnType<typeof sparsity>;

/** Progress with the number of bytes of the file read since it was opened. */
type WithBytes<Progress> = Progress & { readonly bytes_read: number };
export type TokenProgress = WithBytes<RowProgress | Omit<BlockProgress, 'input'>>;

interface Progress {
  /** The layers so far. */
  profile: readonly Sparsity[];
  text: TokenProgress;
  vocabulary: WithBytes<RowProgress>;
}

/** The texts whose inputs are stored: the shown one, and one that is being run. */
const stored_texts = 2;

/** Returns where the inputs of the networks for a text are stored; forgets those of earlier texts. */
function new_text({ texts }: OpenFile, ids: readonly number[]): BlockProgress['input'][] {
  const inputs: BlockProgress['input'][] = [];
  texts.delete(text_key(ids));
  texts.set(text_key(ids), inputs);
  for (const key of Array.from(texts.keys()).slice(0, -stored_texts)) texts.delete(key);
  return inputs;
}

/** Handlers that run a recipe on the pass of a layer. */
function make_layer_handlers(lab: Lab, files: OpenFiles) {
  const handler =
    <State, Value>(recipe: (lab: Lab, pass: Pass, state: State) => Value) =>
    (request: PassRequest<PassState & State>) =>
      files.with_pass(request, (pass, { bytes_read }) => ({ value: recipe(lab, pass, request.state), bytes_read: bytes_read() }));
  return {
    network: handler(network),
    ranking: handler(ranking),
    neuron: handler(neuron),
    ablation: handler(ablation),
    variants: handler(variants),
  };
}

export type LayerRecipe = keyof ReturnType<typeof make_layer_handlers>;

/** Reads and runs the network of each layer, one at a time. */
async function profile(
  lab: Lab,
  files: OpenFiles,
  { state, ...request }: PassRequest<Omit<PassState, 'layer'>>,
  { signal, progress }: CallContext,
) {
  const layers: Sparsity[] = [];
  const all_layers = files.file(request.opened).checkpoint.feed_forward_table()?.layers ?? [];
  for (const layer of all_layers.keys()) {
    signal.throwIfAborted();
    layers.push(await files.with_pass({ ...request, state: { ...state, layer } }, (pass) => sparsity(lab, pass)));
    progress(layers);
  }
  return layers;
}

/** Returns what sends the progress of a recipe for tokens; `take` gets the inputs of the networks. */
function report_to({ signal, progress }: CallContext, { bytes_read }: OpenFile, take?: (input: BlockProgress['input']) => void) {
  return (reported: BlockProgress | RowProgress): void => {
    const { input, ...rest } = { input: undefined, ...reported };
    if (input !== undefined) take?.(input);
    progress({ ...rest, bytes_read: bytes_read() });
    signal.throwIfAborted();
  };
}

/** A request about an open file. */
interface FileRequest<State> {
  readonly opened: number;
  readonly state: State;
}

export function make_handlers(lab: Lab) {
  const files = new OpenFiles(lab);
  return {
    ...make_layer_handlers(lab, files),
    open: (request: OpenRequest, { signal }: CallContext) => files.open(request, signal),
    profile: (request: Parameters<typeof profile>[2], context: CallContext) => profile(lab, files, request, context),
    text({ opened, state }: FileRequest<Parameters<typeof text>[2]>, context: CallContext) {
      const file = files.file(opened);
      const inputs = new_text(file, state.ids);
      const report = report_to(context, file, (input) => inputs.push(input));
      return text(lab, file.checkpoint, state, report);
    },
    vocabulary({ opened, state }: FileRequest<Parameters<typeof vocabulary>[2]>, context: CallContext) {
      const file = files.file(opened);
      return vocabulary(lab, file.checkpoint, state, report_to(context, file));
    },
  };
}

type Handlers = ReturnType<typeof make_handlers>;

export type CheckpointCalls = {
  [Name in keyof Handlers]: {
    request: Parameters<Handlers[Name]>[0];
    reply: Awaited<ReturnType<Handlers[Name]>>;
    progress: Name extends keyof Progress ? Progress[Name] : never;
  };
};
