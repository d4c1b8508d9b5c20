/** The answers of the recipes on the open file. */
import { computed, signal } from '@preact/signals';
import { publish_fixed, show_outcome, type Answer, type Outcome } from '../../numbers/answers.ts';
import { recipe_name, same_value, type State } from '../../numbers/recipe.ts';
import { AnswerCalls, type Source } from '../../numbers/slow_answers.ts';
import { store } from '../../numbers/store.ts';
import type { CheckpointCalls, LayerProgress, OpenedFacts } from './service.ts';
import {
  activation,
  bytes_read,
  checkpoint_worker,
  header,
  input_state,
  layout,
  model,
  network_state,
  opened,
  stack,
  token,
} from './state.ts';
import { candidates } from './activations.ts';
import type { TokenProgress } from './token_recipe.ts';

/** The network that a call reads at this moment. */
export const layer_progress = signal<LayerProgress | undefined>(undefined);

const program =
  (file: OpenedFacts, recipe: string, value: unknown, state: object) => async (path: string) =>
    (await import('./program.ts')).program_of(file, recipe, { value, state }, path);

export const file_header = computed(() => {
  const [file, of_stack, sizes] = [opened.value, stack.value, header.value];
  if (file === undefined || of_stack === undefined || sizes === undefined) return undefined;
  const state = { stack: of_stack.name, layout: layout.value };
  return publish_fixed('checkpoint.header', sizes, program(file, 'header', sizes, state));
});

type Recipe = Exclude<keyof CheckpointCalls, 'open'>;
type StateOf<Name extends Recipe> = CheckpointCalls[Name] extends {
  request: { state: infer OwnState };
}
  ? OwnState
  : never;
type ValueOf<Name extends Recipe> = CheckpointCalls[Name] extends { reply: { value: infer Value } }
  ? Value
  : never;
type FileAnswer<Name extends Recipe> = Answer<ValueOf<Name>> & { readonly given: StateOf<Name> };

/** The recipes of this step have a state of their own, and the file is a part of it. */
type FileState = State & { readonly file: OpenedFacts; readonly stack: string };

/** Returns the outcome of a recipe on the open file, of which `bytes` have been read. */
function outcome_of(name: Recipe, given: State, value: unknown, bytes: number): Outcome {
  const { file, ...of_recipe } = given as FileState;
  if (file === opened.peek()) bytes_read.value = bytes;
  return {
    value,
    reads: Object.keys(given),
    given: { file: file.name, ...of_recipe },
    program: program(file, name, value, of_recipe),
  };
}

const is_ready = () => checkpoint_worker.state.value.phase === 'ready';

function request_of<Name extends Recipe>(given: State) {
  const { file, ...state } = given as FileState;
  return { opened: file.id, state } as unknown as CheckpointCalls[Name]['request'];
}

/** Whether a state is about the open file and the chosen stack. */
function is_chosen(state: State | undefined): boolean {
  const of = state as FileState | undefined;
  return of?.file === opened.value && of?.stack === stack.value?.name;
}

/**
 * The answer of a recipe, computed while it is shown. `own` is its state, undefined if there is
 * nothing to compute. With `partial`, progress reports, which contain the value so far, are shown
 * too.
 */
export function answer_of<Name extends Recipe>(
  name: Name,
  own: () => StateOf<Name> | undefined,
  partial = false,
) {
  const state = computed(() => {
    const [file, of_recipe] = [opened.value, own() as object | undefined];
    return file && of_recipe && ({ file, ...of_recipe } as FileState);
  });
  const reported = signal<{ readonly of: State; readonly done: TokenProgress } | undefined>(
    undefined,
  );
  const call: Source['call'] = async (given, { signal: abort, on_progress }) => {
    const report = ({ done, reading, bytes_read: bytes }: CheckpointCalls[Name]['progress']) => {
      const outcome = outcome_of(name, given, done, bytes);
      on_progress({ done: 0, reads: outcome.reads });
      if (reading) layer_progress.value = reading;
      else if (partial) show_outcome(calls.entry, given, outcome);
      else reported.value = { of: given, done: done as TokenProgress };
    };
    reported.value = undefined;
    const options = { signal: abort, on_progress: report };
    try {
      const reply = await checkpoint_worker.call(name, request_of(given), options);
      const { value, bytes_read: bytes } = reply as CheckpointCalls[Recipe]['reply'];
      return outcome_of(name, given, value, bytes);
    } finally {
      layer_progress.value = undefined;
    }
  };
  const calls = new AnswerCalls(recipe_name('checkpoint', name), {
    worker: checkpoint_worker.state,
    state,
    call,
  });
  const { entry, stop } = calls;
  /** The last answer, unless it is about another file or stack than the chosen one. */
  const shown = computed(() => {
    const { answer } = entry.shown.value;
    return is_chosen(answer?.state) ? (answer as FileAnswer<Name>) : undefined;
  });
  const running = computed(() => entry.pending.value && state.value !== undefined && is_ready());
  const progress = computed(() =>
    reported.value?.of === state.value ? reported.value?.done : undefined,
  );
  /** Computes the answer after a stop or an error, or once more. */
  const start = () => void (running.peek() || calls.again());
  return { shown, newest: entry.shown, running, progress, stop, start };
}

/** Returns an answer if it was computed from these settings. */
export const if_given = <Of extends { readonly given: object }>(
  answer: Of | undefined,
  given: object | undefined,
) =>
  answer && given && same_value({ ...answer.given, ...given }, answer.given) ? answer : undefined;

/** The chosen network is read first, so that the other answers share it and can be cancelled. */
export const layer_read = answer_of('read', () => network_state.value);

export type LayerState = 'read' | 'reading' | 'stopped' | 'failed';

export const layer_state = computed((): LayerState => {
  if (if_given(layer_read.shown.value, network_state.value)) return 'read';
  if (layer_read.running.value) return 'reading';
  const { error, stopped } = layer_read.newest.value;
  return error ? 'failed' : stopped ? 'stopped' : 'reading';
});

/**
 * Whether figures are shown: of the chosen layer, or of the last one while that is read and if it
 * cannot be read.
 */
export const layer_shown = computed(
  () =>
    activation.value !== undefined &&
    (['read', 'reading'].includes(layer_state.value) || layer_read.shown.value !== undefined),
);

const if_read = <Value>(value: Value) => (layer_state.value === 'read' ? value : undefined);

/**
 * The pass shared by all parts of the step; undefined until its network is read, and without an
 * input or an activation.
 */
export const layer_pass = computed(
  () =>
    input_state.value &&
    activation.value &&
    if_read({ ...input_state.value, activation: activation.value }),
);

/** For a network whose activation is unknown: what another one than its own would change. */
export const consequences = answer_of('consequences', () =>
  input_state.value && model.value?.activation === undefined
    ? if_read({ ...input_state.value, kinds: candidates })
    : undefined,
);

export const ranked_by = signal<'all' | 'token'>('all');

/**
 * Returns the state of the chosen network's pass with the further state that a recipe reads; a
 * recipe may also replace a part of the pass.
 */
export const with_pass = <Own extends object>(own: Own) =>
  layer_pass.value && { ...layer_pass.value, ...own };

export const network = answer_of('network', () => layer_pass.value);
export const ranking = answer_of('ranking', () =>
  with_pass({ token: ranked_by.value === 'token' ? token.value : undefined }),
);

/** The neuron that the user selected, or else the strongest one. */
export const neuron = computed((): number | undefined => {
  const chosen = store.model_neuron.value;
  return chosen === undefined
    ? ranking.shown.value?.value.neuron[0]
    : Math.min(chosen, (model.value?.d_ff ?? 1) - 1);
});

export const neuron_answer = answer_of('neuron', () =>
  neuron.value === undefined ? undefined : with_pass({ neuron: neuron.value, token: token.value }),
);
