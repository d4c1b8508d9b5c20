import { describe, expect, it, vi } from 'vitest';
import {
  forward_through_memory,
  is_tokens,
  sum_through_memory,
} from '../../web/engine/src/edge/evaluation.js';
import type { Memory } from '../../web/engine/src/edge/evaluation.js';
import { load_each } from './variants.js';

/** Mock of the module's memory with `room` floats that counts allocations and releases. */
function counted(room: number) {
  const memory = {
    HEAPF32: new Float32Array(room),
    taken: 0,
    allocate: (floats: number) => (floats > room - 1 ? 0 : (memory.taken++, 4)),
    release: () => void memory.taken--,
    add_at: (sum: number, part: number, floats: number) => {
      for (let i = 0; i < floats; i++)
        memory.HEAPF32[sum / 4 + i]! += memory.HEAPF32[part / 4 + i]!;
    },
  };
  return memory satisfies Memory;
}

describe('evaluation', () => {
  it('recognizes tensors of tokens', () => {
    const data = new Float32Array(24);
    for (const shape of [
      [3, 8],
      [24 / 8, 8],
      [1, 3, 8],
      [3, 1, 1, 8],
    ])
      expect(is_tokens({ data, shape }, 8), String(shape)).toBe(true);
    for (const shape of [
      [],
      [24],
      [8, 3],
      [-1, -3, 8],
      [1.5, 2, 8],
      [NaN, 8],
      [4, 8],
      [Infinity, 0, 8],
      ['3', 8] as unknown as number[],
    ]) {
      expect(is_tokens({ data, shape }, 8), String(shape)).toBe(false);
    }
    expect(is_tokens({ data: new Float32Array(0), shape: [0, 8] }, 8)).toBe(true);
  });

  it('releases all memory, also after errors', () => {
    const memory = counted(100);
    const x = Float32Array.from([1, 2, 3, 4]);
    const refuses = { forward_units_at: () => false };
    const breaks = {
      forward_units_at: () => {
        throw new Error('unreachable');
      },
    };
    const copies = {
      forward_units_at: (
        from: number,
        tokens: number,
        first: number,
        count: number,
        to: number,
      ) => {
        memory.HEAPF32.copyWithin(to / 4, from / 4, from / 4 + 4);
        return tokens === 2 && first === 8 && count === 16;
      },
    };
    expect(forward_through_memory(memory, copies, 2, x, 8, 16)).toEqual(x);
    expect(forward_through_memory(memory, refuses, 2, x, 0, 8)).toBeUndefined();
    expect(() => forward_through_memory(memory, breaks, 2, x, 0, 8)).toThrow('unreachable');
    expect(forward_through_memory(memory, copies, 2, new Float32Array(60), 0, 8)).toBeUndefined(); // too little memory
    expect(sum_through_memory(memory, [x, x, x])).toEqual(x.map((value) => 3 * value));
    expect(() => sum_through_memory(memory, [new Float32Array(60), new Float32Array(60)])).toThrow(
      expect.objectContaining({ code: 'out_of_memory' }),
    );
    vi.spyOn(memory.HEAPF32, 'slice').mockImplementation(() => {
      throw new RangeError('Array buffer allocation failed');
    });
    expect(forward_through_memory(memory, copies, 2, x, 8, 16)).toBeUndefined(); // too little JavaScript memory
    expect(() => sum_through_memory(memory, [x, x])).toThrow(
      expect.objectContaining({ code: 'out_of_memory' }),
    );
    expect(memory.taken).toBe(0);
  });
});

describe.each(await load_each())('forward through memory, variant %s', (_variant, lab) => {
  it('is bit-identical to the traced pass and rejects the same inputs', () => {
    using ffn = lab.FeedForward({
      d_model: 24,
      d_ff: 50,
      seed: 3,
      gated: true,
      activation: 'silu',
    });
    using rng = lab.RandomState(1);
    for (const shape of [[24], [1, 24], [7, 24], [2, 3, 24], [0, 24]]) {
      const x = rng.randn(shape);
      const output = ffn.forward(x);
      expect(output.shape).toEqual(shape);
      expect(output.data).toEqual(ffn.trace(x).output.data);
      expect(output.data.buffer.byteLength).toBe(output.data.byteLength);
    }
    const data = new Float32Array(48);
    for (const shape of [[], [48], [-1, -2, 24], [1, 24], [3, 24], [2.5, 24]]) {
      expect(() => ffn.forward({ data, shape }), String(shape)).toThrow(
        expect.objectContaining({ code: 'invalid_argument' }),
      );
    }
  });

  it('is correct when the call grows the memory', () => {
    using ffn = lab.FeedForward({ d_model: 512, d_ff: 8, init: 'zeros' });
    const bytes = lab.info().heap_bytes;
    const x = { data: new Float32Array(512 * 2000).fill(1), shape: [2000, 512] };
    expect(ffn.forward(x).data.every((value) => value === 0)).toBe(true);
    expect(lab.info().heap_bytes).toBeGreaterThan(bytes);
  });
});
