import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ResourceSignal } from '../../web/page/src/numbers/resource.ts';
import type * as PanelVisibility from '../../web/page/src/numbers/panel_visibility.ts';
import type { store as the_store } from '../../web/page/src/numbers/store.ts';

vi.mock('../../web/page/src/numbers/connection.ts', () => ({}));

let visibility: typeof PanelVisibility;
let store: typeof the_store;
let frames: (() => void)[] = [];
let section: EventTarget;

/** Returns a fake resource: signals of the store are its value, its pending state and its progress. */
const resource = () =>
  Object.assign(store.cursor_x, { pending: store.zoom, progress: store.brush, stop: vi.fn(), again: vi.fn() }) as unknown as ResourceSignal<
    Record<'one', { request: never; reply: never }>,
    'one'
  >;

const skip = (skipped: boolean) => section.dispatchEvent(Object.assign(new Event('contentvisibilityautostatechange'), { skipped }));

/** Runs all microtasks, in which off-screen panels are updated while the frame has time. */
const microtasks = async () => {
  for (let tick = 0; tick < 20; tick++) await Promise.resolve();
};

/** Runs one frame and the tasks after it. */
function frame(): void {
  for (const act of frames.splice(0)) act();
  vi.advanceTimersByTime(1);
}

/** Runs frames until none is requested. */
function idle_frames(): void {
  while (frames.length > 0) frame();
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
  frames = [];
  vi.resetModules();
  visibility = await import('../../web/page/src/numbers/panel_visibility.ts');
  ({ store } = await import('../../web/page/src/numbers/store.ts'));
  store.cursor_x.value = 1;
  store.zoom.value = false;
  section = new EventTarget();
  visibility.observe_visibility('hidden', section as HTMLElement);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a visible panel is updated at once', () => {
  const shown = visibility.panel_resource('hidden', resource());
  store.cursor_x.value = 2;
  expect([shown.value, shown.pending.value]).toEqual([2, false]);
});

it('an off-screen panel is updated after the visible ones, and is pending until then', async () => {
  const visible = visibility.panel_resource('hero', resource());
  const off_screen = visibility.panel_resource('hidden', resource());
  const seen: [unknown, unknown][] = [];
  for (const shown of [visible, off_screen]) shown.subscribe(() => seen.push([visible.peek(), off_screen.peek()]));
  skip(true);
  store.cursor_x.value = 2;
  expect([visible.value, off_screen.value, off_screen.pending.value]).toEqual([2, 1, true]);
  await microtasks();
  expect([off_screen.value, off_screen.pending.value]).toEqual([2, false]);
  expect(seen).toEqual([
    [1, 1],
    [1, 1],
    [2, 1],
    [2, 2],
  ]);
});

it('an off-screen panel is updated in idle frames while rendering is slow', async () => {
  const shown = visibility.panel_resource('hidden', resource());
  const drawn = vi.fn(() => void vi.advanceTimersByTime(17));
  shown.subscribe(drawn);
  const visible = visibility.panel_resource('hero', resource());
  visible.subscribe(() => void vi.advanceTimersByTime(17));
  skip(true);
  for (const value of [2, 3, 4]) {
    store.cursor_x.value = value;
    await microtasks();
    frame();
    expect([visible.value, shown.value, shown.pending.value]).toEqual([value, 1, true]);
  }
  idle_frames();
  expect([shown.value, shown.pending.value]).toEqual([4, false]);
  expect(drawn).toHaveBeenCalledTimes(2);
});

it('an off-screen panel is updated at once again after a slow frame', async () => {
  const shown = visibility.panel_resource('hidden', resource());
  shown.subscribe(() => undefined);
  const slow = vi.fn(() => void vi.advanceTimersByTime(slow.mock.calls.length === 2 ? 17 : 0));
  visibility.panel_resource('hero', resource()).subscribe(slow);
  skip(true);
  store.cursor_x.value = 2;
  await microtasks();
  expect(shown.value).toBe(1);
  idle_frames();
  expect(shown.value).toBe(2);
  store.cursor_x.value = 3;
  await microtasks();
  expect(shown.value).toBe(3);
});

it('a panel shows the newest value as soon as it becomes visible', () => {
  const shown = visibility.panel_resource('hidden', resource());
  skip(true);
  store.cursor_x.value = 2;
  expect(shown.value).toBe(1);
  skip(false);
  expect([shown.value, shown.pending.value]).toEqual([2, false]);
});

it('off-screen panels are updated one in each idle frame', async () => {
  const other = new EventTarget();
  visibility.observe_visibility('backward', other as HTMLElement);
  const views = ['hidden', 'backward', 'block'].map((panel) => visibility.panel_resource(panel, resource()));
  for (const view of views) view.subscribe(() => undefined);
  visibility.panel_resource('hero', resource()).subscribe(() => void vi.advanceTimersByTime(17));
  skip(true);
  other.dispatchEvent(Object.assign(new Event('contentvisibilityautostatechange'), { skipped: true }));
  store.cursor_x.value = 2;
  await microtasks();
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

it('off-screen panels are updated while the frame has time, the others later', async () => {
  const other = new EventTarget();
  visibility.observe_visibility('backward', other as HTMLElement);
  const views = ['hidden', 'backward'].map((panel) => visibility.panel_resource(panel, resource()));
  for (const view of views) view.subscribe(() => void vi.advanceTimersByTime(17));
  skip(true);
  other.dispatchEvent(Object.assign(new Event('contentvisibilityautostatechange'), { skipped: true }));
  store.cursor_x.value = 2;
  await microtasks();
  expect(views.map((view) => view.value)).toEqual([2, 1]);
  idle_frames();
  expect(views.map((view) => view.value)).toEqual([2, 2]);
});

it('a panel’s resource has the pending state, the progress and the methods of its source', () => {
  const source = resource();
  const shown = visibility.panel_resource('hidden', source);
  store.zoom.value = true;
  expect(shown.pending.value).toBe(true);
  expect([shown.stop, shown.again, shown.progress]).toEqual([source.stop, source.again, source.progress]);
});

it('the time budget of a frame includes all updates', async () => {
  const shown = visibility.panel_resource('hidden', resource());
  shown.subscribe(() => undefined);
  visibility.panel_resource('hero', resource()).subscribe(() => void vi.advanceTimersByTime(6));
  skip(true);
  for (const [newest, off_screen] of [
    [2, 2],
    [3, 3],
    [4, 3],
  ] as const) {
    store.cursor_x.value = newest;
    await microtasks();
    expect(shown.value).toBe(off_screen);
  }
  idle_frames();
  store.cursor_x.value = 5;
  await microtasks();
  expect(shown.value).toBe(5);
});

it('an off-screen panel is updated by a timer while the window is hidden and has no frames', async () => {
  const shown = visibility.panel_resource('hidden', resource());
  shown.subscribe(() => undefined);
  visibility.panel_resource('hero', resource()).subscribe(() => void vi.advanceTimersByTime(17));
  skip(true);
  frames = [];
  vi.stubGlobal('document', { hidden: true });
  store.cursor_x.value = 2;
  await microtasks();
  expect(shown.value).toBe(1);
  vi.advanceTimersByTime(10);
  expect([shown.value, frames.length]).toEqual([2, 0]);
});

it('a slow panel does not delay the others, and is tried again after a while', async () => {
  const other = new EventTarget();
  visibility.observe_visibility('backward', other as HTMLElement);
  const views = ['hidden', 'backward'].map((panel) => visibility.panel_resource(panel, resource()));
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
    await microtasks();
    expect(views.map((view) => view.value)).toEqual(shown);
    frame();
  }
});
