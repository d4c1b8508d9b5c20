import { describe, expect, it } from 'vitest';
import { judge } from './trend.mjs';

const samples = (value, visits = 2, minutes = 20) =>
  Array.from({ length: visits * minutes }, (_, i) => ({
    visit: Math.floor(i / minutes),
    minute: i % minutes,
    value: value(i % minutes, i),
  }));
const allowed = { share: 0.05, noise: 1000 };

describe('a series of measurements', () => {
  it('is flat with noise or an outlier', () => {
    expect(
      judge(
        samples((_, i) => 100_000 + ((i * 7919) % 13) * 300),
        allowed,
      ),
    ).toMatchObject({ flat: true });
    expect(
      judge(
        samples((minute) => (minute === 15 ? 900_000 : 100_000)),
        allowed,
      ),
    ).toMatchObject({ flat: true });
  });

  it('is flat when visits begin at different values', () => {
    expect(
      judge(
        samples((_, i) => 100_000 + (i >= 20 ? 50_000 : 0)),
        allowed,
      ),
    ).toMatchObject({ flat: true, growth: 0 });
  });

  it('grows when a little memory leaks every minute', () => {
    const judged = judge(
      samples((minute, i) => 100_000 + 400 * minute + ((i * 7919) % 13) * 100),
      allowed,
    );
    expect(judged.flat).toBe(false);
    expect(judged.growth / 19).toBeCloseTo(400, -2);
  });

  it('is flat when it shrinks or is empty', () => {
    expect(
      judge(
        samples((minute) => 100_000 - 3000 * minute),
        allowed,
      ).flat,
    ).toBe(true);
    expect(judge([], allowed)).toMatchObject({ flat: true, growth: 0 });
  });
});
