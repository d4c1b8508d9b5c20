/** The answers of the recipes on the open file. */
import { computed, signal } from '@preact/signals';
import { asked_answer } from '../../numbers/asked.ts';
import type { StateOf } from '../../compute/recipe.ts';
import { same_value } from '../../state/state.ts';
import { store } from '../../state/store.ts';
import { candidates } from './activations.ts';
import type * as recipe from './recipe.ts';
import type { FileNames, OfFile } from './file_session.ts';
import {
  activation,
  bytes_read,
  checkpoint_worker,
  input_state,
  layout,
  model,
  network_state,
  opened,
  stack,
  token,
} from './state.ts';
import type * as token_recipe from './token_recipe.ts';

type Recipes = typeof recipe & Pick<typeof token_recipe, 'text' | 'vocabulary'>;

const is_ready = () => checkpoint_worker.state.value.phase === 'ready';

const names = computed((): FileNames | undefined => {
  if (opened.value === undefined) return undefined;
  const { id, sample, files, config, index } = opened.value;
  return { id, sample, files, config, index };
});

/**
 * The answer of a recipe, computed while it is shown. `own` is its state without the file,
 * undefined if there is nothing to compute.
 */
export function answer_of<Name extends keyof Recipes>(
  name: Name,
  own: () => Omit<StateOf<Recipes[Name]>, 'file'> | undefined,
) {
  const state = computed(() => {
    const [file, of_recipe] = [names.value, own()];
    return file && of_recipe && ({ ...of_recipe, file } as unknown as StateOf<Recipes[Name]>);
  });
  const newest = asked_answer<Recipes[Name]>(`checkpoint.${name}`, () => state.value, {
    worker: checkpoint_worker,
    on_note: (note) => (bytes_read.value = note as number),
  });
  /** The last answer, unless it is about another file or stack than the chosen one. */
  const shown = computed(() => {
    const answer = newest.shown.value;
    const { file, stack: of_stack } = (answer?.state ?? {}) as Partial<
      OfFile & { readonly stack: string }
    >;
    return file?.id === opened.value?.id && of_stack === stack.value?.name ? answer : undefined;
  });
  const running = computed(() => newest.pending.value && state.value !== undefined && is_ready());
  const { progress, stop, again } = newest;
  /** Computes the answer after a stop or an error, or once more. */
  const start = () => void (running.peek() || again());
  return { shown, newest, running, progress, stop, start };
}

export const file_header = answer_of(
  'header',
  () => stack.value && { stack: stack.value.name, layout: layout.value },
);

/** Returns an answer if it was computed from these settings. */
export const if_given = <Of extends { readonly state: object }>(
  answer: Of | undefined,
  given: object | undefined,
) =>
  answer && given && same_value({ ...answer.state, ...given }, answer.state) ? answer : undefined;

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
