/** Moving about the page: to a panel or a place in one, and noticing which panel the reader has come to. */
import { panel_in_view, set_panel_in_view } from './guide.ts';
import { store } from './store.ts';

/** Scrolls to an element and puts the focus there, so that the next Tab goes on from it. */
export function go_to(id: string, behavior: ScrollBehavior = 'auto'): void {
  const place = document.getElementById(id);
  place?.scrollIntoView({ behavior });
  place?.focus({ preventScroll: true });
}

/** The panels that pass by on the way are not where the reader is. */
let scroll_timer: ReturnType<typeof setTimeout> | undefined;
const longest_scroll_ms = 1500;
/** After the last scroll event, until the observer has said what is in view. */
const settling_ms = 100;

/** Of the panels in the band, the lowest one: the one above it is being left. */
let lowest_panel = '';

function update_panel_in_view(): void {
  clearTimeout(scroll_timer);
  scroll_timer = undefined;
  // An address that names a panel names the one in view.
  if (store.panel.peek() !== lowest_panel) store.panel.value = '';
  set_panel_in_view(lowest_panel);
}

function scroll_to_panel(name: string, behavior?: ScrollBehavior): void {
  clearTimeout(scroll_timer);
  scroll_timer = setTimeout(update_panel_in_view, longest_scroll_ms);
  store.panel.value = name;
  set_panel_in_view(name);
  go_to(name, behavior);
}

/** An address that names the panel stays true until the reader moves on. */
export function go_to_panel(name: string, behavior?: ScrollBehavior): void {
  scroll_to_panel(name, behavior);
  restore_position_on_resize(() => scroll_to_panel(name, 'instant'));
}

/** Follows the reader. A panel is in view when it crosses a band a quarter of the way down the window. */
export function observe_panels(names: readonly string[]): void {
  const in_band = new Set<string>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) in_band[isIntersecting ? 'add' : 'delete'](target.id);
      lowest_panel = names.filter((name) => in_band.has(name)).at(-1) ?? '';
      if (scroll_timer === undefined && lowest_panel !== panel_in_view.peek()) update_panel_in_view();
    },
    { rootMargin: '-25% 0px -70% 0px' },
  );
  for (const name of names) {
    const section = document.getElementById(name);
    if (section) observer.observe(section);
  }
  addEventListener('scrollend', () => {
    if (scroll_timer === undefined) return;
    clearTimeout(scroll_timer);
    scroll_timer = setTimeout(update_panel_in_view, settling_ms);
  });
}

/** While panels and their numbers come in, the page grows above the place where the reader has just landed. */
const longest_restore_ms = 10_000;
const interaction_events = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Of the landing that has not ended yet. */
let release_previous: () => void = () => undefined;

/** Returns to a place whenever the page has grown, until the reader does something. */
function restore_position_on_resize(restore: () => void): void {
  release_previous();
  const started = performance.now();
  let height = document.body.offsetHeight;
  const observer = new ResizeObserver(() => {
    const grown = document.body.offsetHeight;
    if (grown !== height) restore();
    height = grown;
  });
  const release = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of interaction_events) removeEventListener(type, on_interaction);
  };
  // The key that led here is still on its way up to the window.
  const on_interaction = ({ timeStamp }: Event) => timeStamp > started && release();
  const timer = setTimeout(release, longest_restore_ms);
  release_previous = release;
  observer.observe(document.body);
  for (const type of interaction_events) addEventListener(type, on_interaction, { passive: true });
}

/** Goes to a place in a panel, which the panels above it, coming in, do not push away. */
export function go_to_anchor(id: string): void {
  go_to(id);
  restore_position_on_resize(() => go_to(id));
}

/** Where an address leads to: the panel that it names, or the section of a plain anchor. */
export function go_to_address(names: readonly string[]): void {
  const anchor = location.hash.slice(1);
  const wanted = names.includes(anchor) ? anchor : store.panel.peek();
  if (names.includes(wanted)) go_to_panel(wanted, 'instant');
  else store.panel.value = '';
}

/** An address typed, pasted or followed while the page is open leads where it says, as at its opening. Back goes where the reader was. */
export function follow_addresses(names: readonly string[]): void {
  addEventListener('popstate', ({ state }) => {
    if (state === null && store.panel.peek() !== '') go_to_address(names);
  });
}

/** A mark that the Tab key has come to is brought into sight as anything else would be: Firefox leaves those inside a drawing where they are. */
export function follow_focus(): void {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof SVGElement)) return;
    const { top, bottom } = target.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) scrollBy({ top: (top + bottom - innerHeight) / 2 });
  });
}
