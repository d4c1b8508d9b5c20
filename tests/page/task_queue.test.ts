import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enqueue_task } from '../../web/page/src/task_queue.ts';

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

/** Shows one frame and runs what it leads to. */
function frame(): void {
  for (const act of frames.splice(0)) act();
  vi.runAllTimers();
}

it('draws one part a frame, in the order in which they came', () => {
  const drawn: string[] = [];
  for (const name of ['a', 'b', 'c']) enqueue_task(() => drawn.push(name));
  expect(drawn).toEqual([]);
  for (const shown of ['a', 'ab', 'abc', 'abc']) {
    frame();
    expect(drawn.join('')).toBe(shown);
  }
});

it('gives a part that asks for the next one a single frame as well', () => {
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

it('goes on after a part that fails', () => {
  const drawn: string[] = [];
  enqueue_task(() => {
    throw new Error('not drawn');
  });
  enqueue_task(() => drawn.push('b'));
  expect(frame).toThrow('not drawn');
  frame();
  expect(drawn).toEqual(['b']);
});

it('waits for no frame in a window that nobody sees', () => {
  vi.stubGlobal('document', { hidden: true });
  const drawn: string[] = [];
  for (const name of ['a', 'b']) enqueue_task(() => drawn.push(name));
  vi.runAllTimers();
  expect([drawn, frames.length]).toEqual([['a', 'b'], 0]);
});
