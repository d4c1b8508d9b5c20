/**
 * The opened file and the user's selections. The page's address has stack, layer, neuron and
 * scaling, but not the file.
 */
import { computed, signal } from '@preact/signals';
import type { ActivationKind, WeightLayout } from 'ffn-lab';
import { connect } from '../../compute/connection.ts';
import { store } from '../../state/store.ts';
import { model_limits, parse_matrix } from '../../state/parse_matrix.ts';
import type { ValueOf } from '../../compute/recipe.ts';
import type { Input, InputKind } from './inputs.ts';
import type * as recipe from './recipe.ts';
import { captured_rows } from './sample.ts';

/** The step's own worker, started only when a file is opened. */
export const checkpoint_worker = connect('checkpoint');

/** Facts about an open file. Its `id` identifies it in later calls. */
export type OpenedFacts = ValueOf<typeof recipe.opened>;

export const opened = signal<OpenedFacts | undefined>(undefined);

export const bytes_read = signal(0);

/** The chosen stack of the file, in the order of their names. */
export const stack = computed(() => {
  const { stacks = [] } = opened.value ?? {};
  return stacks[Math.min(store.model_stack.value, stacks.length - 1)];
});

/** The user's choice of layout, used if the file leaves it open. */
export const chosen_layout = signal<WeightLayout | undefined>(undefined);
export const layout = computed(() => chosen_layout.value ?? stack.value?.layout ?? 'in_out');

export const model = computed(() => stack.value?.tables[layout.value]);

/** The user's choice of activation; undefined means the model's own. */
export const chosen_activation = signal<ActivationKind | undefined>(undefined);

/** Undefined if neither the file nor the user says it: then nothing is computed. */
export const activation = computed(() => chosen_activation.value ?? model.value?.activation);

/** The activation of the networks: the model's, or the user's choice of it. */
export const own_activation = computed(() => model.value?.activation ?? chosen_activation.value);

const last_layer = computed(() => (model.value?.layers.length ?? 1) - 1);
export const layer = computed(() => Math.min(store.model_layer.value, last_layer.value));

export const input_kind = signal<InputKind>('random');

/** Fewer rows for a large network, whose layer takes long. */
export const default_rows = (d_model: number) => (d_model < 2048 ? 16 : 4);
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

/** The activation of the blocks, if the file does not say it. */
export const block_activation = computed(() =>
  model.value?.activation === undefined && chosen_activation.value
    ? { activation: chosen_activation.value }
    : {},
);

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
      return (
        text_input.value && { kind: 'tokens', ids: text_input.value.ids, ...block_activation.value }
      );
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

const stack_state = computed(
  () => stack.value && { stack: stack.value.name, layout: layout.value },
);

export const network_state = computed(
  () => stack_state.value && { ...stack_state.value, layer: layer.value },
);

/** The chosen network and its input; undefined without a file or without an input for this layer. */
export const input_state = computed(() =>
  has_input(layer.value)
    ? network_state.value && input.value && { ...network_state.value, input: input.value }
    : undefined,
);

/** The passes of all layers; undefined if one of them has no input. */
export const all_layers_pass = computed(() =>
  has_input(last_layer.value)
    ? stack_state.value &&
      input.value &&
      activation.value && { ...stack_state.value, activation: activation.value, input: input.value }
    : undefined,
);
