import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { in_turn } from '../../web/page/src/turns.ts';

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
  for (const name of ['a', 'b', 'c']) in_turn(() => drawn.push(name));
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
    if (drawn < 6) in_turn(draw);
  };
  in_turn(draw);
  for (let shown = 1; shown <= 6; shown++) {
    frame();
    expect(drawn).toBe(shown);
  }
  frame();
  expect([drawn, frames.length]).toEqual([6, 0]);
});

it('goes on after a part that fails', () => {
  const drawn: string[] = [];
  in_turn(() => {
    throw new Error('not drawn');
  });
  in_turn(() => drawn.push('b'));
  expect(frame).toThrow('not drawn');
  frame();
  expect(drawn).toEqual(['b']);
});

it('waits for no frame in a window that nobody sees', () => {
  vi.stubGlobal('document', { hidden: true });
  const drawn: string[] = [];
  for (const name of ['a', 'b']) in_turn(() => drawn.push(name));
  vi.runAllTimers();
  expect([drawn, frames.length]).toEqual([['a', 'b'], 0]);
});
