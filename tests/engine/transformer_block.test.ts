import { describe, expect, it } from 'vitest';
import type { Tensor, TransformerBlockWeights } from 'ffn-lab';
import { largest_error, read_golden, tensor_of } from '../golden.js';
import { load_each } from './variants.js';

const parts = {
  norm1: ['scale', 'shift'],
  attention: ['w_query', 'b_query', 'w_key', 'b_key', 'w_value', 'b_value', 'w_output', 'b_output'],
  norm2: ['scale', 'shift'],
  feed_forward: ['w1', 'b1', 'w2', 'b2'],
};

// The reference data contains all tensors under flat names: norm1_scale, w_query, w1, ...
const golden_name = (part: string, name: string) =>
  part.startsWith('norm') ? `${part}_${name}` : name;

describe.each(await load_each())('transformer_block, variant %s', (_variant, lab) => {
  const golden = read_golden('transformer_block');
  const tensor = (name: string) => tensor_of(golden(name));
  const weights = Object.fromEntries(
    Object.entries(parts).map(([part, names]) => [
      part,
      Object.fromEntries(names.map((name) => [name, tensor(golden_name(part, name))])),
    ]),
  ) as unknown as TransformerBlockWeights;
  const x = tensor('x');
  const sum = (a: Tensor, b: Tensor) =>
    a.data.map((value, index) => value + (b.data[index] as number));

  it('agrees with PyTorch forward and backward', () => {
    using block = lab.TransformerBlock({ weights, n_heads: 2, norm: 'post', shortcuts: false });
    const suffix = 'post_bare';
    const close = (actual: Tensor, name: string) => {
      const { values, shape } = golden(`${name}_${suffix}`);
      expect(actual.shape, name).toEqual(shape);
      // The absolute tolerance applies to a gradient that is zero in exact arithmetic (the key's
      // bias).
      expect(largest_error(actual.data, values), name).toBeLessThan(
        2e-5 * Math.max(1, ...values.map(Math.abs)),
      );
    };
    close(block.trace(x).output, 'output');
    const { x: grad_x, ...gradients } = block.backward(tensor('grad_output'));
    close(grad_x, 'grad_x');
    for (const [part, names] of Object.entries(parts)) {
      const of_part = gradients[part as keyof typeof gradients] as unknown as Record<
        string,
        Tensor
      >;
      expect(Object.keys(of_part)).toEqual(names);
      for (const name of names) close(of_part[name] as Tensor, `grad_${golden_name(part, name)}`);
    }
  });

  it('traces every tensor of a pre-norm pass', () => {
    using block = lab.TransformerBlock({ weights, n_heads: 2 });
    const trace = block.trace(x);
    expect(Object.keys(trace)).toEqual([
      'norm1',
      'attention',
      'h',
      'norm2',
      'feed_forward',
      'output',
    ]);
    using norm1 = lab.LayerNorm({ weights: weights.norm1 });
    using attention = lab.Attention({ weights: weights.attention as never, n_heads: 2 });
    using feed_forward = lab.FeedForward({ weights: weights.feed_forward });
    expect(trace.norm1).toEqual(norm1.forward(x));
    expect(trace.attention).toEqual(attention.trace(trace.norm1 as Tensor));
    expect(trace.h?.data).toEqual(sum(trace.attention?.output as Tensor, x));
    expect(trace.feed_forward).toEqual(feed_forward.trace(trace.norm2 as Tensor));
    expect(trace.output.data).toEqual(sum(trace.feed_forward.output, trace.h as Tensor));
  });

  it('traces every tensor of a post-norm pass', () => {
    using block = lab.TransformerBlock({ weights, n_heads: 2, norm: 'post' });
    const trace = block.trace(x);
    expect(Object.keys(trace)).toEqual([
      'norm1',
      'attention',
      'sum1',
      'h',
      'norm2',
      'feed_forward',
      'sum2',
      'output',
    ]);
    using norm2 = lab.LayerNorm({ weights: weights.norm2 });
    expect(trace.sum1?.data).toEqual(sum(trace.attention?.output as Tensor, x));
    expect(trace.h).toEqual(trace.norm1);
    expect(trace.sum2?.data).toEqual(sum(trace.feed_forward.output, trace.h as Tensor));
    expect(trace.output).toEqual(trace.norm2);
    expect(trace.output).toEqual(norm2.forward(trace.sum2 as Tensor));
  });

  it('works without norms and without attention', () => {
    using plain = lab.TransformerBlock({
      d_model: 6,
      d_ff: 8,
      norm: 'none',
      feed_forward_only: true,
      seed: 1,
    });
    expect(plain.weights()).toEqual({ feed_forward: plain.weights().feed_forward });
    const trace = plain.trace(x);
    expect(Object.keys(trace)).toEqual(['feed_forward', 'output']);
    expect(trace.output.data).toEqual(sum(trace.feed_forward.output, x));
    using with_norm = lab.TransformerBlock({ d_model: 6, feed_forward_only: true });
    expect(Object.keys(with_norm.weights())).toEqual(['norm2', 'feed_forward']);
    using without = lab.TransformerBlock({ d_model: 6, n_heads: 2, norm: 'none' });
    expect(Object.keys(without.weights())).toEqual(['attention', 'feed_forward']);
    expect(() => lab.TransformerBlock({ weights, n_heads: 2, norm: 'none' })).toThrow(
      /^weights is a set with norm[12]\.s\w+; expected no tensor that has no place here$/,
    );
  });

  it('applies dropout in three places, only with a generator', () => {
    const masks = (options: object) => {
      using block = lab.TransformerBlock({ d_model: 6, n_heads: 2, ...options });
      using rng = lab.RandomState(1);
      expect(block.trace(x).output).toEqual(block.forward(x));
      const { attention_mask, attention, feed_forward_mask, feed_forward } = block.trace(x, {
        dropout_rng: rng,
      });
      return [attention_mask, feed_forward_mask, attention?.mask, feed_forward.mask].map(
        (mask) => mask?.shape,
      );
    };
    expect(masks({ dropout: 0.5 })).toEqual([[2, 4, 6], [2, 4, 6], undefined, undefined]);
    expect(masks({ attention_dropout: 0.5 })).toEqual([
      undefined,
      undefined,
      [2, 2, 4, 4],
      undefined,
    ]);
    expect(masks({ feed_forward_dropout: 0.5 })).toEqual([
      undefined,
      undefined,
      undefined,
      [2, 4, 24],
    ]);
    using dropped = lab.TransformerBlock({ d_model: 6, dropout: 1 });
    using rng = lab.RandomState(1);
    expect(dropped.forward(x, { dropout_rng: rng })).toEqual(x); // only the shortcuts remain
  });
});
