import { describe, expect, it } from 'vitest';
import { engine } from './engines/plain_javascript.ts';
import {
  checked_tokens,
  erf,
  exact_activation,
  largest_error,
  reference,
} from './page/reference.ts';
import { make_input, make_weights } from './page/work.ts';

const work = { name: 'small', tokens: 40, d_model: 8, d_ff: 32, activation: 'gelu' as const };
const weights = make_weights(work);
const x = make_input(work);

describe('the reference in float64', () => {
  // Values from the tables of Abramowitz and Stegun, section 7.1.
  it.each([
    [0.5, 0.5204998778],
    [1, 0.8427007929],
    [2, 0.995322265],
    [-1, -0.8427007929],
    [7, 1],
  ])('erf(%d)', (at, value) => expect(erf(at)).toBeCloseTo(value, 9));

  it('is accurate in the tails of GELU', () => {
    expect(exact_activation.gelu(-6) / -5.919526e-9).toBeCloseTo(1, 5);
    expect(exact_activation.gelu(10)).toBe(10);
    expect(exact_activation.gelu_tanh(1)).toBeCloseTo(0.841191990608, 11);
    expect(exact_activation.relu(-3)).toBe(0);
  });

  it('checks the first and the last token and some between', () => {
    expect(checked_tokens(3)).toEqual([0, 1, 2]);
    const many = checked_tokens(4096);
    expect([many.length, many[0], many.at(-1)]).toEqual([16, 0, 4095]);
    expect(new Set(many).size).toBe(16);
  });

  it('agrees with the JavaScript loop', async () => {
    for (const activation of ['gelu', 'gelu_tanh', 'relu'] as const) {
      const prepared = await engine.prepare({ ...work, activation }, weights, 1);
      const error = largest_error(
        { ...work, activation },
        reference({ ...work, activation }, weights, x),
        await prepared.run(x),
      );
      expect(error).toBeLessThan(1e-6);
      expect(error).toBeGreaterThan(0);
    }
  });

  it('detects a single wrong number and NaN', () => {
    const expected = reference(work, weights, x);
    const exact = new Float32Array(work.tokens * work.d_model);
    checked_tokens(work.tokens).forEach((token, index) =>
      exact.set(expected[index] ?? [], token * work.d_model),
    );
    expect(largest_error(work, expected, exact)).toBeLessThan(1e-6);
    const last = exact.length - 1;
    const with_one = (index: number, value: number) =>
      exact.map((own, at) => (at === index ? value : own));
    expect(largest_error(work, expected, with_one(last, (exact[last] ?? 0) + 0.25))).toBeCloseTo(
      0.25,
      5,
    );
    expect(largest_error(work, expected, with_one(0, NaN))).toBeNaN();
    expect(() => largest_error(work, expected, exact.subarray(1))).toThrow(RangeError);
  });
});
