/**
 * Navigation between the start page and the steps: focus, scroll position, history, and links
 * within the page.
 */
import { effect } from '@preact/signals';
import { announce } from '../controls/announcer.ts';
import { sought } from '../controls/folded.tsx';
import { set_last_place } from './progress.ts';
import { entry_key, open_place, store } from '../state/store.ts';
import { initial_state } from '../state/url_state.ts';
import { entry_of } from '../steps/entries.ts';
import { all_steps, is_course_step, is_step, steps } from '../steps/index.ts';
import { t } from '../words/i18n.ts';
import { opens_elsewhere } from '../controls/modifiers.ts';
import { make_size_observer } from '../controls/size_observer.ts';

/**
 * Returns the step that an anchor belongs to: `dropout`, `glossary_sources`, `term_mask`; empty for
 * the start page and unknown names.
 */
export function place_of(anchor: string): string {
  if (anchor === all_steps) return all_steps;
  if (anchor.startsWith('term_')) return 'glossary';
  return steps.find((name) => anchor === name || anchor.startsWith(`${name}_`)) ?? '';
}

/** Returns the example with which a place opens unless the reader has chosen one. */
const example_of = (place: string) => entry_of(place).example ?? initial_state.example;

/** For the store, which reads the address. */
export const places = { place_of, example_of };

function place_title(place: string): string {
  if (is_step(place)) return t(`${place}.title`);
  return place === all_steps ? t('page.all_steps') : t('page.start');
}

/**
 * The work that remains when the place is in the document. `anchor`: element to scroll to and focus
 * once the step's content is there.
 */
let arrival: { readonly anchor?: string | undefined; readonly scroll: number } | undefined;

/** The place that is in the document; the place in the store is rendered a moment later. */
let shown_place: string | undefined;

/** Scroll positions of the history entries, by their keys (store.ts). */
const positions = new Map<number, number>();

const scroll_to = (top: number) => scrollTo({ top, behavior: 'instant' });

/** Focuses an element that Tab continues from, without scrolling. */
const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

const heading_of = (place: string) =>
  document.getElementById(is_step(place) ? `${place}_title` : 'main');

/** Scrolls to the beginning of the place in view and focuses its heading. */
export function show_beginning(): void {
  scroll_to(0);
  focus(heading_of(store.panel.peek()));
}

/** Called when the place's heading is in the document. */
export function arrive(): void {
  const place = store.panel.peek();
  // A visit that begins with the start page begins with the focus on the document, as everywhere.
  const keeps_focus = shown_place === undefined && place === '';
  shown_place = place;
  if (arrival === undefined) return;
  scroll_to(0);
  if (!keeps_focus) focus(heading_of(place));
  if (!is_step(place)) arrive_at_content();
}

const longest_restore_ms = 3000;

/**
 * Scrolls to a position now or, on a page too short, when it has grown. A move of the reader,
 * scroll bar or a script ends the wait.
 */
function restore_scroll(top: number): void {
  let reached = 0;
  const advance = () => {
    scroll_to(top);
    reached = scrollY;
    return reached >= top - 1;
  };
  if (advance()) return;
  const wait = new AbortController();
  const end = () => wait.abort();
  const listener_options = { passive: true, signal: wait.signal };
  const observer = make_size_observer(() => advance() && end());
  const timer = setTimeout(end, longest_restore_ms);
  wait.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(type, end, listener_options);
  addEventListener('scroll', () => Math.abs(scrollY - reached) > 1 && end(), listener_options);
  observer.observe(document.body);
}

/** Called when the content of the place is in the document. */
export function arrive_at_content(): void {
  if (arrival === undefined) return;
  const { anchor, scroll } = arrival;
  arrival = undefined;
  if (anchor !== undefined) show_element(anchor);
  else if (scroll > 0) restore_scroll(scroll);
}

/** Scrolls to an element and focuses it, once the folded part that has it is open. */
function show_element(anchor: string): void {
  sought.value = { anchor };
  requestAnimationFrame(() => {
    const element = document.getElementById(anchor);
    if (element === null) return show_beginning();
    element.scrollIntoView({ behavior: 'instant' });
    focus(is_step(anchor) ? heading_of(anchor) : element);
  });
}

/**
 * Opens a step, the start page (`''`) or all steps, with a new history entry; `anchor`: the element
 * in it to show.
 */
export function go_to_step(name: string, anchor?: string): void {
  if (name === store.panel.peek())
    return anchor === undefined ? show_beginning() : show_element(anchor);
  if (anchor !== undefined) arrival = { scroll: 0, anchor };
  // The event of the last scrolling may still be pending, and would be taken for one in the new
  // entry.
  positions.set(entry_key(), scrollY);
  open_place(name, example_of(name));
}

/** Shows the element with an id: in the document if it is there, else in its step. */
export function go_to_anchor(anchor: string): void {
  const place = place_of(anchor);
  const here = place === '' || store.panel.peek() === all_steps;
  if (here && document.getElementById(anchor)) show_element(anchor);
  else go_to_step(place, anchor === place || place === '' ? undefined : anchor);
}

/**
 * Links within the page open their step instead of replacing the address, which holds the state.
 */
function follow_link(event: MouseEvent): void {
  if (event.defaultPrevented || opens_elsewhere(event)) return;
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  if (link === null) return;
  event.preventDefault();
  go_to_anchor(link.getAttribute('href')?.slice(1) ?? '');
}

/**
 * Expects the place of a history entry: at a scroll position, or at the element that an address
 * such as `#term_mask` names in the place.
 */
function expect_entry(scroll: number): void {
  const anchor = location.hash.slice(1);
  const named = scroll === 0 && /^\w+$/.test(anchor) && anchor !== store.panel.peek();
  arrival = { scroll, anchor: named ? anchor : undefined };
}

/** Restores the scroll position of a history entry; called after the store has read the address. */
function follow_history(): void {
  expect_entry(positions.get(entry_key()) ?? 0);
  // The same place is not rendered again.
  if (store.panel.peek() === shown_place) arrive_at_content();
}

/** Remembers the scroll position of each history entry, also for a return from another page. */
function keep_positions(): void {
  history.scrollRestoration = 'manual';
  addEventListener('scroll', () => positions.set(entry_key(), scrollY), { passive: true });
  addEventListener('pagehide', () =>
    history.replaceState({ ...(history.state as object | null), scroll: scrollY }, ''),
  );
}

/** Scrolls a focused SVG element into the viewport: Firefox does so for HTML elements only. */
function follow_focus(): void {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof SVGElement)) return;
    const { top, bottom } = target.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) scrollBy({ top: (top + bottom - innerHeight) / 2 });
  });
}

/**
 * Starts to follow links, history and the place in view; call it once, after the store has read the
 * address.
 */
export function start_navigation(): void {
  const { scroll = 0 } = (history.state ?? {}) as { readonly scroll?: number };
  let place = store.panel.peek();
  expect_entry(scroll);
  keep_positions();
  follow_focus();
  document.addEventListener('click', follow_link);
  addEventListener('popstate', follow_history);
  const title = document.title;
  effect(() => {
    const next = store.panel.value;
    document.title = next === '' ? title : `${place_title(next)} · FFN Lab`;
    // A look at a tool is no place to continue from.
    if (is_course_step(next)) set_last_place(next);
    if (next === place) return;
    arrival ??= { scroll: 0 };
    announce(place_title(next));
    place = next;
  });
}
