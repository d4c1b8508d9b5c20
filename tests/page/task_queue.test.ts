import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enqueue_task } from '../../web/page/src/numbers/task_queue.ts';

let frames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Runs one frame and the timers that it sets. */
function frame(): void {
  for (const act of frames.splice(0)) act();
  vi.runAllTimers();
}

it('runs one task in each frame, in the order of their calls', () => {
  const drawn: string[] = [];
  for (const name of ['a', 'b', 'c']) enqueue_task(() => drawn.push(name));
  expect(drawn).toEqual([]);
  for (const shown of ['a', 'ab', 'abc', 'abc']) {
    frame();
    expect(drawn.join('')).toBe(shown);
  }
});

it('runs tasks that enqueue the next one in a frame each', () => {
  let drawn = 0;
  const draw = () => {
    drawn++;
    if (drawn < 6) enqueue_task(draw);
  };
  enqueue_task(draw);
  for (let shown = 1; shown <= 6; shown++) {
    frame();
    expect(drawn).toBe(shown);
  }
  frame();
  expect([drawn, frames.length]).toEqual([6, 0]);
});

it('continues after a task that throws', () => {
  const drawn: string[] = [];
  enqueue_task(() => {
    throw new Error('not drawn');
  });
  enqueue_task(() => drawn.push('b'));
  expect(frame).toThrow('not drawn');
  frame();
  expect(drawn).toEqual(['b']);
});

it('uses timers instead of frames while the window is hidden', () => {
  vi.stubGlobal('document', { hidden: true });
  const drawn: string[] = [];
  for (const name of ['a', 'b']) enqueue_task(() => drawn.push(name));
  vi.runAllTimers();
  expect([drawn, frames.length]).toEqual([['a', 'b'], 0]);
});
