/** The session on open models as its recipes see it. */
import type { Checkpoint, FeedForward, Tensor } from 'ffn-lab';
import type { Progress } from '../../compute/recipe.ts';
import type { BlocksState } from './blocks.ts';
import type { InputState, NetworkInput, NetworkState, Pass, PassState } from './inputs.ts';
import type { ModelFiles } from './model_files.ts';

/** An open model and the names of its files, by which a program opens it. */
export interface FileNames {
  readonly id: number;
  readonly sample: boolean;
  readonly files: readonly string[];
  readonly config?: string | undefined;
  readonly index?: string | undefined;
}

/** The part of each state that says which model it is about. */
export interface OfFile {
  readonly file: FileNames;
}

export type ModelSource = ModelFiles | 'sample';

export interface OpenRequest {
  /**
   * Larger than every earlier id, also after a restart of the worker, so that replies about
   * different files cannot be confused.
   */
  readonly id: number;
  readonly source: ModelSource;
}

export type WithActivation = NetworkState & Pick<PassState, 'activation'>;

export interface FileSession {
  readonly checkpoint: (state: OfFile) => Promise<Checkpoint>;
  /** Calls `use` with a layer's network. */
  readonly with_network: <Result>(
    state: OfFile & WithActivation,
    progress: Progress,
    use: (ffn: FeedForward) => Result | Promise<Result>,
  ) => Promise<Result>;
  /** Calls `use` with a layer's network and its pass. */
  readonly with_pass: <Result>(
    state: OfFile & PassState,
    progress: Progress,
    use: (pass: Pass) => Result,
  ) => Promise<Result>;
  /** Returns the input of a layer's network. */
  readonly input_of: (state: OfFile & InputState) => Promise<NetworkInput>;
  /** Returns a function that keeps the inputs of the networks, layer by layer, of a text. */
  readonly keep_inputs: (
    state: OfFile & BlocksState & { readonly ids: readonly number[] },
  ) => (input: Tensor) => void;
}
