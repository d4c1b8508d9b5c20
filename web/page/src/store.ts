/** The state that panels share, and its way into the address and out of it. */
import { batch, computed, effect, signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { Edit } from './core/edits.ts';
import { gelu_of_example } from './core/example_names.ts';
import type { NumberName } from './core/as_code.ts';
import type { ExampleName } from './core/example_names.ts';
import type { TensorName, TensorWidth } from './core/tensor_names.ts';
import { initial_state, parameter_names, read_hash, default_state, write_hash } from './url_state.ts';
import type { ParameterName, UrlState } from './url_state.ts';

/** One element of a tensor on which the reader's attention is. */
export interface ElementReference {
  readonly tensor: TensorName;
  readonly token: number;
  readonly feature: number;
}

/** A number that the page shows, with its provenance as its element carries it. */
export interface InspectedNumber extends NumberName {
  readonly value: number;
  /** The program that computed it, as things stood when it was asked for. */
  readonly code: string | undefined;
}

type UrlSignals = { readonly [Name in ParameterName]: Signal<UrlState[Name]> };

/** One signal for each parameter of the address. */
const url = Object.fromEntries(parameter_names.map((name) => [name, signal(initial_state[name])])) as unknown as UrlSignals;

const { x: cursor_x, ...in_address } = url;

export const store = {
  ...in_address,
  cursor_x,
  /** The feature of x that the slider at the top moves. */
  slider: signal(0),
  /** What the text field holds, good or bad. */
  pasted_text: signal('1.0  0.5 -0.3  0.8\n0.2 -0.4  0.6  0.1\n-1.5  0.0  0.9  2.0'),
  /** First feature of the window of cells, for each of the two widths. */
  window_start: { d_model: signal(0), d_ff: signal(0) } satisfies Record<TensorWidth, unknown>,
  /** Pinned by a click or a key; shown until another one is. */
  pinned: signal<ElementReference | undefined>(undefined),
  /** Under the pointer or the keyboard's focus. */
  hovered: signal<ElementReference | undefined>(undefined),
  /** Of a row of a table that stands for a whole token. */
  hovered_token: signal<number | undefined>(undefined),
  /** What the trace's term under the pointer stands for: marked like a hovered element, but the trace stays where it is. */
  term: signal<ElementReference | undefined>(undefined),
  /** In slow motion: the one number of the stage that has just been computed. */
  stage_feature: signal<number | undefined>(undefined),
  /** The number that is being changed by hand. */
  editing: signal<Pick<Edit, 'tensor' | 'index'> | undefined>(undefined),
  /** The pass is being played. */
  playing: signal(false),
  /** The number whose origin is shown. */
  inspected: signal<InspectedNumber | undefined>(undefined),
  /** The address held something that was not understood. */
  hash_refused: signal(false),
};

/** The element that the reader looks at: under the pointer or the focus, or else the pinned one. */
export const attended = computed(() => store.hovered.value ?? store.pinned.value);

/** So long the way to the next cell may take, over the gap between them. */
const gap_ms = 100;
let leaving: ReturnType<typeof setTimeout> | undefined;

/**
 * The pointer or the focus has come to an element, or with undefined has left one. What is left stays under attention for a moment: on the
 * way from cell to cell nothing blinks, and what nobody looks at is not computed.
 */
export function hover(at: ElementReference | undefined): void {
  if (at === undefined) {
    // Who goes on moving beside the cells leaves once.
    leaving ??= setTimeout(leave_hovered, gap_ms);
    return;
  }
  clearTimeout(leaving);
  leaving = undefined;
  const before = store.hovered.peek();
  if (before?.tensor !== at.tensor || before.token !== at.token || before.feature !== at.feature) store.hovered.value = at;
}

function leave_hovered(): void {
  leaving = undefined;
  store.hovered.value = undefined;
}

/** Another matrix is another network: what was changed, or looked at, was of the one before. */
export function choose_pasted_text(text: string): void {
  batch(() => {
    store.pasted_text.value = text;
    store.edits.value = [];
    store.editing.value = undefined;
    store.pinned.value = undefined;
    store.hovered.value = undefined;
    store.inspected.value = undefined;
  });
}

/** Chooses an example, from its first token and with the form of GELU that belongs to it. */
export function choose_example(example: ExampleName): void {
  batch(() => {
    store.example.value = example;
    store.gelu.value = gelu_of_example[example];
    store.token.value = 0;
    store.slider.value = 0;
    store.window_start.d_model.value = 0;
    store.window_start.d_ff.value = 0;
    store.pinned.value = undefined;
    store.hovered.value = undefined;
    store.term.value = undefined;
    store.stage_feature.value = undefined;
    store.stage.value = 'all';
    store.brush.value = undefined;
    store.edits.value = [];
    store.editing.value = undefined;
    store.playing.value = false;
    store.inspected.value = undefined;
  });
}

export const current_state = () => Object.fromEntries(parameter_names.map((name) => [name, url[name].value])) as unknown as UrlState;

export const hash = computed(() => write_hash(current_state()));

/** The state as a link that leads to a panel. */
export const hash_for_panel = (panel: string): string => write_hash({ ...current_state(), panel });

function take(state: UrlState): void {
  batch(() => {
    if (state.example !== store.example.peek()) choose_example(state.example);
    for (const name of parameter_names) (url[name] as Signal<unknown>).value = state[name];
  });
}

/** Counts, so that each makes a step for the Back button. */
const resets = signal(0);

/** Every setting as usual, but for the example with its seed and for where and how the page is shown. */
export function reset_settings(): void {
  batch(() => {
    resets.value++;
    const { example, panel, teach } = current_state();
    choose_example(example);
    take({ ...default_state(example), panel, teach });
  });
}

function read_address(): void {
  const { state, refused } = read_hash(location.hash);
  take(state);
  store.hash_refused.value = refused;
}

/** Browsers refuse more than a hundred changes of the address in half a minute. */
const address_delay_ms = 400;

/** Keeps the address and the store in step; only a change of example and a reset make a step for the Back button. */
export function connect_address(): void {
  read_address();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written_example = store.example.peek();
  let written_resets = resets.peek();
  let waiting: string | undefined;
  const write = (how: 'pushState' | 'replaceState', next: string) => {
    const address = next === '' ? location.pathname + location.search : next;
    try {
      // Marked as the page's own: one without the mark has been typed or followed (navigate.ts).
      if (next !== location.hash) history[how]({ own: true }, '', address);
    } catch {
      // Too many changes for this browser: the next one carries them all.
    }
  };
  const flush = () => {
    clearTimeout(timer);
    if (waiting !== undefined) write('replaceState', waiting);
    waiting = undefined;
  };
  // Whoever comes back finds the last change, too.
  addEventListener('pagehide', flush);
  let first = true;
  effect(() => {
    const next = hash.value;
    const large_jump = written_example !== store.example.peek() || written_resets !== resets.peek();
    written_example = store.example.peek();
    written_resets = resets.peek();
    if (large_jump) {
      // What has just been changed belongs to the place that is left.
      flush();
      write('pushState', next);
    } else if (!first) {
      clearTimeout(timer);
      waiting = next;
      timer = setTimeout(flush, address_delay_ms);
    }
    first = false;
  });
  addEventListener('popstate', () => {
    written_example = read_hash(location.hash).state.example;
    read_address();
    clearTimeout(timer);
    waiting = undefined;
  });
}
