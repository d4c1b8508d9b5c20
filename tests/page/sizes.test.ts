/** Sizes of the files of a built page that a browser downloads. */
import { expect, it, vi } from 'vitest';
import { lazy_limit, measure_lazy, measure_page, measure_wasm, script_limit, size_line, wasm_limit } from '../../web/page/sizes.mjs';

// Brotli's best level is slow.
vi.setConfig({ testTimeout: 60_000 });

it.each(['en', 'fr', 'vi'])('the scripts of /%s/ are within their limit', (language) => {
  const { scripts, total } = measure_page(language);
  // The entry with its messages, two shared chunks, the worker, the start-up code of the core.
  expect(scripts.length).toBeGreaterThanOrEqual(5);
  expect(total.brotli, [...scripts, total].map(size_line).join('\n')).toBeLessThanOrEqual(script_limit);
});

it('the files of each lazy panel are within its limit', () => {
  const panels = measure_lazy();
  expect(panels.map(({ path }) => path)).toEqual(
    ['backward', 'bridge', 'checkpoint', 'proof', 'speed', 'training'].map((name) => `lazy panel ${name}`),
  );
  for (const panel of panels) expect(panel.brotli, size_line(panel)).toBeLessThanOrEqual(lazy_limit);
});

it('every .wasm file is within its limit', () => {
  const files = measure_wasm();
  expect(files).toHaveLength(3);
  for (const file of files) expect(file.brotli, size_line(file)).toBeLessThanOrEqual(wasm_limit);
});
