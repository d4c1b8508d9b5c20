/** The README's promise about runs: the same in one variant, different ones between variants. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { load } from 'ffn-lab';
import type { Variant } from 'ffn-lab';
import { runnable_variants } from './variants.js';

const readme = readFileSync(new URL('../../web/engine/README.md', import.meta.url), 'utf8');
const [, relaxed_figure, simd_figure] =
  /`data_loss\(\)` is ([\d.]+) in\sit.* and ([\d.]+) in `simd`/s.exec(readme) ?? [];

/** The run of the README. */
async function run_of(variant: Variant) {
  using lab = await load({ variant });
  const dataset = lab.dataset({ kind: 'circle', n: 200, seed: 42 });
  using run = lab.TrainingRun({ dataset, d_model: 8, lr: 0.02, seed: 42 });
  run.step(2000);
  return { losses: run.losses(), data_loss: run.data_loss() };
}

it('gives the same run in a second lab, and the figure of the README', async () => {
  const simd = await run_of('simd');
  expect(await run_of('simd')).toEqual(simd);
  expect(simd.data_loss.toFixed(4)).toBe(simd_figure);
});

// Without fused multiply-add, relaxed has the bits of simd.
it.runIf(runnable_variants.includes('relaxed'))(
  'differs in relaxed from the first step on, if the machine fuses multiply-add',
  async () => {
    const [relaxed, simd] = [await run_of('relaxed'), await run_of('simd')];
    if (relaxed.losses[0] === simd.losses[0]) expect(relaxed).toEqual(simd);
    else expect(relaxed.data_loss.toFixed(4)).toBe(relaxed_figure);
  },
);
