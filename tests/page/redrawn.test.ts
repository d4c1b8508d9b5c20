import { expect, it } from 'vitest';
import { redrawn } from '../../web/page/src/components/redrawn.ts';

it('is drawn again when one of its properties has changed, and only then', () => {
  const places = { first: 0 };
  const Cell = redrawn<{ value: number; place: object; note?: string }>(() => null);
  const cell = new Cell({ value: NaN, place: places });
  expect(cell.shouldComponentUpdate({ value: NaN, place: places })).toBe(false);
  expect(cell.shouldComponentUpdate({ value: 1, place: places })).toBe(true);
  expect(cell.shouldComponentUpdate({ value: NaN, place: { ...places } })).toBe(true);
  expect(cell.shouldComponentUpdate({ value: NaN, place: places, note: 'new' })).toBe(true);
});

it('also when one of them is gone', () => {
  const Cell = redrawn<{ value: number; note?: string }>(() => null);
  const cell = new Cell({ value: 1, note: 'old' });
  expect(cell.shouldComponentUpdate({ value: 1 })).toBe(true);
});
