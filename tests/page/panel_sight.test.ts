import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Answers } from '../../web/page/src/core/resource.ts';
import type * as PanelSight from '../../web/page/src/panel_sight.ts';
import type { store as the_store } from '../../web/page/src/store.ts';

vi.mock('../../web/page/src/core/connection.ts', () => ({}));

let sight: typeof PanelSight;
let store: typeof the_store;
let frames: (() => void)[] = [];
let section: EventTarget;

/** Two signals of the store stand for answers that change and for one that is on its way. */
const answers = () =>
  Object.assign(store.cursor_x, { pending: store.zoom, progress: store.brush, stop: vi.fn(), again: vi.fn() }) as unknown as Answers<
    Record<'one', { request: never; reply: never }>,
    'one'
  >;

const skip = (skipped: boolean) => section.dispatchEvent(Object.assign(new Event('contentvisibilityautostatechange'), { skipped }));

/** Lets a moment pass, and shows the frames that come after it. */
function calm(): void {
  vi.advanceTimersByTime(100);
  while (frames.length > 0) {
    for (const act of frames.splice(0)) act();
    vi.advanceTimersByTime(1);
  }
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
  frames = [];
  vi.resetModules();
  sight = await import('../../web/page/src/panel_sight.ts');
  ({ store } = await import('../../web/page/src/store.ts'));
  store.cursor_x.value = 1;
  store.zoom.value = false;
  section = new EventTarget();
  sight.watch_sight('hidden', section as HTMLElement);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a panel in sight shows each answer at once', () => {
  const shown = sight.in_panel('hidden', answers());
  store.cursor_x.value = 2;
  expect([shown.value, shown.pending.value]).toEqual([2, false]);
});

it('one far from sight follows when it is calm, and says until then that it is behind', () => {
  const shown = sight.in_panel('hidden', answers());
  const drawn = vi.fn();
  shown.subscribe(drawn);
  skip(true);
  for (const value of [2, 3, 4]) {
    store.cursor_x.value = value;
    vi.advanceTimersByTime(60);
    expect([shown.value, shown.pending.value]).toEqual([1, true]);
  }
  calm();
  expect([shown.value, shown.pending.value]).toEqual([4, false]);
  expect(drawn).toHaveBeenCalledTimes(2);
});

it('shows the newest answer as soon as it comes into sight', () => {
  const shown = sight.in_panel('hidden', answers());
  skip(true);
  store.cursor_x.value = 2;
  expect(shown.value).toBe(1);
  skip(false);
  expect([shown.value, shown.pending.value]).toEqual([2, false]);
});

it('is behind for itself alone, and one frame after another', () => {
  const other = new EventTarget();
  sight.watch_sight('backward', other as HTMLElement);
  const views = ['hidden', 'backward', 'block'].map((panel) => sight.in_panel(panel, answers()));
  for (const view of views) view.subscribe(() => undefined);
  skip(true);
  other.dispatchEvent(Object.assign(new Event('contentvisibilityautostatechange'), { skipped: true }));
  store.cursor_x.value = 2;
  expect(views.map((view) => view.value)).toEqual([1, 1, 2]);
  vi.advanceTimersByTime(100);
  for (const shown of [
    [2, 1, 2],
    [2, 2, 2],
  ]) {
    for (const act of frames.splice(0)) act();
    vi.advanceTimersByTime(1);
    expect(views.map((view) => view.value)).toEqual(shown);
  }
});

it('says that an answer is on its way, and passes on how to stop it', () => {
  const source = answers();
  const shown = sight.in_panel('hidden', source);
  store.zoom.value = true;
  expect(shown.pending.value).toBe(true);
  expect([shown.stop, shown.again, shown.progress]).toEqual([source.stop, source.again, source.progress]);
});

it('follows at any time where nobody looks at the window', () => {
  const shown = sight.in_panel('hidden', answers());
  shown.subscribe(() => undefined);
  skip(true);
  vi.stubGlobal('document', { hidden: true });
  store.cursor_x.value = 2;
  vi.advanceTimersByTime(101);
  expect(shown.value).toBe(2);
});
