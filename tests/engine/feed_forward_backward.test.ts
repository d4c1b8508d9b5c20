import { describe, expect, it } from 'vitest';
import type { FfnError, Tensor } from 'ffn-lab';
import { largest_error, read_golden, tensor_of } from '../golden.js';
import { load_each } from './variants.js';

const vector = (length: number): Tensor => ({ data: new Float32Array(length), shape: [length] });

describe.each(await load_each())('feed_forward backward, variant %s', (_variant, lab) => {
  const golden = read_golden('gradients');
  const tensor = (name: string) => tensor_of(golden(name));
  const plain = { w1: tensor('w1'), b1: tensor('b1'), w2: tensor('w2'), b2: tensor('b2') };
  const gated = { ...plain, w_gate: tensor('w_gate'), b_gate: tensor('b_gate') };

  it('returns the gradients of intermediate tensors on request, which agree with PyTorch', () => {
    const activation = 'silu';
    const expected = read_golden('trace_gradients');
    for (const [weights, suffix] of [
      [plain, activation],
      [gated, `${activation}_gated`],
    ] as const) {
      using ffn = lab.FeedForward({ weights, activation });
      ffn.trace(tensor('x'));
      const { pre_activation, hidden, gate, hidden_dropped, linear2_output, ...others } =
        ffn.backward(tensor('grad_output'), {
          trace: true,
        });
      expect(others).toEqual(ffn.backward(tensor('grad_output')));
      expect(ffn.backward(tensor('grad_output'), { trace: false })).toEqual(others);
      for (const [name, gradient] of Object.entries({
        pre_activation,
        hidden,
        ...(gate && { gate }),
      })) {
        const { values, shape } = expected(`grad_${name}_${suffix}`);
        expect(gradient.shape, name).toEqual(shape);
        expect(largest_error(gradient.data, values), name).toBeLessThan(
          5e-6 * Math.max(...values.map(Math.abs)),
        );
      }
      expect(gate === undefined).toBe(weights === plain);
      expect(hidden_dropped).toEqual(hidden);
      expect(linear2_output).toEqual(tensor('grad_output'));
    }
  });

  it.each(['hidden', 'output'] as const)(
    'returns the gradients before and after dropout on %s, which agree with PyTorch',
    (placement) => {
      const expected = read_golden('trace_gradients');
      using ffn = lab.FeedForward({
        weights: gated,
        activation: 'gelu',
        dropout: 0.5,
        dropout_placement: placement,
      });
      using rng = lab.RandomState(9);
      const { mask } = ffn.trace(tensor('x'), { dropout_rng: rng });
      const found = ffn.backward(tensor('grad_output'), { trace: true });
      for (const name of [
        'pre_activation',
        'gate',
        'hidden',
        'hidden_dropped',
        'linear2_output',
      ] as const) {
        const { values, shape } = expected(`grad_${name}_${placement}`);
        expect(found[name]?.shape, name).toEqual(shape);
        expect(largest_error(found[name]?.data ?? [], values), name).toBeLessThan(
          5e-6 * Math.max(...values.map(Math.abs)),
        );
      }
      if (mask === undefined) throw new Error('the pass has no mask');
      const masked =
        placement === 'hidden'
          ? lab.apply_dropout_mask(found.hidden_dropped, mask)
          : lab.apply_dropout_mask(tensor('grad_output'), mask);
      expect(placement === 'hidden' ? found.hidden : found.linear2_output).toEqual(masked);
    },
  );

  it('requires a traced pass with the same activation', () => {
    using ffn = lab.FeedForward({ weights: plain });
    const missing = expect.objectContaining({
      code: 'invalid_argument',
      argument: 'trace',
    }) as FfnError;
    expect(() => ffn.backward(tensor('grad_output'))).toThrow(missing);
    expect(() => ffn.backward(tensor('grad_output'), { trace: true })).toThrow(missing);
    ffn.trace(tensor('x'));
    expect(() => ffn.backward(vector(6), { trace: true })).toThrow(
      'grad_output is a tensor of shape (6,); expected shape (7, 6), as the output',
    );
    expect(() => ffn.backward(vector(6))).toThrow(
      'grad_output is a tensor of shape (6,); expected shape (7, 6), as the output',
    );
    ffn.activation = 'relu';
    expect(() => ffn.backward(tensor('grad_output'))).toThrow(missing);
  });

  it('applies dropout only with a generator; equal seeds give equal masks', () => {
    using ffn = lab.FeedForward({ d_model: 6, seed: 1, dropout: 0.5 });
    using data = lab.RandomState(2);
    const x = data.randn([20, 6]);
    const train = () => {
      using rng = lab.RandomState(3);
      return ffn.trace(x, { dropout_rng: rng });
    };
    const first = train();
    expect(train()).toEqual(first);
    expect(ffn.trace(x).mask).toBeUndefined();
    expect(ffn.trace(x).hidden_dropped).toEqual(first.hidden);
    expect(first.mask?.shape).toEqual([20, 24]);
    expect(new Set(first.mask?.data)).toEqual(new Set([0, 2]));
    const expected = first.hidden.data.map((value, index) =>
      first.mask?.data[index] === 0 ? 0 : 2 * value,
    );
    expect(first.hidden_dropped.data).toEqual(expected);
    using rng = lab.RandomState(3);
    expect(ffn.forward(x, { dropout_rng: rng }).data).toEqual(first.output.data);
  });

  it('applies dropout to the output with placement `output`', () => {
    using ffn = lab.FeedForward({ d_model: 6, dropout: 1, dropout_placement: 'output' });
    using rng = lab.RandomState(3);
    const trace = ffn.trace(
      { data: new Float32Array(6).fill(1), shape: [6] },
      { dropout_rng: rng },
    );
    expect([...trace.output.data]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(trace.mask?.shape).toEqual([6]);
  });

  it('omits gradients of absent weights', () => {
    using bare = lab.FeedForward({ d_model: 6, bias: false });
    expect(Object.keys(bare.weights())).toEqual(['w1', 'w2']);
    expect(bare.parameter_count).toBe(2 * 6 * 24);
    using with_gate = lab.FeedForward({ d_model: 6, gated: true, activation: 'silu' });
    expect(Object.keys(with_gate.weights())).toEqual(['w1', 'b1', 'w_gate', 'b_gate', 'w2', 'b2']);
    expect(with_gate.trace(vector(6)).gate?.shape).toEqual([24]);
  });
});
