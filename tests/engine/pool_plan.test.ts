import { describe, expect, it } from 'vitest';
import {
  memoized_plan,
  plan,
  plan_gradients,
  type Work,
} from '../../web/engine/src/pool/pool_plan.js';

describe('pool plan', () => {
  const gpt2 = { d_ff: 3072, parameter_count: 4_722_432, transport: 'shared' } as const;
  const lengths = (tokens: number, workers: number) =>
    plan({ ...gpt2, tokens }, workers, 'tokens').pieces.map(
      ({ tokens: { begin, end } }) => end - begin,
    );

  it('divides tokens into whole blocks and finally one even range per worker', () => {
    expect(lengths(512, 2)).toEqual([256, 256]);
    expect(lengths(1000, 2)).toEqual([192, 192, 308, 308]);
    expect(lengths(5, 8)).toEqual([1, 1, 1, 1, 1]);
    expect(lengths(1, 2)).toEqual([1]);
  });

  it.each([1, 2, 3, 7])('covers every token and unit exactly once, on %i workers', (workers) => {
    for (const tokens of [1, 2, 39, 40, 191, 192, 193, 1000, 12_345]) {
      for (const split of ['tokens', 'hidden', 'auto'] as const) {
        for (const d_ff of [1, 8, 9, 100, 3072]) {
          const seen = new Map<string, number>();
          for (const { tokens: range, bounds } of plan({ ...gpt2, d_ff, tokens }, workers, split)
            .pieces) {
            expect(range.end).toBeGreaterThan(range.begin);
            expect(bounds.length).toBeGreaterThan(1);
            bounds.slice(1).forEach((end, index) => {
              const begin = bounds[index] ?? NaN;
              expect(end).toBeGreaterThan(begin);
              const key = `${range.begin} ${begin}`;
              expect(seen.has(key)).toBe(false);
              seen.set(key, (range.end - range.begin) * (end - begin));
            });
          }
          expect([...seen.values()].reduce((sum, area) => sum + area)).toBe(tokens * d_ff);
        }
      }
    }
  });

  it('gives the calling thread a piece of short calls', () => {
    const pieces_of = (tokens: number, workers: number, work: Omit<Work, 'tokens'> = gpt2) => {
      const { pieces, helps } = plan({ ...work, tokens }, workers, 'auto');
      return { helps, bounds: pieces.map(({ bounds }) => bounds) };
    };
    const halves = [
      [0, 1152, 1440, 1536],
      [1536, 2688, 2976, 3072],
    ];
    expect(pieces_of(4, 2)).toEqual({ helps: true, bounds: halves });
    expect(pieces_of(135, 2)).toEqual({ helps: true, bounds: halves });
    expect(pieces_of(4, 3).bounds[2]).toEqual([2048, 2816, 3008, 3072]);
    // Pieces of few tokens are not divided: computing them only reads the weights.
    expect(pieces_of(3, 2).bounds).toEqual([
      [0, 1536],
      [1536, 3072],
    ]);
    expect(pieces_of(512, 2).helps).toBe(false);
    expect(pieces_of(135, 8).helps).toBe(true);
    expect(pieces_of(136, 8).helps).toBe(false); // it might have to compute the whole call
    expect(pieces_of(1, 1).helps).toBe(false); // with one worker, this thread stays free
    const small = { d_ff: 512, parameter_count: 131_712 };
    expect(pieces_of(10, 2, { ...small, transport: 'shared' }).bounds).toEqual([
      [0, 256],
      [256, 512],
    ]);
    // A message would take longer than half of this pass. The sum is the same.
    expect(pieces_of(10, 2, { ...small, transport: 'messages' })).toEqual({
      helps: true,
      bounds: [[0, 256, 512]],
    });
    expect(pieces_of(4, 2, { ...small, transport: 'shared' }).bounds).toEqual([[0, 512]]);
    expect(pieces_of(10, 2, { ...gpt2, d_ff: 40, parameter_count: 1e7 }).bounds).toEqual([
      [0, 8, 16],
      [16, 32, 40],
    ]);
  });

  it('lists the ranges of all pieces', () => {
    const of = (tokens: number, split: 'tokens' | 'hidden') => {
      const { by_units, ranges, starts } = plan({ ...gpt2, tokens }, 2, split);
      return { by_units, ranges: [...ranges], starts: [...starts] };
    };
    const ranges = [0, 1152, 1152, 1440, 1440, 1536, 1536, 2688, 2688, 2976, 2976, 3072];
    expect(of(8, 'hidden')).toEqual({ by_units: true, ranges, starts: [0, 3, 6] });
    expect(of(1, 'hidden')).toEqual({
      by_units: true,
      ranges: [0, 1536, 1536, 3072],
      starts: [0, 1, 2],
    });
    expect(of(1, 'tokens')).toEqual({ by_units: true, ranges: [0, 3072], starts: [0, 1] });
    expect(of(2, 'tokens')).toMatchObject({ by_units: false });
  });

  it('splits hidden units only for few tokens and enough work', () => {
    const by_units = (tokens: number, workers: number, work: Omit<Work, 'tokens'> = gpt2) => {
      const { pieces } = plan({ ...work, tokens }, workers, 'auto');
      return pieces.length > 1 && pieces.every((piece) => piece.tokens.end === tokens);
    };
    expect([by_units(1, 2), by_units(191, 2), by_units(192, 2), by_units(1, 1)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(by_units(1, 2, { ...gpt2, d_ff: 32, parameter_count: 552 })).toBe(false);
  });

  it('is shared by calls of the same size, one after the other', () => {
    const memoized = memoized_plan();
    const work = { ...gpt2, tokens: 8 };
    const first = memoized(work, 2, 'auto');
    expect(first).toEqual(plan(work, 2, 'auto'));
    expect(memoized({ ...work }, 2, 'auto')).toBe(first);
    for (const other of [
      { ...work, tokens: 9 },
      { ...work, d_ff: 1536 },
      { ...work, parameter_count: 5e6 },
    ])
      expect(memoized(other, 2, 'auto')).toEqual(plan(other, 2, 'auto'));
    expect(memoized(work, 3, 'auto')).toEqual(plan(work, 3, 'auto'));
    expect(memoized(work, 3, 'tokens')).toEqual(plan(work, 3, 'tokens'));
  });
});

it.each([
  [768, 3072, 2],
  [16, 64, 3],
  [5, 100, 4],
  [128, 9, 64],
])('divides the gradients of %i→%i among %i workers in whole panels', (d_model, d_ff, workers) => {
  const ranges = plan_gradients(d_model, d_ff, workers);
  expect(ranges.length).toBe(Math.min(workers, Math.ceil(d_model / 8), Math.ceil(d_ff / 8)));
  for (const [name, size] of [
    ['units', d_ff],
    ['features', d_model],
  ] as const) {
    const bounds = ranges.flatMap(({ [name]: { begin, end } }) => [begin, end]);
    expect(bounds.filter((bound) => bound % 8 > 0 && bound < size)).toEqual([]);
    expect([bounds[0], bounds.at(-1)]).toEqual([0, size]);
    ranges.forEach(({ [name]: { begin, end } }, index) => {
      expect(begin).toBeLessThan(end);
      if (index > 0) expect(begin).toBe(ranges[index - 1]?.[name].end);
    });
  }
});
