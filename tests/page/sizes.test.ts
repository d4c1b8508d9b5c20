/** Sizes of the files of a built page that a browser downloads. */
import { expect, it } from 'vitest';
import {
  measure_page,
  measure_steps,
  measure_wasm,
  script_limit,
  size_line,
  step_limit,
  wasm_limit,
} from '../../web/page/build/sizes.mjs';
import { steps } from '../../web/page/src/steps/index.ts';

// Brotli's best level is slow.
it.each(['en', 'fr', 'vi'])('the scripts of /%s/ are within their limit', (language) => {
  const { scripts, total } = measure_page(language);
  // The entry with its messages, two shared chunks, the worker with the start-up code of the core.
  expect(scripts.length).toBeGreaterThanOrEqual(4);
  expect(total.brotli, [...scripts, total].map(size_line).join('\n')).toBeLessThanOrEqual(
    script_limit,
  );
});

it('the files of each step are within its limit', () => {
  const measured = measure_steps();
  expect(measured.map(({ path }) => path).sort()).toEqual(
    [...steps.map((name) => `step ${name}`), 'shared by steps'].sort(),
  );
  for (const step of measured) expect(step.brotli, size_line(step)).toBeLessThanOrEqual(step_limit);
});

it('every .wasm file is within its limit', () => {
  const files = measure_wasm();
  expect(files).toHaveLength(2);
  for (const file of files) expect(file.brotli, size_line(file)).toBeLessThanOrEqual(wasm_limit);
});
