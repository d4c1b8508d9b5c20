/** The state that panels share, and its way into the address and out of it. */
import { batch, computed, effect, signal } from '@preact/signals';
import { gelu_of_example } from './core/example_names.ts';
import type { ExampleName } from './core/example_names.ts';
import type { TensorName, TensorWidth } from './core/tensor_names.ts';
import { initial_state, read_hash, write_hash } from './url_state.ts';
import type { UrlState } from './url_state.ts';

/** One element of a tensor on which the reader's attention is. */
export interface ElementReference {
  readonly tensor: TensorName;
  readonly token: number;
  readonly feature: number;
}

export const store = {
  example: signal(initial_state.example),
  token: signal(initial_state.token),
  gelu: signal(initial_state.gelu),
  cursor_x: signal(initial_state.x),
  zoom: signal(initial_state.zoom),
  /** Below it a hidden activation counts as small. */
  threshold: signal(initial_state.threshold),
  /** Pre-activations that are followed through the activation. */
  brush: signal<readonly [low: number, high: number] | undefined>(undefined),
  dropout: signal(initial_state.dropout),
  dropout_placement: signal(initial_state.dropout_placement),
  dropout_passes: signal(initial_state.dropout_passes),
  /** Of the output, for the panels on one element. */
  feature: signal(initial_state.feature),
  /** Of the network whose parameters are counted. */
  d_model: signal(initial_state.d_model),
  bias: signal(initial_state.bias),
  /** What the text field holds, good or bad. */
  pasted_text: signal('1.0  0.5 -0.3  0.8\n0.2 -0.4  0.6  0.1\n-1.5  0.0  0.9  2.0'),
  /** First feature of the window of cells, for each of the two widths. */
  window_start: { d_model: signal(0), d_ff: signal(0) } satisfies Record<TensorWidth, unknown>,
  /** Pinned by a click or a key; shown until another one is. */
  pinned: signal<ElementReference | undefined>(undefined),
  /** Under the pointer or the keyboard's focus. */
  hovered: signal<ElementReference | undefined>(undefined),
  /** The address held something that was not understood. */
  hash_refused: signal(false),
};

/** Chooses an example, from its first token and with the form of GELU that belongs to it. */
export function choose_example(example: ExampleName): void {
  batch(() => {
    store.example.value = example;
    store.gelu.value = gelu_of_example[example];
    store.token.value = 0;
    store.window_start.d_model.value = 0;
    store.window_start.d_ff.value = 0;
    store.pinned.value = undefined;
    store.hovered.value = undefined;
    store.brush.value = undefined;
  });
}

export const hash = computed(() =>
  write_hash({
    example: store.example.value,
    token: store.token.value,
    gelu: store.gelu.value,
    x: store.cursor_x.value,
    zoom: store.zoom.value,
    threshold: store.threshold.value,
    dropout: store.dropout.value,
    dropout_placement: store.dropout_placement.value,
    dropout_passes: store.dropout_passes.value,
    feature: store.feature.value,
    d_model: store.d_model.value,
    bias: store.bias.value,
  }),
);

function take(state: UrlState): void {
  batch(() => {
    if (state.example !== store.example.peek()) choose_example(state.example);
    store.token.value = state.token;
    store.gelu.value = state.gelu;
    store.cursor_x.value = state.x;
    store.zoom.value = state.zoom;
    store.threshold.value = state.threshold;
    store.dropout.value = state.dropout;
    store.dropout_placement.value = state.dropout_placement;
    store.dropout_passes.value = state.dropout_passes;
    store.feature.value = state.feature;
    store.d_model.value = state.d_model;
    store.bias.value = state.bias;
  });
}

function read_address(): void {
  const { state, refused } = read_hash(location.hash);
  take(state);
  store.hash_refused.value = refused;
}

/** Browsers refuse more than a hundred changes of the address in half a minute. */
const address_delay_ms = 400;

/** Keeps the address and the store in step; only a change of example makes a step for the Back button. */
export function connect_address(): void {
  read_address();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written_example = store.example.peek();
  const write = (next: string) => {
    const large_jump = written_example !== store.example.peek();
    written_example = store.example.peek();
    const address = next === '' ? location.pathname + location.search : next;
    if (next !== location.hash) history[large_jump ? 'pushState' : 'replaceState'](null, '', address);
  };
  let first = true;
  effect(() => {
    const next = hash.value;
    clearTimeout(timer);
    if (!first) timer = setTimeout(() => write(next), address_delay_ms);
    first = false;
  });
  addEventListener('popstate', () => {
    clearTimeout(timer);
    read_address();
    written_example = store.example.peek();
    clearTimeout(timer);
  });
}
