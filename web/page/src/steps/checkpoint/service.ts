/** The handlers of the checkpoint worker, which run recipes on the open files. */
import type { Lab, Tensor } from 'ffn-lab';
import type { CallContext, CallsOf } from '../../numbers/handler.ts';
import { same_value } from '../../numbers/recipe.ts';
import * as recipes from './file_recipe.ts';
import type { InputState, NetworkState, Pass, PassState } from './input_recipe.ts';
import { OpenFiles, text_of, type OpenFile, type OpenRequest, type Reading } from './open_files.ts';
import * as token_recipes from './token_recipe.ts';

/** Bytes of the network that is being read. */
export interface LayerProgress {
  readonly bytes: number;
  readonly of: number;
}

/**
 * What a call reports: the part of its value that is computed, or the network that it reads, and
 * how much of the file has been read since it was opened.
 */
interface FileProgress {
  readonly done?: unknown;
  readonly reading?: LayerProgress;
  readonly bytes_read: number;
}

interface Run<State> {
  readonly file: OpenFile;
  readonly state: State;
  /** Throws to cancel. */
  readonly report: (done: unknown) => void;
  readonly reading: Reading;
}

/**
 * Makes handlers of functions of an open file: the reply and each report say how much of the file
 * has been read.
 */
const on_file_of =
  (files: OpenFiles) =>
  <State, Value>(run: (given: Run<State>) => Promise<Value>) =>
  async (
    { opened, state }: { readonly opened: number; readonly state: State },
    { signal, progress }: CallContext,
  ) => {
    const file = files.file(opened);
    const tell = (report: Omit<FileProgress, 'bytes_read'>) =>
      progress({ ...report, bytes_read: file.bytes_read() } satisfies FileProgress);
    const reading: Reading = { signal, on_progress: (bytes) => tell({ reading: bytes }) };
    const report = (done: unknown) => {
      tell({ done });
      signal.throwIfAborted();
    };
    return { value: await run({ file, state, report, reading }), bytes_read: file.bytes_read() };
  };

type OnFile = ReturnType<typeof on_file_of>;

/** Handlers of whole models: all layers, a text, a vocabulary. */
const model_handlers = (lab: Lab, files: OpenFiles, on_file: OnFile) => ({
  profile: on_file(async ({ file, state, report, reading }: Run<Omit<PassState, 'layer'>>) => {
    const layers: ReturnType<typeof recipes.sparsity>[] = [];
    const { stack, layout } = state;
    for (const layer of file.checkpoint.feed_forward_table({ stack, layout })?.layers.keys() ??
      []) {
      const use = (pass: Pass) => recipes.sparsity(lab, pass);
      layers.push(await files.with_pass(file, { ...state, layer }, reading, use));
      report(layers);
    }
    return layers;
  }),
  text: on_file(({ file, state, report }: Run<Parameters<typeof token_recipes.text>[2]>) => {
    const inputs: Tensor[] = [];
    file.texts = [
      ...file.texts.filter(({ of }) => !same_value(of, text_of(state))),
      { of: text_of(state), inputs },
    ].slice(-2);
    return token_recipes.text(lab, file.checkpoint, state, ({ input, ...done }) => {
      if (input) inputs.push(input);
      report(done);
    });
  }),
  vocabulary: on_file(
    ({ file, state, report }: Run<Parameters<typeof token_recipes.vocabulary>[2]>) =>
      token_recipes.vocabulary(lab, file.checkpoint, state, report),
  ),
});

export function make_handlers(lab: Lab) {
  const files = new OpenFiles(lab);
  const on_file = on_file_of(files);
  const on_pass = <State, Value>(recipe: (lab: Lab, pass: Pass, state: State) => Value) =>
    on_file(({ file, state, reading }: Run<PassState & State>) =>
      files.with_pass(file, state, reading, (pass) => recipe(lab, pass, state)),
    );
  return {
    open: (request: OpenRequest, { signal }: CallContext) => files.open(request, signal),
    /** Reads a layer's network with an activation that the next call replaces. */
    read: on_file(({ file, state, reading }: Run<NetworkState>) =>
      files.with_network(
        file,
        { ...state, activation: 'identity' },
        reading,
        ({ d_model, d_ff }) => ({
          d_model,
          d_ff,
        }),
      ),
    ),
    network: on_pass(recipes.network),
    ranking: on_pass(recipes.ranking),
    neuron: on_pass(recipes.neuron),
    ablation: on_pass(recipes.ablation),
    variants: on_pass(recipes.variants),
    consequences: on_file(
      ({ file, state, reading }: Run<InputState & Parameters<typeof recipes.consequences>[2]>) => {
        const of = { ...state, activation: state.kinds[0] ?? 'identity' };
        return files.with_network(file, of, reading, async (ffn) => {
          const { x } = await files.input_of(file, state);
          return recipes.consequences(lab, { ffn, x }, state);
        });
      },
    ),
    ...model_handlers(lab, files, on_file),
  };
}

export type CheckpointCalls = CallsOf<ReturnType<typeof make_handlers>, FileProgress>;
/** Facts about an open file. Its `id` identifies it in later calls. */
export type OpenedFacts = CheckpointCalls['open']['reply'];
