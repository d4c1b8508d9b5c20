import { describe, expect, it } from 'vitest';
import type { Tensor } from 'ffn-lab';
import { load_each } from './variants.js';

const matrix = (shape: number[], ...values: number[]): Tensor => ({
  data: Float32Array.from(values),
  shape,
});

describe.each(await load_each())('functional, variant %s', (_variant, lab) => {
  it('composes linear layers to the same bits as the network', () => {
    using ffn = lab.FeedForward({ d_model: 6, d_ff: 10, activation: 'gelu', seed: 3 });
    using rng = lab.RandomState(4);
    const x = rng.randn([2, 7, 6]);
    const { w1, b1, w2, b2 } = ffn.weights();
    if (b1 === undefined || b2 === undefined) throw new Error('biases are missing');
    const trace = ffn.trace(x);
    const pre_activation = lab.linear(x, { weight: w1, bias: b1 });
    expect(pre_activation).toEqual(trace.pre_activation);
    const hidden = {
      data: lab.activation('gelu', pre_activation.data).value,
      shape: pre_activation.shape,
    };
    expect(lab.linear(hidden, { weight: w2, bias: b2 })).toEqual(trace.output);
    const grad = rng.randn([2, 7, 6]);
    const gradients = ffn.backward(grad);
    const back = lab.linear_backward(hidden, { weight: w2, bias: b2 }, grad);
    expect(back.weight).toEqual(gradients.w2);
    expect(back.bias).toEqual(gradients.b2);
    expect(back.x.shape).toEqual([2, 7, 10]);
  });

  it('draws the same random weights as networks', () => {
    using ffn = lab.FeedForward({ d_model: 4, d_ff: 9, seed: 5 });
    const drawn = lab.linear_weights({ in_features: 4, out_features: 9, seed: 5 });
    expect([drawn.weight, drawn.bias]).toEqual([ffn.weights().w1, ffn.weights().b1]);
    expect(
      lab.linear_weights({ in_features: 2, out_features: 3, bias: false, init: 'zeros' }),
    ).toEqual({
      weight: matrix([3, 2], 0, 0, 0, 0, 0, 0),
    });
  });

  it('applies a dropout mask from a seed, forward and backward', () => {
    const x = matrix([2, 500], ...Array.from({ length: 1000 }, (_, i) => i + 1));
    const drop = (p: number) => {
      using rng = lab.RandomState(7);
      return lab.dropout(x, p, rng);
    };
    const { output, mask } = drop(0.5);
    expect(drop(0.5)).toEqual({ output, mask });
    expect(new Set(mask.data)).toEqual(new Set([0, 2]));
    expect([...output.data]).toEqual([...x.data].map((value, i) => value * (mask.data[i] ?? NaN)));
    expect(lab.apply_dropout_mask(x, mask)).toEqual(output);
    expect(drop(0).output).toEqual(x);
    expect([...drop(1).output.data].every((value) => value === 0)).toBe(true);
  });

  it('adds tensors of the same shape, element by element', () => {
    const sum = lab.add(
      matrix([2, 2], 1, -0, 2 ** 24, Infinity),
      matrix([2, 2], 0.5, -0, 1, -Infinity),
    );
    expect(sum).toEqual(matrix([2, 2], 1.5, -0, 2 ** 24, NaN));
    expect(lab.add(matrix([], 2), matrix([], 3))).toEqual(matrix([], 5));
    expect(lab.add(matrix([0, 3]), matrix([0, 3]))).toEqual(matrix([0, 3]));
    using block = lab.TransformerBlock({ d_model: 4, n_heads: 2, seed: 1 });
    using rng = lab.RandomState(2);
    const x = rng.randn([2, 3, 4]);
    const { attention, h, feed_forward, output } = block.trace(x);
    if (attention === undefined || h === undefined) throw new Error('the block has no attention');
    expect(lab.add(x, attention.output)).toEqual(h);
    expect(lab.add(h, feed_forward.output)).toEqual(output);
  });

  it('multiplies tensors of the same shape, element by element', () => {
    const product = lab.multiply(
      matrix([2, 2], 3, -0, 2 ** 24 + 2, Infinity),
      matrix([2, 2], 0.5, 2, 0.5, 0),
    );
    expect(product).toEqual(matrix([2, 2], 1.5, -0, 2 ** 23 + 1, NaN));
    expect(lab.multiply(matrix([0, 3]), matrix([0, 3]))).toEqual(matrix([0, 3]));
    using ffn = lab.FeedForward({ d_model: 4, gated: true, activation: 'silu', seed: 1 });
    using rng = lab.RandomState(2);
    const { pre_activation, gate, hidden } = ffn.trace(rng.randn([3, 4]));
    if (gate === undefined) throw new Error('the network has no gate');
    const activated = {
      data: lab.activation('silu', pre_activation.data).value,
      shape: pre_activation.shape,
    };
    expect(lab.multiply(activated, gate)).toEqual(hidden);
  });

  it('returns the gradient of a weight without elements', () => {
    const gradients = lab.linear_backward(
      matrix([2, 3], 1, 2, 3, 4, 5, 6),
      { weight: matrix([0, 3]) },
      matrix([2, 0]),
    );
    expect(gradients).toEqual({ weight: matrix([0, 3]), x: matrix([2, 3], 0, 0, 0, 0, 0, 0) });
  });
});
