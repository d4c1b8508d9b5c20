/** The opened file and the user's selections. The page's address contains layer, neuron and scaling, but not the file. */
import { computed, signal } from '@preact/signals';
import type { ActivationKind, Tensor, WeightLayout } from 'ffn-lab';
import { connect } from '../../numbers/connection.ts';
import { model_limits, parse_matrix } from '../../words/parse_matrix.ts';
import { store } from '../../numbers/store.ts';
import type { OpenedFacts, PassRequest } from './opened.ts';
import type { Input, InputKind, PassState } from './pass.ts';
import { captured_rows } from './sample.ts';
import type { CheckpointCalls } from './service.ts';

/** The step's own worker, started only when a file is opened. */
export const checkpoint_worker = connect<CheckpointCalls>('checkpoint');

export const opened = signal<OpenedFacts | undefined>(undefined);

/** The user's choice of layout, used if the file leaves it open. */
export const chosen_layout = signal<WeightLayout | undefined>(undefined);
export const layout = computed(() => chosen_layout.value ?? opened.value?.layout ?? 'in_out');

export const model = computed(() => opened.value?.models[layout.value].table);

/** The user's choice of activation; undefined means the model's own. */
export const chosen_activation = signal<ActivationKind | undefined>(undefined);
export const activation = computed(() => chosen_activation.value ?? model.value?.activation ?? 'gelu');

export const layer = computed(() => Math.min(store.model_layer.value, (model.value?.layers.length ?? 1) - 1));

export const input_kind = signal<InputKind>('random');
export const random_rows = { tokens: signal(16), seed: signal(0) };
export const most_random_tokens = 64;
export const pasted_rows = signal('');

/** A text that has run through the file's blocks. */
export interface TextInput {
  readonly ids: readonly number[];
  readonly labels: readonly string[];
  /** Number of blocks that have run: the networks of later layers have no input. */
  readonly blocks: number;
}
export const text_input = signal<TextInput | undefined>(undefined);

export const pasted_matrix = computed(() => parse_matrix(pasted_rows.value, model_limits));

/** The pasted rows; undefined unless they are valid and fit the model. */
const pasted_tensor = computed((): Tensor | undefined => {
  const result = pasted_matrix.value;
  if (!('matrix' in result) || result.matrix.columns !== model.value?.d_model) return undefined;
  const { rows, columns, data } = result.matrix;
  return { data, shape: [rows, columns] };
});

interface KeyedInput {
  readonly key: string;
  readonly input: Input;
  /** Number of rows. */
  readonly tokens: number;
}

let pasted_count = 0;
/** Every valid pasted text gets a new key. */
const pasted_input = computed((): KeyedInput | undefined => {
  const tensor = pasted_tensor.value;
  return tensor && { key: `pasted ${++pasted_count}`, input: { kind: 'pasted', tensor }, tokens: tensor.shape[0] ?? 1 };
});

const input = computed((): KeyedInput | undefined => {
  switch (input_kind.value) {
    case 'captured':
      return opened.value?.sample
        ? { key: 'captured', input: { kind: 'captured', ...captured_rows }, tokens: captured_rows.tokens }
        : undefined;
    case 'random': {
      const [tokens, seed] = [random_rows.tokens.value, random_rows.seed.value];
      return { key: `random ${tokens} ${seed}`, input: { kind: 'random', tokens, seed }, tokens };
    }
    case 'pasted':
      return pasted_input.value;
    case 'tokens': {
      const ids = text_input.value?.ids;
      return ids && { key: `text ${ids.join(' ')}`, input: { kind: 'tokens', ids }, tokens: ids.length };
    }
  }
});

/** Number of rows of the input. */
export const tokens = computed(() => input.value?.tokens ?? 1);

export const token = computed(() => Math.min(store.token.value, tokens.value - 1));

/** Returns whether the input has reached a layer. */
const has_input = (at: number): boolean => input_kind.value !== 'tokens' || at < (text_input.value?.blocks ?? 0);

const every_request = computed((): PassRequest<Omit<PassState, 'layer'>> | undefined => {
  const [file, given] = [opened.value, input.value];
  if (file === undefined || given === undefined) return undefined;
  const state = { layout: layout.value, activation: activation.value, input: given.input };
  return { opened: file.id, input_key: given.key, state };
});

/** The passes of all layers; undefined if one of them has no input. */
export const all_layers_request = computed(() => (has_input((model.value?.layers.length ?? 1) - 1) ? every_request.value : undefined));

/** The pass shared by all parts of the step; undefined without a file or without an input for this layer. */
export const layer_request = computed((): PassRequest | undefined => {
  const request = has_input(layer.value) ? every_request.value : undefined;
  return request && { ...request, state: { layer: layer.value, ...request.state } };
});
