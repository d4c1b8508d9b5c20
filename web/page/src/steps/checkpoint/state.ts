/**
 * The opened file, the user's selections and the recipes' answers. The page's address has layer,
 * neuron and scaling, but not the file.
 */
import { computed, signal } from '@preact/signals';
import type { ActivationKind, WeightLayout } from 'ffn-lab';
import { publish_fixed, show_outcome, type Answer, type Outcome } from '../../numbers/answers.ts';
import { connect } from '../../numbers/connection.ts';
import { recipe_name, same_value, type Reads, type State } from '../../numbers/recipe.ts';
import { AnswerCalls, type Source } from '../../numbers/slow_answers.ts';
import { store } from '../../numbers/store.ts';
import { model_limits, parse_matrix } from '../../words/parse_matrix.ts';
import type { Input, InputKind } from './input_recipe.ts';
import type { TokenProgress } from './token_recipe.ts';
import { captured_rows } from './sample.ts';
import type { CheckpointCalls, OpenedFacts } from './service.ts';

/** The step's own worker, started only when a file is opened. */
export const checkpoint_worker = connect<CheckpointCalls>('checkpoint');

export const opened = signal<OpenedFacts | undefined>(undefined);

export const bytes_read = signal(0);

/** The user's choice of layout, used if the file leaves it open. */
export const chosen_layout = signal<WeightLayout | undefined>(undefined);
export const layout = computed(() => chosen_layout.value ?? opened.value?.layout ?? 'in_out');

export const model = computed(() => opened.value?.models[layout.value].table);

/** The user's choice of activation; undefined means the model's own. */
export const chosen_activation = signal<ActivationKind | undefined>(undefined);
export const activation = computed(
  () => chosen_activation.value ?? model.value?.activation ?? 'gelu',
);

const last_layer = computed(() => (model.value?.layers.length ?? 1) - 1);
export const layer = computed(() => Math.min(store.model_layer.value, last_layer.value));

export const input_kind = signal<InputKind>('random');
export const random_rows = { tokens: signal(16), seed: signal(0) };
export const pasted_rows = signal('');
export const pasted_matrix = computed(() => parse_matrix(pasted_rows.value, model_limits));

export interface Tokens {
  readonly ids: readonly number[];
  /** Visible text of each token. */
  readonly labels: readonly string[];
}

/**
 * A text that has run through the file's first `blocks` blocks: the networks of later layers have
 * no input.
 */
export const text_input = signal<(Tokens & { readonly blocks: number }) | undefined>(undefined);

const input = computed((): Input | undefined => {
  switch (input_kind.value) {
    case 'captured':
      return { kind: 'captured', ...captured_rows };
    case 'random':
      return { kind: 'random', tokens: random_rows.tokens.value, seed: random_rows.seed.value };
    case 'pasted': {
      if (!('matrix' in pasted_matrix.value)) return undefined;
      const { data, rows, columns } = pasted_matrix.value.matrix;
      return columns === model.value?.d_model
        ? { kind: 'pasted', tensor: { data, shape: [rows, columns] } }
        : undefined;
    }
    case 'tokens':
      return text_input.value && { kind: 'tokens', ids: text_input.value.ids };
  }
});

/** Number of rows of the input. */
export const tokens = computed(() => {
  const given = input.value ?? { tokens: 1 };
  if ('tokens' in given) return given.tokens;
  return 'ids' in given ? given.ids.length : (given.tensor.shape[0] ?? 1);
});

export const token = computed(() => Math.min(store.token.value, tokens.value - 1));

const has_input = (at: number): boolean =>
  input_kind.value !== 'tokens' || at < (text_input.value?.blocks ?? 0);

const every_pass = computed(
  () =>
    opened.value &&
    input.value && { layout: layout.value, activation: activation.value, input: input.value },
);

/** The passes of all layers; undefined if one of them has no input. */
export const all_layers_pass = computed(() =>
  has_input(last_layer.value) ? every_pass.value : undefined,
);

/**
 * The pass shared by all parts of the step; undefined without a file or without an input for this
 * layer.
 */
export const layer_pass = computed(() =>
  has_input(layer.value)
    ? every_pass.value && { layer: layer.value, ...every_pass.value }
    : undefined,
);

const program =
  (file: OpenedFacts, recipe: string, value: unknown, state: object) => async (path: string) =>
    (await import('./program.ts')).program_of(file, recipe, { value, state }, path);

export const file_header = computed(() => {
  const file = opened.value;
  if (file === undefined) return undefined;
  const { header } = file.models[layout.value];
  return publish_fixed(
    'checkpoint.header',
    header,
    program(file, 'header', header, { layout: layout.value }),
  );
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
type FileState = State & { readonly file: OpenedFacts };

/** Returns the outcome of a recipe on the open file, of which `bytes` have been read. */
function outcome_of(name: Recipe, given: State, value: unknown, bytes: number): Outcome {
  const { file, ...of_recipe } = given as FileState;
  if (file === opened.peek()) bytes_read.value = bytes;
  return {
    value,
    reads: Object.keys(given) as Reads,
    given: { file: file.name, ...of_recipe },
    program: program(file, name, value, of_recipe),
  };
}

const is_ready = () => checkpoint_worker.state.value.phase === 'ready';

function request_of<Name extends Recipe>(given: State) {
  const { file, ...state } = given as FileState;
  return { opened: file.id, state } as unknown as CheckpointCalls[Name]['request'];
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
    const report = ({ done, bytes_read: bytes }: CheckpointCalls[Name]['progress']) => {
      const outcome = outcome_of(name, given, done, bytes);
      on_progress({ done: 0, reads: outcome.reads });
      if (partial) show_outcome(calls.entry, given, outcome);
      else reported.value = { of: given, done: done as TokenProgress };
    };
    reported.value = undefined;
    const options = { signal: abort, on_progress: report };
    const reply = await checkpoint_worker.call(name, request_of(given), options);
    const { value, bytes_read: bytes } = reply as CheckpointCalls[Recipe]['reply'];
    return outcome_of(name, given, value, bytes);
  };
  const calls = new AnswerCalls(recipe_name('checkpoint', name), {
    worker: checkpoint_worker.state,
    state,
    call,
  });
  const { entry, stop } = calls;
  /** The last answer, unless it is about another file than the open one. */
  const shown = computed(() => {
    const { answer } = entry.shown.value;
    return answer && (answer.state as FileState).file === opened.value
      ? (answer as FileAnswer<Name>)
      : undefined;
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
