import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { attended, hover, store } from '../../web/page/src/state/store.ts';

const cell = (feature: number) => ({ tensor: 'pre_activation', token: 0, feature }) as const;

let seen: (number | undefined)[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  store.hovered.value = undefined;
  store.pinned.value = undefined;
  seen = [];
  stop = attended.subscribe((at) => void seen.push(at?.feature));
  seen.length = 0;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('moving from cell to cell does not show the pinned cell in between', () => {
  hover(cell(1));
  hover(undefined);
  vi.advanceTimersByTime(50);
  hover(cell(2));
  vi.runAllTimers();
  expect(seen).toEqual([1, 2]);
});

it('leaving the cells shows the pinned cell', () => {
  store.pinned.value = cell(7);
  hover(cell(1));
  hover(undefined);
  vi.runAllTimers();
  expect(seen).toEqual([7, 1, 7]);
});

it('moving beside the cells reports leaving once', () => {
  hover(cell(1));
  for (let move = 0; move < 10; move++) {
    hover(undefined);
    vi.advanceTimersByTime(20);
  }
  expect(seen).toEqual([1, undefined]);
});

it('leaving a cell and returning at once changes nothing', () => {
  hover(cell(1));
  hover(undefined);
  hover(cell(1));
  vi.runAllTimers();
  expect(seen).toEqual([1]);
});

it('moves within a cell are not reported', () => {
  for (const token of [0, 0, 1]) hover({ ...cell(1), token });
  expect(seen).toEqual([1, 1]);
});
