import { describe, expect, it } from 'vitest';
import { plan, ranges_taken_over, takes_piece } from '../../web/engine/src/pool/pool_plan.js';

describe('pool plan', () => {
  const gpt2 = { d_ff: 3072, parameter_count: 4_722_432 };
  const lengths = (tokens: number, workers: number) =>
    plan({ ...gpt2, tokens }, workers, 'tokens').map(({ tokens: { begin, end } }) => end - begin);

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
          for (const { tokens: range, bounds = [0, d_ff] } of plan({ ...gpt2, d_ff, tokens }, workers, split)) {
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

  it('gives the calling thread a piece of short calls, and the last ranges of the others', () => {
    const pieces = (tokens: number, workers: number) => {
      const ranges = plan({ ...gpt2, tokens }, workers, 'auto');
      return { own: takes_piece({ ...gpt2, tokens }, ranges.length), bounds: ranges.map(({ bounds }) => bounds) };
    };
    const halves = [
      [0, 1536],
      [1536, 2304, 2688, 2880, 2976, 3072],
    ];
    expect(pieces(1, 2)).toEqual({ own: true, bounds: halves });
    expect(pieces(39, 2)).toEqual({ own: true, bounds: halves });
    expect(pieces(1, 3).bounds[2]).toEqual([2048, 2560, 2816, 2944, 3008, 3072]);
    expect(pieces(40, 2).own).toBe(true);
    expect(pieces(512, 2).own).toBe(false);
    expect(pieces(1, 1).own).toBe(false); // with one worker, this thread stays free
    const small = { d_ff: 512, parameter_count: 131_712 };
    expect([plan({ ...small, tokens: 10 }, 2, 'auto').length, takes_piece({ ...small, tokens: 10 }, 1)]).toEqual([1, true]);
    expect(plan({ d_ff: 40, parameter_count: 1e7, tokens: 10 }, 2, 'auto').map(({ bounds }) => bounds)).toEqual([
      [0, 16],
      [16, 24, 32, 40],
    ]);
  });

  it('moves more ranges to the calling thread the longer messages take compared to the work', () => {
    const taken = (tokens: number, parameter_count = gpt2.parameter_count) => ranges_taken_over({ ...gpt2, tokens, parameter_count });
    expect([taken(1), taken(4), taken(8), taken(32)]).toEqual([1, 1, 1, 0]);
    expect([taken(1, 2_000_000), taken(1, 1_000_000), taken(1, 1000)]).toEqual([2, 3, 5]);
  });

  it('splits hidden units only for few tokens and enough work', () => {
    const by_units = (tokens: number, workers: number, work = gpt2) => plan({ ...work, tokens }, workers, 'auto')[0]?.bounds !== undefined;
    expect([by_units(1, 2), by_units(39, 2), by_units(40, 2), by_units(1, 1)]).toEqual([true, true, false, false]);
    expect(by_units(1, 2, { d_ff: 32, parameter_count: 552 })).toBe(false);
  });
});
