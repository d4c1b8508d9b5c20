import { describe, expect, it } from 'vitest';
import { engine } from './engines/plain_javascript.ts';
import {
  checked_places,
  erf,
  exact_activation,
  largest_error,
  reference,
} from './page/reference.ts';
import {
  gelu_derivative,
  largest_gradient_error,
  reference_gradients,
} from './page/reference_gradients.ts';
import { make_grad, make_input, make_weights } from './page/work.ts';

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
    expect(checked_places(3)).toEqual([0, 1, 2]);
    const many = checked_places(4096);
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
    checked_places(work.tokens).forEach((token, index) =>
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

describe('the gradients in float64', () => {
  const grad = make_grad(work);
  const expected = reference_gradients(work, weights, x, grad);

  /** The loss whose gradients they are, in float64. */
  const loss = (given: typeof weights, input: Float32Array) => {
    const every = Array.from({ length: work.tokens }, (_, token) => token);
    return every
      .flatMap((token) => {
        const one = input.subarray(token * work.d_model, (token + 1) * work.d_model);
        return reference({ ...work, tokens: 1 }, given, one);
      })
      .reduce((sum, y, token) => {
        y.forEach((value, i) => (sum += value * (grad[token * work.d_model + i] as number)));
        return sum;
      }, 0);
  };

  it('are those of central differences', () => {
    const step = 2 ** -7; // exact in float32
    for (const { tensor, start, step: stride, values } of expected) {
      const given = { ...weights, x };
      const at = start + (values.length - 1) * stride;
      const moved = (distance: number) => {
        const tensors = { ...given, [tensor]: given[tensor].slice() };
        tensors[tensor][at] = (tensors[tensor][at] as number) + distance;
        return { value: tensors[tensor][at], loss: loss(tensors, tensors.x) };
      };
      const [up, down] = [moved(step), moved(-step)];
      const difference = (up.loss - down.loss) / (up.value - down.value);
      const size = Math.max(1, Math.abs(values.at(-1) ?? NaN));
      expect(Math.abs(difference - (values.at(-1) ?? NaN)) / size).toBeLessThan(1e-3);
    }
    expect(new Set(expected.map(({ tensor }) => tensor))).toEqual(
      new Set(['x', 'w1', 'b1', 'w2', 'b2']),
    );
  });

  it('have the derivative of exact GELU', () => {
    // Φ(1) + φ(1), from tables of the normal distribution.
    expect(gelu_derivative(1)).toBeCloseTo(0.8413447461 + 0.2419707245, 9);
    expect(gelu_derivative(0)).toBe(0.5);
    expect(() => reference_gradients({ ...work, activation: 'relu' }, weights, x, grad)).toThrow(
      /relu/,
    );
  });

  it('detect a wrong number relative to its tensor, NaN and a wrong shape', () => {
    const sizes = { x: x.length, w1: 256, b1: 32, w2: 256, b2: 8 };
    const exact = Object.fromEntries(
      Object.entries(sizes).map(([name, size]) => [name, new Float32Array(size)]),
    );
    const largest = new Map<string, number>();
    for (const { tensor, start, step, values } of expected)
      values.forEach((value, i) => {
        (exact[tensor] as Float32Array)[start + i * step] = value;
        largest.set(tensor, Math.max(largest.get(tensor) ?? 0, Math.abs(value)));
      });
    expect(largest_gradient_error(work, expected, exact)).toBeLessThan(1e-7);
    const with_w2 = (change: (value: number) => number) => {
      const w2 = (exact.w2 as Float32Array).slice();
      w2[0] = change(w2[0] as number);
      return { ...exact, w2 };
    };
    const size = largest.get('w2') ?? NaN;
    expect(
      largest_gradient_error(
        work,
        expected,
        with_w2((value) => value + size / 4),
      ),
    ).toBeCloseTo(0.25, 5);
    expect(
      largest_gradient_error(
        work,
        expected,
        with_w2(() => NaN),
      ),
    ).toBeNaN();
    const short = { ...exact, b1: new Float32Array(31) };
    expect(() => largest_gradient_error(work, expected, short)).toThrow(/31 gradients of b1/);
  });
});
