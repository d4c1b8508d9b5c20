import { describe, expect, it } from 'vitest';
import { spread_of } from '../../web/page/src/steps/speed/harness/race.ts';
import { rotated } from '../../web/page/src/steps/speed/harness/rounds.ts';

describe('spread_of', () => {
  it.each([
    [[7], { median: 7, lower_quartile: 7, upper_quartile: 7, count: 1 }],
    [[4, 1, 3, 2], { median: 2.5, lower_quartile: 1.75, upper_quartile: 3.25, count: 4 }],
    [[5, 1, 2, 4, 3], { median: 3, lower_quartile: 2, upper_quartile: 4, count: 5 }],
    [[10, 9, 100], { median: 10, lower_quartile: 9.5, upper_quartile: 55, count: 3 }],
  ])('of %j', (values, expected) => {
    const before = [...values];
    expect(spread_of(values)).toEqual(expected);
    expect(values).toEqual(before);
  });

  it('rejects an empty list', () => {
    expect(() => spread_of([])).toThrow(RangeError);
  });
});

describe('rotated', () => {
  it('puts each item in each position once', () => {
    const items = ['a', 'b', 'c'];
    const rounds = items.map((_, round) => rotated(items, round).join(''));
    expect(rounds).toEqual(['abc', 'bca', 'cab']);
    expect(rotated(items, 4)).toEqual(['b', 'c', 'a']);
    expect(rotated([], 5)).toEqual([]);
  });
});
