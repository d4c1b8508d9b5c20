import { describe, expect, it } from 'vitest';
import type { FeedForward, LinearLayer } from 'ffn-lab';
import { load_each } from './variants.js';

const linear = (ffn: FeedForward, index: number) => ffn.layers[index] as LinearLayer;

describe.each(await load_each())('sequential, variant %s', (_variant, lab) => {
  it('lists the layers of nn.Sequential(linear, activation, dropout, linear)', () => {
    using ffn = lab.FeedForward({
      d_model: 8,
      d_ff: 32,
      dropout: 0.1,
      activation: 'relu',
      seed: 1,
    });
    expect(ffn.layers.map((layer) => layer.kind)).toEqual([
      'linear',
      'activation',
      'dropout',
      'linear',
    ]);
    expect(ffn.layers[1]).toEqual({ kind: 'activation', activation: 'relu' });
    expect(ffn.layers[2]).toEqual({ kind: 'dropout', dropout: 0.1 });
    expect([linear(ffn, 3).in_features, linear(ffn, 3).out_features]).toEqual([32, 8]);
    const { w1, b1, w2, b2 } = ffn.weights();
    expect([linear(ffn, 0).weight, linear(ffn, 0).bias]).toEqual([w1, b1]);
    expect([linear(ffn, 3).weight, linear(ffn, 3).bias]).toEqual([w2, b2]);
    using gpt2 = lab.FeedForward({ d_model: 8, dropout_placement: 'output' });
    expect(gpt2.layers.map((layer) => layer.kind)).toEqual([
      'linear',
      'activation',
      'linear',
      'dropout',
    ]);
  });

  it('makes networks identical by copying the weights of layers 0 and 3', () => {
    using sequential = lab.FeedForward({ d_model: 8, d_ff: 32, seed: 1 });
    using standard = lab.FeedForward({ d_model: 8, d_ff: 32, seed: 2 });
    using rng = lab.RandomState(3);
    const x = rng.randn([2, 5, 8]);
    expect(sequential.forward(x)).not.toEqual(standard.forward(x));
    linear(sequential, 0).weight = linear(standard, 0).weight;
    linear(sequential, 0).bias = linear(standard, 0).bias as never;
    linear(sequential, 3).copy_from(linear(standard, 3));
    expect(sequential.forward(x)).toEqual(standard.forward(x));
  });

  it('prints as PyTorch prints a module', () => {
    using ffn = lab.FeedForward({ d_model: 8, d_ff: 32, dropout: 0.1 });
    expect(String(ffn)).toBe(
      [
        'Sequential(',
        '  (0): Linear(in_features=8, out_features=32, bias=True)',
        "  (1): GELU(approximate='none')",
        '  (2): Dropout(p=0.1, inplace=False)',
        '  (3): Linear(in_features=32, out_features=8, bias=True)',
        ')',
      ].join('\n'),
    );
    using gated = lab.FeedForward({ d_model: 8, gated: true });
    expect(String(gated)).toMatch(
      /^FeedForward\(\n {2}\(linear1\): Linear\(in_features=8, out_features=32, bias=True\)\n/,
    );
  });

  it('reads copies; writing invalidates the traced pass', () => {
    using ffn = lab.FeedForward({ d_model: 4, seed: 1 });
    const layer = linear(ffn, 0);
    const { weight } = layer;
    weight.data.fill(0);
    expect(layer.weight).not.toEqual(weight);
    const x = { data: new Float32Array(4), shape: [4] };
    ffn.trace(x);
    layer.weight = weight;
    expect(ffn.weights().w1).toEqual(weight);
    expect(() => ffn.backward(x)).toThrow('trace is missing');
  });

  it('rejects mismatched shapes and leaves the layer unchanged', () => {
    using ffn = lab.FeedForward({ d_model: 4, bias: false, seed: 1 });
    using other = lab.FeedForward({ d_model: 5 });
    const layer = linear(ffn, 0);
    const before = layer.weight;
    expect(layer.bias).toBeUndefined();
    expect(() => (layer.weight = linear(other, 0).weight)).toThrow(
      'w1 is (20, 5); expected shape (16, 4)',
    );
    expect(() => (layer.weight = undefined as never)).toThrow(
      'weight is undefined; expected an object',
    );
    expect(() => (layer.bias = { data: new Float32Array(16), shape: [16] })).toThrow(
      'weights is a set with b1; expected no other tensors than w1, w2',
    );
    expect(() => layer.copy_from(linear(other, 0))).toThrow(/expected/);
    expect(() => layer.copy_from(ffn.layers[1] as never)).toThrow(
      'other is an object; expected a linear layer',
    );
    expect(layer.weight).toEqual(before);
    using gated = lab.FeedForward({ d_model: 4, gated: true });
    expect(() => gated.layers).toThrow(
      'network is gated; expected one without a gate, which is a list of layers',
    );
    ffn.dispose();
    expect(() => layer.weight).toThrow('this FeedForward has been disposed');
    expect(() => String(ffn)).toThrow('this FeedForward has been disposed');
  });
});
