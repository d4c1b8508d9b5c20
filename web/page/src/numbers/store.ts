/** State shared by the panels, and its synchronization with the URL hash. */
import { batch, computed, effect, signal, type Signal } from '@preact/signals';
import type { Edit } from './edits.ts';
import { gelu_of_example, initial_state, parameter_names, read_hash, default_state, write_hash } from './url_state.ts';
import type { ExampleName, ParameterName, UrlState } from './url_state.ts';
import type { ElementReference, TensorWidth } from './tensor_names.ts';

/** A number on the page with its provenance. */
export interface InspectedNumber {
  readonly recipe: string;
  readonly path: string;
  readonly value: number;
  /** Program that computes the number, generated when the number was inspected. */
  readonly code: string | undefined;
}

type UrlSignals = { readonly [Name in ParameterName]: Signal<UrlState[Name]> };

/** One signal for each URL parameter. */
const url = Object.fromEntries(parameter_names.map((name) => [name, signal(initial_state[name])])) as unknown as UrlSignals;

const { x: cursor_x, ...in_address } = url;

export const store = {
  ...in_address,
  cursor_x,
  /** Feature of x that the slider at the top of the page sets. */
  slider: signal(0),
  /** Text of the matrix field, valid or not. */
  pasted_text: signal('1.0  0.5 -0.3  0.8\n0.2 -0.4  0.6  0.1\n-1.5  0.0  0.9  2.0'),
  /** First visible feature of the tensors, for each of the two widths. */
  window_start: { d_model: signal(0), d_ff: signal(0) } satisfies Record<TensorWidth, unknown>,
  /** Element pinned by a click or a key. */
  pinned: signal<ElementReference | undefined>(undefined),
  /** Element under the pointer or with the keyboard focus. */
  hovered: signal<ElementReference | undefined>(undefined),
  /** Token of the hovered table row. */
  hovered_token: signal<number | undefined>(undefined),
  /** Element behind the hovered term of a dot-product trace: highlighted like a hovered one, without changing the traced element. */
  term: signal<ElementReference | undefined>(undefined),
  /** Feature that the slow-motion playback computes at this moment. */
  stage_feature: signal<number | undefined>(undefined),
  /** The number in the editor. */
  editing: signal<Pick<Edit, 'tensor' | 'index'> | undefined>(undefined),
  /** The playback of the forward pass is running. */
  playing: signal(false),
  /** The number in the provenance card. */
  inspected: signal<InspectedNumber | undefined>(undefined),
  /** Part of the hash was invalid. */
  hash_refused: signal(false),
};

/** The highlighted element: the hovered or focused one, else the pinned one. */
export const attended = computed(() => store.hovered.value ?? store.pinned.value);

/** Time for the pointer to cross the gap between two cells. */
const leave_delay_ms = 100;
let leave_timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sets the hovered element; undefined clears it after a short delay. Without the delay, the highlight would flicker on the way from cell to
 * cell, and the panels would recompute their values in between.
 */
export function hover(at: ElementReference | undefined): void {
  if (at === undefined) {
    // Does not restart the delay while the pointer moves outside the cells.
    leave_timer ??= setTimeout(clear_hovered, leave_delay_ms);
    return;
  }
  clearTimeout(leave_timer);
  leave_timer = undefined;
  const before = store.hovered.peek();
  if (before?.tensor !== at.tensor || before.token !== at.token || before.feature !== at.feature) store.hovered.value = at;
}

function clear_hovered(): void {
  leave_timer = undefined;
  store.hovered.value = undefined;
}

/** Sets the pasted matrix. It defines another network, so edits, pinned and inspected elements are cleared. */
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

/** Chooses an example with its form of GELU and resets edits and selections. */
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

/** Returns the hash of the current state with a link to a panel. */
export const hash_for_panel = (panel: string): string => write_hash({ ...current_state(), panel });

function apply_state(state: UrlState): void {
  batch(() => {
    if (state.example !== store.example.peek()) choose_example(state.example);
    for (const name of parameter_names) (url[name] as Signal<unknown>).value = state[name];
  });
}

/** Number of resets; each creates a history entry. */
const resets = signal(0);

/** Resets all settings except the example, the panel and teacher mode. */
export function reset_settings(): void {
  batch(() => {
    resets.value++;
    const { example, panel, teach } = current_state();
    choose_example(example);
    apply_state({ ...default_state(example), panel, teach });
  });
}

/** Returns the place on the page that an anchor or the parameter `panel` leads to; empty for unknown names. */
export type PlaceOf = (name: string) => string;

function read_address(place_of: PlaceOf): void {
  const { state, refused } = read_hash(location.hash);
  const [, anchor] = /^#(\w+)$/.exec(location.hash) ?? [];
  apply_state({ ...state, panel: place_of(anchor ?? state.panel) });
  store.hash_refused.value = refused;
}

/** Each history entry has its own key, in `history.state`. */
const new_key = () => performance.timeOrigin + performance.now();

/** Returns the key of the current history entry; gives one to an entry that was typed or followed. */
export function entry_key(): number {
  const { key } = (history.state ?? {}) as { readonly key?: number };
  if (key !== undefined) return key;
  const added = new_key();
  history.replaceState({ key: added }, '');
  return added;
}

/** Debounces changes of the address: browsers allow about a hundred in 30 seconds. */
const address_delay_ms = 400;

function write_address(how: 'pushState' | 'replaceState', next: string): void {
  const address = next === '' ? location.pathname + location.search : next;
  try {
    if (next !== location.hash) history[how](how === 'pushState' ? { key: new_key() } : history.state, '', address);
  } catch {
    // The browser's rate limit was exceeded; the next change writes the whole state.
  }
}

/** Replaces the address of the current history entry after a delay. */
function make_delayed_address() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: string | undefined;
  const cancel = () => {
    clearTimeout(timer);
    pending = undefined;
  };
  const flush = () => {
    if (pending !== undefined) write_address('replaceState', pending);
    cancel();
  };
  const schedule = (next: string) => {
    cancel();
    pending = next;
    timer = setTimeout(flush, address_delay_ms);
  };
  return { cancel, flush, schedule };
}

/** Identifies a history entry: another place on the page, another example and a reset create one. */
const entry_of = () => [store.panel.peek(), store.example.peek(), resets.peek()].join();

/** Synchronizes the hash and the store. */
export function connect_address(place_of: PlaceOf): void {
  read_address(place_of);
  const delayed = make_delayed_address();
  let written: string | undefined;
  /** The store follows the address, not the other way round. */
  let going_back = false;
  addEventListener('pagehide', delayed.flush); // saves the last change before the page is left
  effect(() => {
    const next = hash.value;
    const entry = entry_of();
    const first = written === undefined;
    const large_jump = !first && written !== entry;
    written = entry;
    if (large_jump && !going_back) {
      // Pending changes belong to the previous history entry.
      delayed.flush();
      write_address('pushState', next);
    } else if (!first) delayed.schedule(next);
  });
  addEventListener('popstate', () => {
    going_back = true;
    read_address(place_of);
    going_back = false;
    delayed.cancel();
  });
}
