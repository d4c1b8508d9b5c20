/** The opened file and the user's selections. The page's address contains layer, neuron and scaling, but not the file. */
import { computed, signal } from '@preact/signals';
import type { ActivationKind, Tensor, WeightLayout } from 'ffn-lab';
import { resource_of } from '../../numbers/resource.ts';
import { model_limits, parse_matrix } from '../../words/parse_matrix.ts';
import { store } from '../../numbers/store.ts';
import type { CheckpointCalls, InputChoice, InputKind, LayerRequest, OpenedFacts } from './calls.ts';
import { checkpoint_worker } from './connection.ts';
import { sample_sizes } from './sample.ts';

export const opened = signal<OpenedFacts | undefined>(undefined);

/** The user's choice of layout, used if the file leaves it open. */
export const chosen_layout = signal<WeightLayout | undefined>(undefined);

export const model = computed(() => opened.value?.models[chosen_layout.value ?? opened.value.model.layout]);

/** The user's choice of activation; undefined means the model's own. */
export const chosen_activation = signal<ActivationKind | undefined>(undefined);
export const activation = computed(() => chosen_activation.value ?? model.value?.activation ?? 'gelu');

export const layer = computed(() => Math.min(store.model_layer.value, (model.value?.layers.length ?? 1) - 1));

export const input_kind = signal<InputKind>('random');
export const random_input = { tokens: signal(16), seed: signal(0) };
export const most_random_tokens = 64;
export const pasted_rows = signal('');

/** Input computed from a text, and the program lines that create the same input as `x`. */
export interface TextInputState {
  readonly choice: Extract<InputChoice, { kind: 'tokens' }>;
  readonly labels: readonly string[];
  readonly code: (layer: number) => readonly string[];
}
export const text_input = signal<TextInputState | undefined>(undefined);

export const pasted_matrix = computed(() => parse_matrix(pasted_rows.value, model_limits));

/** The pasted rows; undefined unless they are valid and fit the model. */
const pasted_tensor = computed((): Tensor | undefined => {
  const result = pasted_matrix.value;
  if (!('matrix' in result) || result.matrix.columns !== model.value?.d_model) return undefined;
  const { rows, columns, data } = result.matrix;
  return { data, shape: [rows, columns] };
});

let pasted_count = 0;
/** Every valid pasted text gets a new key. */
const pasted_choice = computed((): InputChoice | undefined => {
  const tensor = pasted_tensor.value;
  return tensor && { kind: 'pasted', key: `pasted ${++pasted_count}`, tensor };
});

export const input = computed((): InputChoice | undefined => {
  switch (input_kind.value) {
    case 'captured':
      return opened.value?.sample ? { kind: 'captured', key: 'captured' } : undefined;
    case 'random': {
      const [tokens, seed] = [random_input.tokens.value, random_input.seed.value];
      return { kind: 'random', key: `random ${tokens} ${seed}`, tokens, seed };
    }
    case 'pasted':
      return pasted_choice.value;
    case 'tokens':
      return text_input.value?.choice;
  }
});

/** Number of rows of the input. */
export const tokens = computed((): number => {
  const choice = input.value;
  switch (choice?.kind) {
    case 'random':
      return choice.tokens;
    case 'pasted':
      return choice.tensor.shape[0] ?? 1;
    case 'tokens':
      return choice.by_layer[0]?.shape[0] ?? 1;
    case 'captured':
      return sample_sizes.tokens;
    case undefined:
      return 1;
  }
});

export const token = computed(() => Math.min(store.token.value, tokens.value - 1));

/** Request shared by all parts of the panel; undefined without a file or without an input for this layer. */
export const layer_request = computed((): LayerRequest | undefined => {
  const [file, found, choice] = [opened.value, model.value, input.value];
  if (file === undefined || found === undefined || choice === undefined) return undefined;
  if (choice.kind === 'tokens' && choice.by_layer[layer.value] === undefined) return undefined;
  return { opened: file.id, layer: layer.value, input: choice, activation: activation.value, layout: found.layout };
});

type Name = keyof CheckpointCalls;

/** Creates a resource whose requests go to the panel's own worker. */
export const checkpoint_resource = <Call extends Name>(name: Call, request: () => CheckpointCalls[Call]['request'] | undefined) =>
  resource_of<CheckpointCalls, Call>(checkpoint_worker, name, request);

/** Whether neurons are ranked over all tokens or for the selected token. */
export const ranked_by = signal<'all' | 'token'>('all');

export const pass = checkpoint_resource('layer', () => layer_request.value);
export const ranking = checkpoint_resource('ranking', () => {
  const request = layer_request.value;
  return request && { ...request, token: ranked_by.value === 'token' ? token.value : undefined };
});

/** The last replies, unless they are about another file than the open one. */
export const shown_pass = computed(() => (pass.value.current?.request.opened === opened.value?.id ? pass.value.current?.reply : undefined));
export const shown_ranking = computed(() =>
  ranking.value.current?.request.opened === opened.value?.id ? ranking.value.current?.reply : undefined,
);

/** The neuron that the user selected, or else the strongest one. */
export const neuron = computed((): number | undefined => {
  const last = (model.value?.d_ff ?? 1) - 1;
  const chosen = store.model_neuron.value;
  return chosen === undefined ? shown_ranking.value?.neuron[0] : Math.min(chosen, last);
});

export const neuron_answer = checkpoint_resource('neuron', () => {
  const [request, index] = [layer_request.value, neuron.value];
  return request && index !== undefined ? { ...request, neuron: index, token: token.value } : undefined;
});
export const shown_neuron = computed(() =>
  neuron_answer.value.current?.request.opened === opened.value?.id ? neuron_answer.value.current : undefined,
);
