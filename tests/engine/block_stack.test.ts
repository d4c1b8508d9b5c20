import { describe, expect, it } from 'vitest';
import type { Norm, NormPlacement, Tensor } from 'ffn-lab';
import { read_golden } from '../golden.js';
import { load_each } from './variants.js';

const norms: readonly NormPlacement[] = ['pre', 'post', 'none'];

describe.each(await load_each())('block_stack, variant %s', (_variant, lab) => {
  const normals = (seed: number, ...shape: number[]) => {
    using rng = lab.RandomState(seed);
    return rng.randn(shape);
  };

  it.each(norms)("agrees with PyTorch's norms by depth, norm %s", (norm) => {
    const golden = read_golden('block_stack');
    for (const shortcuts of [true, false]) {
      for (const feed_forward_only of [true, false]) {
        const sizes = { d_model: 16, n_heads: 4, n_layers: 6, init: 'gpt2', seed: 3 } as const;
        using stack = lab.BlockStack({ ...sizes, norm, shortcuts, feed_forward_only });
        const by_depth = stack.gradient_by_depth(normals(4, 2, 6, 16), normals(5, 2, 6, 16));
        const suffix = `${norm}_${shortcuts ? 'shortcuts' : 'bare'}_${feed_forward_only ? 'ffn' : 'block'}`;
        const compare = (actual: readonly Norm[], name: string, elements: number) => {
          const expected = golden(`${name}_${suffix}`).values;
          expect(actual).toHaveLength(expected.length);
          actual.forEach(({ l2, rms }, index) => {
            expect(
              Math.abs(l2 / (expected[index] as number) - 1),
              `${name}_${suffix} ${index}`,
            ).toBeLessThan(1e-5);
            expect(rms * Math.sqrt(elements)).toBeCloseTo(l2, 6);
          });
        };
        compare(by_depth.activations, 'activations', 192);
        compare(by_depth.gradients, 'gradients', 192);
        compare(by_depth.parameter_gradients, 'parameter_gradients', stack.parameter_count / 6);
      }
    }
  });

  it('shows that gradients vanish in a plain deep network and that shortcuts prevent it', () => {
    const ratio = (options: object) => {
      using stack = lab.BlockStack({
        d_model: 32,
        n_layers: 8,
        init: 'gpt2',
        feed_forward_only: true,
        norm: 'none',
        ...options,
      });
      const { gradients } = stack.gradient_by_depth(normals(1, 16, 32), normals(2, 16, 32));
      return (gradients[0] as Norm).l2 / (gradients[8] as Norm).l2;
    };
    expect(ratio({ shortcuts: false })).toBeLessThan(1e-9);
    expect(Math.abs(ratio({ shortcuts: true }) - 1)).toBeLessThan(0.1);
  });

  it('equals its blocks applied one after the other', () => {
    using stack = lab.BlockStack({ d_model: 8, n_heads: 2, n_layers: 3, seed: 1 });
    const x = normals(2, 2, 4, 8);
    const trace = stack.trace(x);
    expect([stack.n_layers, stack.d_model, trace.blocks.length]).toEqual([3, 8, 3]);
    let input: Tensor = x;
    stack.weights().blocks.forEach((weights, index) => {
      using block = lab.TransformerBlock({ weights, n_heads: 2 });
      expect(trace.blocks[index]).toEqual(block.trace(input));
      input = block.forward(input);
    });
    expect(trace.output).toEqual(input);
    const { x: grad_x, blocks } = stack.backward(x);
    const by_depth = stack.gradient_by_depth(x, x);
    const l2 = (tensor: Tensor) => Math.hypot(...tensor.data);
    expect(l2(grad_x)).toBeCloseTo((by_depth.gradients[0] as Norm).l2, 4);
    expect(blocks).toHaveLength(3);
    expect(() => stack.backward(x)).not.toThrow(); // gradient_by_depth does not invalidate the traced pass
  });

  it('writes one tensor of a single block', () => {
    using stack = lab.BlockStack({ d_model: 8, n_layers: 2 });
    const shift = { data: new Float32Array(8).fill(3), shape: [8] };
    stack.set_weights({ blocks: [undefined, { norm1: { shift } }] });
    expect(stack.weights().blocks[1]?.norm1?.shift).toEqual(shift);
    expect(stack.weights().blocks[0]?.norm1?.shift.data).toEqual(new Float32Array(8));
    expect(() => stack.set_weights({ blocks: [{}, {}, { norm1: { shift } }] })).toThrow(
      'weights is a set with blocks.2.norm1.shift; expected',
    );
  });

  it('rejects invalid sizes, shapes and weights', () => {
    expect(() => lab.BlockStack({ d_model: 8, n_layers: 0 })).toThrow(
      'n_layers is 0; expected an integer from 1 to 4096',
    );
    expect(() => lab.BlockStack({ d_model: 8, n_layers: '2' as never })).toThrow(
      'n_layers is "2"; expected a number',
    );
    expect(() => lab.BlockStack({ weights: { blocks: [] } })).toThrow(
      'n_layers is 0; expected an integer from 1 to 4096',
    );
    expect(() => lab.BlockStack({ weights: {} as never })).toThrow(
      'n_layers is 0; expected an integer from 1 to 4096',
    );
    expect(() => lab.BlockStack({ weights: { blocks: 5 as never } })).toThrow(
      'blocks is 5; expected an array',
    );
    expect(() => lab.BlockStack({ weights: { blocks: [null as never] } })).toThrow(
      'blocks.0 is null; expected an object',
    );
    using stack = lab.BlockStack({ d_model: 8, n_layers: 1 });
    const x = normals(1, 4, 8);
    expect(() => stack.gradient_by_depth(x, normals(1, 2, 2, 8))).toThrow(
      'grad_output is (2, 2, 8); expected shape (4, 8)',
    );
    expect(() => stack.gradient_by_depth(x, 3 as never)).toThrow(
      'grad_output is 3; expected an object',
    );
    using wide = lab.BlockStack({ d_model: 4, n_layers: 1 });
    const mixed = [...stack.weights().blocks, ...wide.weights().blocks];
    expect(() => lab.BlockStack({ weights: { blocks: mixed } })).toThrow(
      'd_model is 4; expected 8, as in the first block',
    );
  });
});
