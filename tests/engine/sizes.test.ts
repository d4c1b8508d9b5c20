import { expect, it } from 'vitest';
import { brotli_limit, measure_all } from '../../web/engine/sizes.mjs';

const files = measure_all();

it('has three .wasm files and one .js file for each variant', () => {
  const expected = ['relaxed', 'scalar', 'simd'].flatMap((variant) =>
    ['experiments.wasm', 'js', 'models.wasm', 'wasm'].map((ending) => `ffn-lab.${variant}.${ending}`),
  );
  expect(files.map(({ name }) => name).sort()).toEqual(expected);
});

it.each(files)('keeps $name within its limit', ({ name, brotli }) => {
  expect(brotli, `${name} is ${brotli} bytes with Brotli at quality 11; the limit is ${brotli_limit}`).toBeLessThanOrEqual(brotli_limit);
});
