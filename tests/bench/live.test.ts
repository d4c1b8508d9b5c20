/** What a panel of the page would show, measured under Node with ceilings that are only said. */
import { load } from 'ffn-lab';
import { expect, it } from 'vitest';
import type { CeilingKernels } from '../../web/page/src/speed/ceilings.ts';
import { measure_here } from '../../web/page/src/speed/live.ts';
import type { CeilingKind } from '../../web/page/src/speed/results.ts';

it('measures the lab that it is given', async () => {
  const asked = new Set<CeilingKind>();
  let stream_bytes = 0;
  const kernels = {
    kinds: ['separate', 'stream'],
    rate: (kind: CeilingKind) => (asked.add(kind), 1e9),
    set stream_bytes(bytes: number) {
      stream_bytes = bytes;
    },
  } as unknown as CeilingKernels;
  const lab = await load({ variant: 'simd' });
  const work = { name: 'small', tokens: 4, d_model: 8, d_ff: 32 };
  const options = { warm_up_milliseconds: 0, budget_milliseconds: 0, fewest_rounds: 2, most_rounds: 2 };
  const result = await measure_here(lab, kernels, work, 'relu', options);
  lab.dispose();
  expect(result).toMatchObject({
    case: work,
    activation: 'relu',
    threads: 1,
    rounds: 2,
    limit_milliseconds: expect.closeTo((4 * 4 * 8 * 32) / 1e6, 12) as number,
  });
  expect(result.engines).toMatchObject([{ engine: 'ffn-lab simd', milliseconds: { count: 2 }, share_of_limit: { count: 2 } }]);
  expect([...asked].sort()).toEqual(['separate', 'stream']);
  expect(stream_bytes).toBe(8 * 8 * 32);
});
