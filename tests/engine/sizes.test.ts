import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { brotli_limit, measure_all, size_table } from '../../web/engine/sizes.mjs';
import { package_readme } from './readme_snippets.js';

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

// Compilers differ a little from machine to machine, so the table need not be of this very build.
it('are in the README, to a tenth', () => {
  const printed = /<!-- sizes -->\n\n([^]*?)\n\n<!-- end -->/.exec(readFileSync(package_readme, 'utf8'))?.[1] ?? '';
  const numbers = (table: string) => (table.match(/\d+(?= kB)/g) ?? []).map(Number);
  const [said, measured] = [numbers(printed), numbers(size_table(files))];
  expect(said).toHaveLength(2 * files.length);
  for (const [index, size] of measured.entries()) {
    expect(Math.abs((said[index] ?? NaN) - size), `${printed}\nnow\n${size_table(files)}`).toBeLessThan(1 + size / 10);
  }
});
