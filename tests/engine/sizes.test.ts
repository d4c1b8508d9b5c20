import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measure_all, size_limit, size_table } from '../../web/engine/sizes.mjs';
import { package_readme } from './readme_snippets.js';

const files = measure_all();

it.each(files)('$name does not exceed its limit', ({ name, brotli }) => {
  expect(
    brotli,
    `${name} is ${brotli} bytes with Brotli at quality 11; the limit is ${size_limit}`,
  ).toBeLessThanOrEqual(size_limit);
});

// Compilers differ slightly between machines, so the table may come from another build.
it('agree with the README within 10 %', () => {
  const printed =
    /<!-- sizes -->\n\n([^]*?)\n\n<!-- end -->/.exec(readFileSync(package_readme, 'utf8'))?.[1] ??
    '';
  const numbers = (table: string) => (table.match(/\d+(?= kB)/g) ?? []).map(Number);
  const [documented, measured] = [numbers(printed), numbers(size_table(files))];
  expect(documented).toHaveLength(2 * files.length);
  for (const [index, size] of measured.entries()) {
    expect(
      Math.abs((documented[index] ?? NaN) - size),
      `${printed}\nnow\n${size_table(files)}`,
    ).toBeLessThan(1 + size / 10);
  }
});
