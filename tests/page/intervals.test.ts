import { expect, it } from 'vitest';
import { Intervals } from '../../web/page/src/steps/checkpoint/intervals.ts';

it('counts each number once, in whatever order the intervals are added', () => {
  const union = new Intervals();
  const lengths = [
    [10, 20],
    [10, 20],
    [0, 5],
    [30, 40],
    [15, 32],
    [7, 7],
    [5, 10],
    [0, 40],
    [50, 51],
  ].map(([begin = 0, end = 0]) => {
    union.add(begin, end);
    return union.length;
  });
  expect(lengths).toEqual([10, 10, 15, 25, 35, 35, 40, 40, 41]);
});
