import { describe, expect, it } from 'vitest';
import type { Norm, Tensor } from 'ffn-lab';
import { load_each } from './variants.js';

describe.each(await load_each())('block_stack, variant %s', (_variant, lab) => {
  const normals = (seed: number, ...shape: number[]) => {
    using rng = lab.RandomState(seed);
    return rng.randn(shape);
  };

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
});
