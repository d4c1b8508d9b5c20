import { describe, expect, it } from 'vitest';
import { activation_kinds } from 'ffn-lab';
import { listed } from './listed.js';
import { load_each } from './variants.js';

describe.each(await load_each())('activation, variant %s', (_variant, lab) => {
  it('has the names of activation_kinds, in their order', () => {
    expect(() => lab.activation('' as never, [])).toThrow(
      `activation is ""; expected ${listed(activation_kinds)}`,
    );
  });

  it('finds landmarks and largest differences', () => {
    const { minimum, derivative_minimum, derivative_maximum } = lab.activation_landmarks('gelu');
    expect(minimum.x).toBeCloseTo(-0.7517915247, 7);
    expect(minimum.y).toBeCloseTo(-0.1699712075, 10);
    expect(derivative_minimum.x).toBeCloseTo(-Math.SQRT2, 7);
    expect(derivative_maximum.y).toBeCloseTo(1.1289041, 7);
    expect(lab.largest_difference('gelu', 'gelu_tanh').value.y).toBeCloseTo(4.732e-4, 7);
    expect(() => lab.activation_landmarks('relu')).toThrow(
      'activation is "relu"; expected a curve with an isolated minimum',
    );
  });

  it('accepts a Float32Array, an empty array and special values', () => {
    const curve = lab.activation('gelu', new Float32Array([NaN, Infinity, -Infinity, 0]));
    expect([...curve.value]).toEqual([NaN, Infinity, -0, 0]);
    expect([...curve.derivative]).toEqual([NaN, 1, -0, 0.5]); // GELU approaches 0 from below for x → −∞
    expect(lab.activation('relu', []).value).toHaveLength(0);
  });
});
