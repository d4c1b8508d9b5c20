import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ResourceSignal } from '../../web/page/src/core/resource.ts';
import type * as PanelVisibility from '../../web/page/src/panel_visibility.ts';
import type { store as the_store } from '../../web/page/src/store.ts';

vi.mock('../../web/page/src/core/connection.ts', () => ({}));

let visibility: typeof PanelVisibility;
let store: typeof the_store;
let frames: (() => void)[] = [];
let section: EventTarget;

/** Two signals of the store stand for answers that change and for one that is on its way. */
const answers = () =>
  Object.assign(store.cursor_x, { pending: store.zoom, progress: store.brush, stop: vi.fn(), again: vi.fn() }) as unknown as ResourceSignal<
    Record<'one', { request: never; reply: never }>,
    'one'
  >;

const skip = (skipped: boolean) => section.dispatchEvent(Object.assign(new Event('contentvisibilityautostatechange'), { skipped }));

/** Lets those follow for whom there is time. */
const drawing = async () => {
  for (let tick = 0; tick < 20; tick++) await Promise.resolve();
};

/** One frame, and the tasks after it. */
function frame(): void {
  for (const act of frames.splice(0)) act();
  vi.advanceTimersByTime(1);
}

/** Frames in which nothing changes. */
function idle_frames(): void {
  while (frames.length > 0) frame();
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
  frames = [];
  vi.resetModules();
  visibility = await import('../../web/page/src/panel_visibility.ts');
  ({ store } = await import('../../web/page/src/store.ts'));
  store.cursor_x.value = 1;
  store.zoom.value = false;
  section = new EventTarget();
  visibility.observe_visibility('hidden', section as HTMLElement);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a panel in sight shows each answer at once', () => {
  const shown = visibility.panel_resource('hidden', answers());
  store.cursor_x.value = 2;
  expect([shown.value, shown.pending.value]).toEqual([2, false]);
});

it('one far from sight follows at once, after what is in sight, and says until then that it is behind', async () => {
  const visible = visibility.panel_resource('hero', answers());
  const off_screen = visibility.panel_resource('hidden', answers());
  const seen: [unknown, unknown][] = [];
  for (const shown of [visible, off_screen]) shown.subscribe(() => seen.push([visible.peek(), off_screen.peek()]));
  skip(true);
  store.cursor_x.value = 2;
  expect([visible.value, off_screen.value, off_screen.pending.value]).toEqual([2, 1, true]);
  await drawing();
  expect([off_screen.value, off_screen.pending.value]).toEqual([2, false]);
  expect(seen).toEqual([
    [1, 1],
    [1, 1],
    [2, 1],
    [2, 2],
  ]);
});

it('where drawing takes long, it follows when it is throttled', async () => {
  const shown = visibility.panel_resource('hidden', answers());
  const drawn = vi.fn(() => void vi.advanceTimersByTime(17));
  shown.subscribe(drawn);
  const visible = visibility.panel_resource('hero', answers());
  visible.subscribe(() => void vi.advanceTimersByTime(17));
  skip(true);
  for (const value of [2, 3, 4]) {
    store.cursor_x.value = value;
    await drawing();
    frame();
    expect([visible.value, shown.value, shown.pending.value]).toEqual([value, 1, true]);
  }
  idle_frames();
  expect([shown.value, shown.pending.value]).toEqual([4, false]);
  expect(drawn).toHaveBeenCalledTimes(2);
});

it('after that there is time again', async () => {
  const shown = visibility.panel_resource('hidden', answers());
  shown.subscribe(() => undefined);
  const slow = vi.fn(() => void vi.advanceTimersByTime(slow.mock.calls.length === 2 ? 17 : 0));
  visibility.panel_resource('hero', answers()).subscribe(slow);
  skip(true);
  store.cursor_x.value = 2;
  await drawing();
  expect(shown.value).toBe(1);
  idle_frames();
  expect(shown.value).toBe(2);
  store.cursor_x.value = 3;
  await drawing();
  expect(shown.value).toBe(3);
});

it('shows the newest answer as soon as it comes into sight', () => {
  const shown = visibility.panel_resource('hidden', answers());
  skip(true);
  store.cursor_x.value = 2;
  expect(shown.value).toBe(1);
  skip(false);
  expect([shown.value, shown.pending.value]).toEqual([2, false]);
});

it('is behind for itself alone, and follows one frame after another', async () => {
  const other = new EventTarget();
  visibility.observe_visibility('backward', other as HTMLElement);
  const views = ['hidden', 'backward', 'block'].map((panel) => visibility.panel_resource(panel, answers()));
  for (const view of views) view.subscribe(() => undefined);
  visibility.panel_resource('hero', answers()).subscribe(() => void vi.advanceTimersByTime(17));
  skip(true);
  other.dispatchEvent(Object.assign(new Event('contentvisibilityautostatechange'), { skipped: true }));
  store.cursor_x.value = 2;
  await drawing();
  expect(views.map((view) => view.value)).toEqual([1, 1, 2]);
  frame();
  frame();
  for (const shown of [
    [2, 1, 2],
    [2, 2, 2],
  ]) {
    frame();
    expect(views.map((view) => view.value)).toEqual(shown);
  }
});

it('takes the time that there is, and leaves the rest for later', async () => {
  const other = new EventTarget();
  visibility.observe_visibility('backward', other as HTMLElement);
  const views = ['hidden', 'backward'].map((panel) => visibility.panel_resource(panel, answers()));
  for (const view of views) view.subscribe(() => void vi.advanceTimersByTime(17));
  skip(true);
  other.dispatchEvent(Object.assign(new Event('contentvisibilityautostatechange'), { skipped: true }));
  store.cursor_x.value = 2;
  await drawing();
  expect(views.map((view) => view.value)).toEqual([2, 1]);
  idle_frames();
  expect(views.map((view) => view.value)).toEqual([2, 2]);
});

it('says that an answer is on its way, and passes on how to stop it', () => {
  const source = answers();
  const shown = visibility.panel_resource('hidden', source);
  store.zoom.value = true;
  expect(shown.pending.value).toBe(true);
  expect([shown.stop, shown.again, shown.progress]).toEqual([source.stop, source.again, source.progress]);
});

it('the time of a frame is that of all its answers together', async () => {
  const shown = visibility.panel_resource('hidden', answers());
  shown.subscribe(() => undefined);
  visibility.panel_resource('hero', answers()).subscribe(() => void vi.advanceTimersByTime(6));
  skip(true);
  for (const [newest, off_screen] of [
    [2, 2],
    [3, 3],
    [4, 3],
  ] as const) {
    store.cursor_x.value = newest;
    await drawing();
    expect(shown.value).toBe(off_screen);
  }
  idle_frames();
  store.cursor_x.value = 5;
  await drawing();
  expect(shown.value).toBe(5);
});

it('follows at any time where nobody looks at the window, which draws no frames', async () => {
  const shown = visibility.panel_resource('hidden', answers());
  shown.subscribe(() => undefined);
  visibility.panel_resource('hero', answers()).subscribe(() => void vi.advanceTimersByTime(17));
  skip(true);
  frames = [];
  vi.stubGlobal('document', { hidden: true });
  store.cursor_x.value = 2;
  await drawing();
  expect(shown.value).toBe(1);
  vi.advanceTimersByTime(10);
  expect([shown.value, frames.length]).toEqual([2, 0]);
});

it('what takes long keeps nobody else waiting, and is tried again after a while', async () => {
  const other = new EventTarget();
  visibility.observe_visibility('backward', other as HTMLElement);
  const views = ['hidden', 'backward'].map((panel) => visibility.panel_resource(panel, answers()));
  const slow = vi.fn(() => void vi.advanceTimersByTime(slow.mock.calls.length === 2 ? 18 : 0));
  views[0]!.subscribe(slow);
  views[1]!.subscribe(() => undefined);
  skip(true);
  other.dispatchEvent(Object.assign(new Event('contentvisibilityautostatechange'), { skipped: true }));
  for (const [newest, ...shown] of [
    [2, 2, 1],
    [3, 2, 3],
    [4, 2, 4],
    [5, 5, 5],
    [6, 6, 6],
  ]) {
    store.cursor_x.value = newest!;
    await drawing();
    expect(views.map((view) => view.value)).toEqual(shown);
    frame();
  }
});
