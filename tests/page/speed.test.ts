import { load } from 'ffn-lab';
import { describe, expect, it } from 'vitest';
import type { SpeedAnswers } from '../../web/page/src/steps/speed/answers.ts';
import { narrow } from '../../web/page/src/steps/speed/narrow.ts';
import type * as recipe from '../../web/page/src/steps/speed/recipe.ts';
import {
  browser_and_system,
  measured_name,
  pool_sizes,
} from '../../web/page/src/steps/speed/texts.ts';
import { step_recipes } from './step_recipes.ts';

describe('the device', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox 140, X11; Linux x86_64',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      'Chrome 126',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
      'Edge 126, Windows NT 10.0',
    ],
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
  ])('with %d processors has pools of', (processors, sizes) =>
    expect(pool_sizes(processors)).toEqual(sizes),
  );
});

const work = { name: 't4', tokens: 4, d_model: 64, d_ff: 256 };

it('the name of a measurement says its engine, threads, size, activation and mode', () => {
  const name = 'simd, 1 thread, 4 × 64 → 256, gelu';
  expect(measured_name({ engine: 'simd', workers: 1 }, work, 'gelu')).toBe(name);
  expect(measured_name({ engine: 'simd', workers: 1 }, work, 'gelu', 'burst')).toBe(
    `${name}, burst`,
  );
  expect(measured_name({ engine: 'pool', workers: 2 }, work, 'relu')).toBe(
    'pool, 2 workers, 4 × 64 → 256, relu',
  );
});

const in_mode = {
  work,
  lines: [
    { engine: 'relaxed', workers: 1, refused: { reason: 'unsupported', detail: '' } },
    { engine: 'simd', workers: 1, difference: 0 },
    { engine: 'javascript', workers: 1, difference: 1e-7 },
    { engine: 'pool', workers: 2, difference: 0 },
  ],
  limits: [{ workers: 1 }, { workers: 2 }],
};
const answer = { sustained: in_mode, burst: in_mode } as unknown as SpeedAnswers['engines'];

const recipes = async () => step_recipes<typeof recipe>(await load(), 'speed', { narrow });

describe('the program of a measured number', () => {
  it.each([
    [
      'sustained.lines.2.measured.gflops.median',
      ['javascript'],
      [],
      'sustained.lines.0.measured.gflops.median',
    ],
    [
      'burst.lines.3.measured.share.lower_quartile',
      [],
      [2],
      'burst.lines.0.measured.share.lower_quartile',
    ],
    // A difference is measured from the output of the first engine, so that engine is needed, too.
    ['sustained.lines.2.difference', ['simd', 'javascript'], [], 'sustained.lines.1.difference'],
    ['sustained.lines.1.difference', ['simd'], [], 'sustained.lines.0.difference'],
    ['sustained.lines.3.difference', [], [2], 'sustained.lines.0.difference'],
    ['burst.limits.0.stream.median', [], [], 'burst.limits.0.stream.median'],
    ['sustained.limits.1.separate.median', [], [2], 'sustained.limits.1.separate.median'],
  ])('measures only what %s needs', (path, engines, pools, narrowed) => {
    expect(narrow({ recipe: 'speed.engines', state: {}, value: answer }, path)).toEqual({
      state: { work, engines, pools },
      path: narrowed,
    });
  });

  it('contains the loops that the page measures', async () => {
    const { program: program_of } = await recipes();
    const program = program_of('engines', {}, answer, 'burst.lines.2.measured.gflops.median');
    expect(program).toContain('function plain_javascript(');
    expect(program).toContain('async function burst_sample(');
    expect(program).toContain("engines: ['javascript'], pools: []");
    expect(program).toMatch(
      /console\.log\(answer\.burst\.lines\[0\]\.measured\.gflops\.median\);\n$/,
    );
    expect(program_of('stages', {}, { work, engine: 'simd' }, 'rest.of_pass')).toContain(
      "load({ variant: 'simd' })",
    );
  });
});

const operations = 4 * work.tokens * work.d_model * work.d_ff;

/**
 * Runs a program with a lab of its own, as it disposes of labs that it loads; returns the answer
 * that contains the printed number.
 */
async function measured<Name extends keyof SpeedAnswers>(
  name: Name,
  of: SpeedAnswers[Name],
  path: string,
): Promise<SpeedAnswers[Name]> {
  const { computed } = await recipes();
  return (await computed(name, {}, of, path)) as SpeedAnswers[Name];
}

describe('the program measures again', () => {
  it.each([
    [2, { engine: 'javascript', workers: 1 }],
    [3, { engine: 'pool', workers: 2 }],
  ])('the engine of line %d', async (row, engine) => {
    const again = await measured('engines', answer, `sustained.lines.${row}.measured.share.median`);
    for (const mode of ['sustained', 'burst'] as const) {
      const { lines, limits, rounds } = again[mode];
      expect(lines).toMatchObject([engine]);
      expect(lines[0]?.difference).toBeLessThan(1e-6);
      const { milliseconds, per_token, gflops, share } = lines[0]!.measured!;
      expect(per_token.median).toBe((1000 * milliseconds.median) / work.tokens);
      // The slowest quarter takes longest.
      expect(gflops.lower_quartile).toBeCloseTo(operations / milliseconds.upper_quartile / 1e6, 9);
      expect(gflops.upper_quartile).toBeGreaterThanOrEqual(gflops.median);
      expect(share.median).toBeGreaterThan(0);
      expect(milliseconds.count).toBeLessThanOrEqual(rounds);
      expect(limits.map(({ workers }) => workers)).toEqual(engine.workers > 1 ? [1, 2] : [1]);
      expect(limits[0]?.separate.median).toBeGreaterThan(0);
    }
  });

  it('the stages', async () => {
    const { stages, pass, rest } = await measured(
      'stages',
      { work, engine: 'simd' } as never,
      'rest.of_pass',
    );
    const { linear1, activation, linear2 } = stages;
    for (const { milliseconds, of_pass } of [linear1, activation, linear2]) {
      expect(of_pass).toBe(milliseconds.median / pass.milliseconds.median);
    }
    expect(linear1.of_pass + activation.of_pass + linear2.of_pass + rest.of_pass).toBeCloseTo(
      1,
      12,
    );
    expect(linear2.gflops.median).toBeCloseTo(
      operations / 2 / linear2.milliseconds.median / 1e6,
      9,
    );
  });

  it('the activations', async () => {
    const { activations, ratio } = await measured(
      'activations',
      { work, engine: 'simd' } as never,
      'ratio',
    );
    expect(ratio).toBe(activations.gelu.milliseconds.median / activations.relu.milliseconds.median);
    expect(activations.gelu_tanh.passes).toBeGreaterThan(0);
  });
});
