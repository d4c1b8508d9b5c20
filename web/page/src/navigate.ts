/** Moving about the page: to a panel or a place in one, and noticing which panel the reader has come to. */
import { panel_in_view, view } from './guide.ts';
import { store } from './store.ts';

/** Scrolls to an element and puts the focus there, so that the next Tab goes on from it. */
export function go_to(id: string, behavior: ScrollBehavior = 'auto'): void {
  const place = document.getElementById(id);
  place?.scrollIntoView({ behavior });
  place?.focus({ preventScroll: true });
}

/** The panels that pass by on the way are not where the reader is. */
let travelling: ReturnType<typeof setTimeout> | undefined;
const longest_journey_ms = 1500;
/** After the last scroll event, until the observer has said what is in view. */
const settling_ms = 100;

/** Of the panels in the band, the lowest one: the one above it is being left. */
let seen = '';

function arrived(): void {
  clearTimeout(travelling);
  travelling = undefined;
  // An address that names a panel names the one in view.
  if (store.panel.peek() !== seen) store.panel.value = '';
  view(seen);
}

function travel_to(name: string, behavior?: ScrollBehavior): void {
  clearTimeout(travelling);
  travelling = setTimeout(arrived, longest_journey_ms);
  store.panel.value = name;
  view(name);
  go_to(name, behavior);
}

/** An address that names the panel stays true until the reader moves on. */
export function go_to_panel(name: string, behavior?: ScrollBehavior): void {
  travel_to(name, behavior);
  hold(() => travel_to(name, 'instant'));
}

/** Follows the reader. A panel is in view when it crosses a band a quarter of the way down the window. */
export function watch_panels(names: readonly string[]): void {
  const crossing = new Set<string>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) crossing[isIntersecting ? 'add' : 'delete'](target.id);
      seen = names.filter((name) => crossing.has(name)).at(-1) ?? '';
      if (travelling === undefined && seen !== panel_in_view.peek()) arrived();
    },
    { rootMargin: '-25% 0px -70% 0px' },
  );
  for (const name of names) {
    const section = document.getElementById(name);
    if (section) observer.observe(section);
  }
  addEventListener('scrollend', () => {
    if (travelling === undefined) return;
    clearTimeout(travelling);
    travelling = setTimeout(arrived, settling_ms);
  });
}

/** While panels and their numbers come in, the page grows above the place where the reader has just landed. */
const longest_landing_ms = 10_000;
const interaction_events = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Of the landing that has not ended yet. */
let let_go: () => void = () => undefined;

/** Returns to a place whenever the page has grown, until the reader does something. */
function hold(return_there: () => void): void {
  let_go();
  const begun = performance.now();
  let height = document.body.offsetHeight;
  const observer = new ResizeObserver(() => {
    const grown = document.body.offsetHeight;
    if (grown !== height) return_there();
    height = grown;
  });
  const release = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const sign of interaction_events) removeEventListener(sign, live);
  };
  // The key that led here is still on its way up to the window.
  const live = ({ timeStamp }: Event) => timeStamp > begun && release();
  const timer = setTimeout(release, longest_landing_ms);
  let_go = release;
  observer.observe(document.body);
  for (const sign of interaction_events) addEventListener(sign, live, { passive: true });
}

/** Goes to a place in a panel, which the panels above it, coming in, do not push away. */
export function go_to_place(id: string): void {
  go_to(id);
  hold(() => go_to(id));
}

/** Where an address leads to: the panel that it names, or the section of a plain anchor. */
export function arrive(names: readonly string[]): void {
  const anchor = location.hash.slice(1);
  const wanted = names.includes(anchor) ? anchor : store.panel.peek();
  if (names.includes(wanted)) go_to_panel(wanted, 'instant');
  else store.panel.value = '';
}

/** An address typed, pasted or followed while the page is open leads where it says, as at its opening. Back goes where the reader was. */
export function follow_addresses(names: readonly string[]): void {
  addEventListener('popstate', ({ state }) => {
    if (state === null && store.panel.peek() !== '') arrive(names);
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
