import { describe, expect, it } from 'vitest';
import { browser_and_system, pool_sizes } from '../../web/page/src/steps/speed/device.ts';
import { measured_name } from '../../web/page/src/steps/speed/names.ts';
import { measure } from '../../web/page/src/steps/speed/programs.ts';
import { initial_state } from '../../web/page/src/numbers/url_state.ts';

describe('the device', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140, X11; Linux x86_64'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36', 'Chrome 126'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0', 'Edge 126, Windows NT 10.0'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari 17, iPhone;',
    ],
    ['something else', 'something else'],
  ])('%s', (user_agent, expected) => expect(browser_and_system(user_agent)).toContain(expected));

  it.each([
    [1, []],
    [2, [2]],
    [3, [2, 3]],
    [8, [2, 8]],
    [64, [2, 8]],
  ])('with %d processors has pools of', (processors, sizes) => expect(pool_sizes(processors)).toEqual(sizes));
});

describe('the program of a measured number', () => {
  const state = { ...initial_state, pasted: undefined };
  const program = (tensor: string, index: string) => measure({ call: 'measure', tensor, index }, state);
  const result = (tensor: string, index: string) => program(tensor, index).result;

  it('computes the shown quantity', () => {
    const name = 'simd, 1 thread, 32 × 768 → 3072, gelu';
    expect(result(name, 'milliseconds.median')).toBe('(await times(async () => ffn.forward(x)))[7]');
    expect(result(name, 'gflops.median')).toBe('301989888 / (await times(async () => ffn.forward(x)))[7] / 1e6');
    expect(result(name, 'per_token.lower_quartile')).toContain('[3]) / 32');
    // The slowest quarter takes longest.
    expect(result(name, 'gflops.lower_quartile')).toContain('[11]');
    expect(result('pool, 2 workers, 1 × 128 → 512, gelu', 'share.median')).toMatch(/await pool\.forward\(ffn, x\).*\(2 \* Math\.min/);
    expect(result(name, 'ratio')).toBe('gelu / relu');
    expect(result('limit, 2 cores', 'stream.median')).toBe("2 * limit('stream')");
  });

  it('measures bursts one at a time after a pause', () => {
    const name = 'simd, 1 thread, 32 × 768 → 3072, gelu';
    const pauses = (tensor: string) => program(tensor, 'per_token.median').lines.filter((line) => line.includes('setTimeout(resolve, 5)'));
    expect([name, `${name}, burst`].map((tensor) => pauses(tensor).length)).toEqual([0, 1]);
    expect(result(`${name}, burst`, 'per_token.median')).toBe(result(name, 'per_token.median'));
    expect(measured_name({ engine: 'simd', workers: 1 }, { name: 't32', tokens: 32, d_model: 768, d_ff: 3072 }, 'gelu', 'burst')).toBe(
      `${name}, burst`,
    );
  });
});
