/**
 * The choice of the example above the steps that work on it, and the keys for token and element.
 */
import { shown_pass, token_of, type Pass } from '../numbers/forward_pass.ts';
import { format_number, t } from '../words/i18n.ts';
import { batch } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { announce } from '../controls/announcer.ts';
import {
  leading_index,
  window_length,
  base_name,
  tensor_key,
  width_of,
} from '../state/tensor_names.ts';
import { Select } from '../controls/select.tsx';
import { register_keys, type Key } from '../controls/keys.ts';
import { example_names, type Emphasis } from '../state/url_state.ts';
import { choose_example, store } from '../state/store.ts';
import { token_name } from '../numbers/token_choice.tsx';

const ExampleChoice = () => (
  <Select
    class="network_example"
    label={t('feed_forward.example')}
    values={example_names}
    text={(name) => t(`example.${name}`)}
    value={store.example.value}
    on_choose={choose_example}
  />
);

const clamp_index = (value: number, count: number) => Math.min(count - 1, Math.max(0, value));

/**
 * Moves to another token; the pinned element moves with it. Returns false if there is only one
 * token.
 */
function move_token(pass: Pass, by: number): boolean {
  const { tensors, d_model } = pass.value;
  const tokens = tensors.x.data.length / d_model;
  if (tokens < 2) return false;
  const token = clamp_index(token_of(pass) + by, tokens);
  batch(() => {
    store.token.value = token;
    store.hovered.value = undefined;
    if (store.pinned.value) store.pinned.value = { ...store.pinned.value, token };
  });
  announce(`${t('token.choose')} ${token_name(token, tensors.x.shape)}`);
  return true;
}

/**
 * Moves the pinned element to another feature. Returns false without one, so that the arrow keys
 * scroll the page.
 */
function move_neuron({ value: { tensors } }: Pass, by: number): boolean {
  const pinned = store.pinned.peek();
  if (pinned === undefined) return false;
  const { data, shape } = tensors[tensor_key(pinned.tensor)];
  const features = shape[shape.length - 1] ?? 1;
  const feature = clamp_index(pinned.feature + by, features);
  batch(() => {
    store.pinned.value = { ...pinned, feature };
    store.hovered.value = undefined;
    store.window_start[width_of(pinned.tensor)].value = feature - (feature % window_length);
  });
  const place = [...leading_index(pinned.token, shape), feature].join(', ');
  announce(
    `${base_name(pinned.tensor)}[${place}] ${format_number(data[pinned.token * features + feature] ?? NaN, 'cell')}`,
  );
  return true;
}

function unpin(): boolean {
  const pinned = store.pinned.peek() !== undefined;
  store.pinned.value = undefined;
  store.hovered.value = undefined;
  return pinned;
}

/** Toggles between emphasis on one activation and on both. */
function emphasise(activation: Exclude<Emphasis, 'both'>): boolean {
  store.emphasis.value = store.emphasis.peek() === activation ? 'both' : activation;
  announce(t(`feed_forward.emphasis_${store.emphasis.value}`));
  return true;
}

const network_keys = (pass: Pass): readonly Key[] => [
  {
    keys: ['ArrowLeft', 'ArrowRight'],
    message: 'keys.token',
    run: (key) => move_token(pass, key === 'ArrowLeft' ? -1 : 1),
  },
  {
    keys: ['ArrowUp', 'ArrowDown'],
    message: 'keys.neuron',
    run: (key) => move_neuron(pass, key === 'ArrowUp' ? -1 : 1),
  },
  { keys: ['Escape'], message: 'keys.unpin', run: unpin },
  { keys: ['g'], message: 'keys.gelu', run: () => emphasise('gelu') },
  { keys: ['r'], message: 'keys.relu', run: () => emphasise('relu') },
];

export function ExampleBar() {
  const pass = shown_pass();
  useEffect(() => pass && register_keys(network_keys(pass)), [pass]);
  // That step has a choice with more about each example.
  if (store.panel.value === 'feed_forward') return null;
  return (
    <div class="example_bar">
      <ExampleChoice />
    </div>
  );
}
