import { describe, expect, it } from 'vitest';
import type { NormPlacement, Tensor, TransformerBlockWeights } from 'ffn-lab';
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

  it.each([
    ['pre', true],
    ['post', true],
    ['pre', false],
    ['post', false],
  ] as const)(
    'agrees with PyTorch forward and backward, %s-norm, shortcuts %s',
    (norm, shortcuts) => {
      using block = lab.TransformerBlock({ weights, n_heads: 2, norm, shortcuts });
      const suffix = norm + (shortcuts ? '' : '_bare');
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
    },
  );

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
    using norm1 = lab.LayerNorm({ weights: weights.norm1 as never });
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
    using norm2 = lab.LayerNorm({ weights: weights.norm2 as never });
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

  it("counts the parameters of GPT-2's block and is deterministic for a seed", () => {
    using gpt2 = lab.TransformerBlock({ d_model: 768, n_heads: 12, init: 'zeros' });
    expect([gpt2.parameter_count, gpt2.d_model, gpt2.d_ff]).toEqual([7087872, 768, 3072]);
    using a = lab.TransformerBlock({
      d_model: 6,
      seed: 5,
      gated: true,
      bias: false,
      qkv_bias: false,
    });
    using b = lab.TransformerBlock({
      d_model: 6,
      seed: 5,
      gated: true,
      bias: false,
      qkv_bias: false,
    });
    expect(a.weights()).toEqual(b.weights());
    expect(Object.keys(a.weights().feed_forward)).toEqual(['w1', 'w_gate', 'w2']);
    expect(Object.keys(a.weights().attention ?? {})).toEqual([
      'w_query',
      'w_key',
      'w_value',
      'w_output',
      'b_output',
    ]);
  });

  it('rejects invalid sizes, shapes and weights', () => {
    const wrong = (options: object) => () => lab.TransformerBlock({ d_model: 6, ...options });
    expect(wrong({ norm: 'middle' })).toThrow('norm is "middle"; expected "pre", "post" or "none"');
    expect(wrong({ norm: 3 as unknown as NormPlacement })).toThrow('norm is 3; expected a string');
    expect(wrong({ n_heads: 4 })).toThrow('n_heads is 4; expected a divisor of d_model, 6');
    expect(wrong({ shortcuts: 'no' })).toThrow('shortcuts is "no"; expected true or false');
    expect(wrong({ feed_forward_dropout: -1 })).toThrow(
      'dropout is -1; expected a probability from 0 to 1',
    );
    const given = (change: object) => () =>
      lab.TransformerBlock({ weights: { ...weights, ...change }, n_heads: 2 });
    expect(given({ norm2: undefined })).toThrow('norm2.scale is undefined; expected a tensor');
    expect(given({ attention: { ...weights.attention, w_key: 7 } })).toThrow(
      'attention.w_key is 7; expected an object',
    );
    expect(given({ feed_forward: { ...weights.feed_forward, b3: x } })).toThrow(
      'feed_forward is an object with b3; expected only w1, b1, w_gate, b_gate, w2, b2',
    );
    expect(given({ norm3: {} })).toThrow(
      'weights is an object with norm3; expected only norm1, attention, norm2, feed_forward',
    );
    using wide = lab.TransformerBlock({ d_model: 8 });
    expect(given({ norm1: wide.weights().norm1 })).toThrow(
      "norm1.features is 8; expected 6, as feed_forward's d_model",
    );
    expect(() => wide.forward(x)).toThrow(
      'x is a tensor of shape (2, 4, 6); expected a last dimension of 8',
    );
  });
});
