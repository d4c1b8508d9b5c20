/** Tests the measurement of the page's panel under Node, with mocked ceilings. */
import { load } from 'ffn-lab';
import { expect, it } from 'vitest';
import { speed_modes } from '../../web/page/src/steps/speed/harness/cases.ts';
import type {
  CeilingKernels,
  CeilingKind,
} from '../../web/page/src/steps/speed/harness/ceilings.ts';
import { race } from '../../web/page/src/steps/speed/harness/race.ts';
import { pass_contestant } from '../../web/page/src/steps/speed/engines.ts';

it.each(speed_modes)('measures the given lab with two activations, %s', async (mode) => {
  const asked = new Set<CeilingKind>();
  const kernels = {
    kinds: ['separate', 'stream'],
    clock_resolution: 1e-3,
    rate: (kind: CeilingKind) => (asked.add(kind), 1e9),
  } as unknown as CeilingKernels;
  const lab = await load({ variant: 'simd' });
  const work = { name: 'small', tokens: 4, d_model: 8, d_ff: 32 };
  const shares: number[] = [];
  const on_progress = (share: number) => void shares.push(share);
  const options = {
    mode,
    warm_up_milliseconds: 150,
    budget_milliseconds: 0,
    fewest_rounds: 2,
    most_rounds: 2,
    on_progress,
  };
  const x = lab.RandomState(43).randn([4, 8]);
  const contestants = (['gelu', 'relu'] as const).map((activation) => {
    const ffn = lab.FeedForward({ d_model: 8, d_ff: 32, activation, seed: 42 });
    return pass_contestant(activation, kernels, (input) => ffn.forward(input), x);
  });
  const result = await race({
    case: work,
    activation: 'gelu',
    threads: 1,
    contestants,
    kernels,
    options,
  });
  lab.dispose();
  expect(result).toMatchObject({
    case: work,
    activation: 'gelu',
    threads: 1,
    mode,
    rounds: 2,
    limit_milliseconds: expect.closeTo((4 * 4 * 8 * 32) / 1e6, 12) as number,
  });
  expect(result.engines).toMatchObject(
    ['gelu', 'relu'].map((engine) => ({
      engine,
      milliseconds: { count: 2 },
      share_of_limit: { count: 2 },
    })),
  );
  expect([...asked].sort()).toEqual(['separate', 'stream']);
  expect(shares.length).toBeGreaterThan(1);
  expect(shares.every((share) => share > 0 && share <= 1)).toBe(true);
});
