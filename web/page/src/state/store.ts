/** State shared by the panels, and its synchronization with the URL hash. */
import { batch, computed, effect, signal, type Signal } from '@preact/signals';
import type { Edit } from './edits.ts';
import { linked_matrix, pasted_text, show_matrix } from './pasted.ts';
import { same_value } from './state.ts';
import type { ElementReference } from './tensor_names.ts';
import {
  gelu_of_example,
  initial_state,
  parameter_names,
  read_hash,
  default_state,
  write_hash,
} from './url_state.ts';
import type { VNode } from 'preact';
import type { ExampleName, ParameterName, UrlState } from './url_state.ts';

export interface InspectedNumber {
  readonly recipe: string;
  readonly path: string;
  readonly value: number;
  /** The text of the card, loaded when the number was inspected. */
  readonly explanation: VNode | undefined;
}

/** The matrix of the address is that of its field. */
type SetParameter = Exclude<ParameterName, 'matrix'>;
type UrlSignals = { readonly [Name in SetParameter]: Signal<UrlState[Name]> };

const set_parameters = parameter_names.filter((name): name is SetParameter => name !== 'matrix');

const url = Object.fromEntries(
  set_parameters.map((name) => [name, signal(initial_state[name])]),
) as unknown as UrlSignals;

const { x: cursor_x, ...in_address } = url;

export const store = {
  ...in_address,
  cursor_x,
  /** Feature of x that the slider at the top of the page sets. */
  slider: signal(0),
  pasted_text,
  /** First visible feature of the tensors, for each of the two widths. */
  window_start: { d_model: signal(0), d_ff: signal(0) },
  pinned: signal<ElementReference | undefined>(undefined),
  /** Element under the pointer or with the keyboard focus. */
  hovered: signal<ElementReference | undefined>(undefined),
  hovered_token: signal<number | undefined>(undefined),
  /**
   * Element behind the hovered term of a dot-product trace: highlighted like a hovered one, without
   * changing the traced element.
   */
  term: signal<ElementReference | undefined>(undefined),
  /** Feature that the slow-motion playback computes at this moment. */
  stage_feature: signal<number | undefined>(undefined),
  editing: signal<Pick<Edit, 'tensor' | 'index'> | undefined>(undefined),
  playing: signal(false),
  inspected: signal<InspectedNumber | undefined>(undefined),
  hash_refused: signal(false),
};

/** The highlighted element: the hovered or focused one, else the pinned one. */
export const attended = computed(() => store.hovered.value ?? store.pinned.value);

/** Time for the pointer to cross the gap between two cells. */
const leave_delay_ms = 100;
let leave_timer: ReturnType<typeof setTimeout> | undefined;

function set_hovered(at?: ElementReference): void {
  clearTimeout(leave_timer);
  leave_timer = undefined;
  if (!same_value(store.hovered.peek(), at)) store.hovered.value = at;
}

/**
 * `undefined` takes effect after a delay: without it, the highlight would flicker from cell to cell
 * and the panels would recompute.
 */
export function hover(at: ElementReference | undefined): void {
  if (at) set_hovered(at);
  // Does not restart the delay while the pointer moves outside the cells.
  else leave_timer ??= setTimeout(set_hovered, leave_delay_ms);
}

/** Clears the state about single numbers of the network, before another network replaces it. */
function clear_selection(): void {
  store.edits.value = [];
  for (const at of [store.editing, store.pinned, store.hovered, store.inspected])
    at.value = undefined;
}

/** Sets the pasted matrix, which defines another network. */
export function choose_pasted_text(text: string): void {
  batch(() => {
    store.pasted_text.value = text;
    clear_selection();
  });
}

/**
 * Whether the reader, or the link that they followed, has chosen the example; else each step opens
 * with its own.
 */
let example_chosen = false;

/** Chooses an example with its form of GELU and resets edits and selections. */
export function choose_example(example: ExampleName): void {
  example_chosen = true;
  show_example(example);
}

function show_example(example: ExampleName): void {
  batch(() => {
    clear_selection();
    store.example.value = example;
    store.gelu.value = gelu_of_example(example);
    store.stage.value = 'all';
    store.playing.value = false;
    for (const first of [
      store.token,
      store.slider,
      store.window_start.d_model,
      store.window_start.d_ff,
    ])
      first.value = 0;
    for (const at of [store.term, store.stage_feature, store.brush]) at.value = undefined;
  });
}

/**
 * Opens a place of the page; `example` is the one that it shows unless the reader has chosen
 * another.
 */
export function open_place(panel: string, example: ExampleName): void {
  batch(() => {
    if (!example_chosen && store.example.peek() !== example) show_example(example);
    store.panel.value = panel;
  });
}

export const current_state = (): UrlState => ({
  ...(Object.fromEntries(
    set_parameters.map((name) => [name, url[name].value]),
  ) as unknown as UrlState),
  matrix: linked_matrix.value,
});

export const hash = computed(() => write_hash(current_state()));

export const hash_for_panel = (panel: string): string => write_hash({ ...current_state(), panel });

function apply_state(state: UrlState): void {
  batch(() => {
    if (state.example !== store.example.peek()) show_example(state.example);
    if (state.matrix) show_matrix(state.matrix);
    for (const name of set_parameters) (url[name] as Signal<unknown>).value = state[name];
  });
}

/** Number of resets; each creates a history entry. */
const resets = signal(0);

/** Resets all settings except the example, the panel and teacher mode. */
export function reset_settings(): void {
  batch(() => {
    resets.value++;
    const { example, panel, teach } = current_state();
    show_example(example);
    apply_state({ ...default_state(example), panel, teach });
  });
}

/** The places that an address leads to, with their examples. */
export interface Places {
  /** Returns the place of an anchor or a value of the parameter `panel`, '' for unknown names. */
  readonly place_of: (name: string) => string;
  readonly example_of: (place: string) => ExampleName;
}

/** Shows the state of an address. */
export function show_address({ place_of, example_of }: Places, address: string): void {
  const { state, refused } = read_hash(address);
  const [, anchor] = /^#(\w+)$/.exec(address) ?? [];
  const panel = place_of(anchor ?? state.panel);
  const example = example_of(panel);
  apply_state({ ...(anchor === undefined ? state : default_state(example)), panel });
  example_chosen = store.example.peek() !== example;
  store.hash_refused.value = refused;
}

const new_key = () => performance.timeOrigin + performance.now();

/**
 * Returns the key of the current history entry; gives one to an entry that was typed or followed.
 */
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
    if (next !== location.hash)
      history[how](how === 'pushState' ? { key: new_key() } : history.state, '', address);
  } catch {
    // The browser's rate limit was exceeded; the next change writes the whole state.
  }
}

/**
 * Identifies a history entry: another place on the page, another example and a reset create one.
 */
const entry_of = () => [store.panel.peek(), store.example.peek(), resets.peek()].join();

export function connect_address(places: Places): void {
  show_address(places, location.hash);
  const nothing = () => {};
  /** Writes the last change into the current history entry, unless it is written. */
  let flush = nothing;
  let written: string | undefined;
  /** The store follows the address, not the other way round. */
  let going_back = false;
  addEventListener('pagehide', () => flush());
  effect(() => {
    const next = hash.value;
    const [before, entry] = [written, entry_of()];
    written = entry;
    if (before === undefined) return undefined;
    if (before !== entry && !going_back) {
      flush(); // the last change belongs to the previous history entry
      return write_address('pushState', next);
    }
    flush = () => {
      flush = nothing;
      write_address('replaceState', next);
    };
    const timer = setTimeout(() => flush(), address_delay_ms);
    return () => clearTimeout(timer);
  });
  addEventListener('popstate', () => {
    going_back = true;
    show_address(places, location.hash);
    going_back = false;
    flush = nothing;
  });
}
