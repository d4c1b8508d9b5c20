/** The opened file and the user's selections. The page's address contains layer, neuron and scaling, but not the file. */
import { computed, signal } from '@preact/signals';
import type { ActivationKind, WeightLayout } from 'ffn-lab';
import { connect } from '../../numbers/connection.ts';
import { model_limits, parse_matrix } from '../../words/parse_matrix.ts';
import { store } from '../../numbers/store.ts';
import type { Input, InputKind, PassState } from './layer_recipe.ts';
import { captured_rows } from './sample.ts';
import type { CheckpointCalls, OpenedFacts } from './service.ts';

/** The step's own worker, started only when a file is opened. */
export const checkpoint_worker = connect<CheckpointCalls>('checkpoint');

export const opened = signal<OpenedFacts | undefined>(undefined);

/** Bytes of the open file read so far. */
export const bytes_read = signal(0);

/** The user's choice of layout, used if the file leaves it open. */
export const chosen_layout = signal<WeightLayout | undefined>(undefined);
export const layout = computed(() => chosen_layout.value ?? opened.value?.layout ?? 'in_out');

export const model = computed(() => opened.value?.models[layout.value].table);

/** The user's choice of activation; undefined means the model's own. */
export const chosen_activation = signal<ActivationKind | undefined>(undefined);
export const activation = computed(() => chosen_activation.value ?? model.value?.activation ?? 'gelu');

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

/** A text that has run through the file's first `blocks` blocks: the networks of later layers have no input. */
export const text_input = signal<(Tokens & { readonly blocks: number }) | undefined>(undefined);

const input = computed((): Input | undefined => {
  switch (input_kind.value) {
    case 'captured':
      return { kind: 'captured', ...captured_rows };
    case 'random':
      return { kind: 'random', tokens: random_rows.tokens.value, seed: random_rows.seed.value };
    case 'pasted': {
      const matrix = 'matrix' in pasted_matrix.value ? pasted_matrix.value.matrix : undefined;
      if (matrix?.columns !== model.value?.d_model) return undefined;
      return matrix && { kind: 'pasted', tensor: { data: matrix.data, shape: [matrix.rows, matrix.columns] } };
    }
    case 'tokens':
      return text_input.value && { kind: 'tokens', ids: text_input.value.ids };
  }
});

/** Number of rows of the input. */
export const tokens = computed(() => {
  const given = input.value;
  if (given === undefined) return 1;
  if ('tokens' in given) return given.tokens;
  return 'ids' in given ? given.ids.length : (given.tensor.shape[0] ?? 1);
});

export const token = computed(() => Math.min(store.token.value, tokens.value - 1));

/** Returns whether the input has reached a layer. */
const has_input = (at: number): boolean => input_kind.value !== 'tokens' || at < (text_input.value?.blocks ?? 0);

const every_pass = computed((): Omit<PassState, 'layer'> | undefined => {
  if (opened.value === undefined || input.value === undefined) return undefined;
  return { layout: layout.value, activation: activation.value, input: input.value };
});

/** The passes of all layers; undefined if one of them has no input. */
export const all_layers_pass = computed(() => (has_input(last_layer.value) ? every_pass.value : undefined));

/** The pass shared by all parts of the step; undefined without a file or without an input for this layer. */
export const layer_pass = computed((): PassState | undefined => {
  const pass = has_input(layer.value) ? every_pass.value : undefined;
  return pass && { layer: layer.value, ...pass };
});
