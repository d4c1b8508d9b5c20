/** Navigation within the page: scrolling to panels and anchors, and tracking the panel in view. */
import { panel_in_view, set_panel_in_view } from './progress.ts';
import { store } from './store.ts';

function scroll_to(id: string, behavior: ScrollBehavior = 'auto'): void {
  document.getElementById(id)?.scrollIntoView({ behavior });
}

/** Scrolls to an element and focuses it, so that Tab continues from there. */
export function go_to(id: string, behavior?: ScrollBehavior): void {
  scroll_to(id, behavior);
  document.getElementById(id)?.focus({ preventScroll: true });
}

/** Set during a scroll to a panel: the panels that pass through the viewport meanwhile do not become the panel in view. */
let scroll_timer: ReturnType<typeof setTimeout> | undefined;
const longest_scroll_ms = 1500;
/** Delay after `scrollend`, so that the IntersectionObserver has reported the panels in the band. */
const settling_ms = 100;

/** The lowest of the panels in the observed band: the ones above it are scrolling out. */
let lowest_panel = '';

function update_panel_in_view(): void {
  clearTimeout(scroll_timer);
  scroll_timer = undefined;
  // The hash may only name the panel in view.
  if (store.panel.peek() !== lowest_panel) store.panel.value = '';
  set_panel_in_view(lowest_panel);
}

function scroll_to_panel(name: string, behavior?: ScrollBehavior): void {
  clearTimeout(scroll_timer);
  scroll_timer = setTimeout(update_panel_in_view, longest_scroll_ms);
  store.panel.value = name;
  set_panel_in_view(name);
  scroll_to(name, behavior);
}

/** Scrolls to a panel and names it in the hash, until the user scrolls to another panel. */
export function go_to_panel(name: string, behavior?: ScrollBehavior): void {
  scroll_to_panel(name, behavior);
  document.getElementById(name)?.focus({ preventScroll: true });
  restore_position_on_resize(() => scroll_to_panel(name, 'instant'));
}

/** Tracks the panel in view: the one that crosses a band from 25 % to 30 % of the viewport's height. */
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

/** After a jump, panels that load above the target push it down for at most this long. */
const longest_restore_ms = 10_000;
const interaction_events = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Ends the position restoring of the previous jump. */
let release_previous: () => void = () => undefined;

/** Calls `restore`, which must not move the focus, whenever the height of the page changes, until the user interacts with the page. */
function restore_position_on_resize(restore: () => void): void {
  release_previous();
  const started = performance.now();
  let height = document.body.offsetHeight;
  const observer = new ResizeObserver(() => {
    const new_height = document.body.offsetHeight;
    if (new_height !== height) restore();
    height = new_height;
  });
  const release = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of interaction_events) removeEventListener(type, on_interaction);
  };
  // Ignores the event that caused the jump, which may still be bubbling up to the window.
  const on_interaction = ({ timeStamp }: Event) => timeStamp > started && release();
  const timer = setTimeout(release, longest_restore_ms);
  release_previous = release;
  observer.observe(document.body);
  for (const type of interaction_events) addEventListener(type, on_interaction, { passive: true });
}

/** Scrolls to an element within a panel and stays there while the panels above it load. */
export function go_to_anchor(id: string): void {
  go_to(id);
  restore_position_on_resize(() => scroll_to(id));
}

/** Goes to the panel that the hash names, as a plain anchor (`#dropout`) or as the parameter `panel`. */
export function go_to_address(names: readonly string[]): void {
  const anchor = location.hash.slice(1);
  const target = names.includes(anchor) ? anchor : store.panel.peek();
  if (names.includes(target)) go_to_panel(target, 'instant');
  else store.panel.value = '';
}

/**
 * Goes to the panel of an address that is typed, pasted or followed while the page is open. The page's own history entries have a state
 * (store.ts): for those, the browser restores the scroll position.
 */
export function follow_addresses(names: readonly string[]): void {
  addEventListener('popstate', ({ state }) => {
    if (state === null && store.panel.peek() !== '') go_to_address(names);
  });
}

/** Scrolls a focused SVG element into the viewport: Firefox does so for HTML elements only. */
export function follow_focus(): void {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof SVGElement)) return;
    const { top, bottom } = target.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) scrollBy({ top: (top + bottom - innerHeight) / 2 });
  });
}
