/**
 * Tests the loops that measure the machine's limits, under Node: their results, and the operations
 * that they count.
 */
import { describe, expect, it } from 'vitest';
import {
  CeilingKernels,
  ceilings_module,
} from '../../web/page/src/steps/speed/harness/ceilings.ts';

type Exports = Record<string, (...numbers: number[]) => number> & {
  readonly memory: WebAssembly.Memory;
};
const start = async (relaxed: boolean) =>
  (await WebAssembly.instantiate(await WebAssembly.compile(ceilings_module(relaxed))))
    .exports as unknown as Exports;

// Node 20 supports relaxed SIMD only with a flag.
const kinds = [true, false].filter((relaxed) => WebAssembly.validate(ceilings_module(relaxed)));

describe.each(kinds)('the ceilings (relaxed: %s)', (relaxed) => {
  it('compute the expected sums', async () => {
    const { memory, fused, fused_loaded, separate, stream } = await start(relaxed);
    new Float32Array(memory.buffer, 0, 1024).fill(0.5);
    // Twelve chains from seed to seed + 11, two of the four lanes added up.
    const untouched = 2 * (12 * 1 + 66);
    if (relaxed) {
      expect(fused?.(10, 0, 1)).toBe(untouched - 2 * 12 * 10);
      expect(fused_loaded?.(10, 0, 1)).toBe(untouched + 2 * 12 * 10 * 0.5);
    }
    expect(separate?.(10, 0, 1)).toBeCloseTo(untouched, 4);
    // Each line occurs twice, so the contributions cancel for any content.
    const lines = new Uint8Array(memory.buffer, 4096, 384);
    lines.forEach((_, place) => (lines[place] = place % 192));
    expect(stream?.(2, 4096, 1)).toBe(untouched);
    expect(stream?.(1, 4096, 1)).not.toBe(untouched);
  });

  it('grow the memory to the size of the data and return a rate', async () => {
    const kernels = await CeilingKernels.start(await WebAssembly.compile(ceilings_module(relaxed)));
    expect(kernels.kinds).toEqual(
      relaxed ? ['fused', 'fused_loaded', 'separate', 'stream'] : ['separate', 'stream'],
    );
    kernels.stream_bytes = 1_000_000;
    for (const kind of kernels.kinds) expect(kernels.rate(kind, 1)).toBeGreaterThan(1e6);
    if (!relaxed) expect(() => kernels.rate('fused', 1)).toThrow(RangeError);
  });
});
