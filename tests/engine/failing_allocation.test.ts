/**
 * Lets the n-th allocation inside the module fail, for every n, as SQLite's tests do. The module is
 * the variant simd with an allocator with injected failures, which tests/run builds (CMake target
 * ffn_lab_failing).
 */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Lab, load as Load } from 'ffn-lab';
import { start_up_code } from '../../web/engine/start_up_code.mjs';
import type * as lab_file from '../../web/engine/dist/lab.js';
import { copies, free_bytes, raw_of } from './fill_memory.js';
import { repeatable, text_of, use_once } from './uses.js';
import type { Member } from './uses.js';

const path_of = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const built = path_of('../../.build/wasm/failing');
const copy = path_of('../.artifacts/failing');

/** Functions that only this module exports. */
interface Failing {
  _fail_after(count: number): void;
  _stop_failing(): number;
}

/** Loads the package with this module instead of its own. */
async function load_failing(): Promise<Lab> {
  if (!existsSync(built))
    throw new Error('the module with failing allocations is missing: tests/run engine builds it');
  cpSync(path_of('../../web/engine/dist'), copy, { recursive: true });
  cpSync(`${built}/ffn-lab.simd.wasm`, `${copy}/wasm/ffn-lab.simd.wasm`);
  const glue = readFileSync(`${built}/ffn-lab.simd.js`, 'utf8');
  writeFileSync(`${copy}/wasm/ffn-lab.js`, start_up_code({ simd: glue }));
  const { load } = (await import(`${copy}/index.node.js`)) as { load: typeof Load };
  const { instance_of_lab } = (await import(`${copy}/lab.js`)) as Pick<
    typeof lab_file,
    'instance_of_lab'
  >;
  const lab = await load({ variant: 'simd', memory_limit: 64 * 2 ** 20 });
  copies.set(lab, instance_of_lab);
  return lab;
}

// The module does not depend on this Node's features, so one run is enough.
describe.skipIf(process.execArgv.some((flag) => flag.includes('relaxed')))(
  'the allocations of a call',
  () => {
    let lab: Lab;
    let failing: Failing;
    let failures = 0;
    beforeAll(async () => {
      lab = await load_failing();
      failing = raw_of(lab) as unknown as Failing;
    });

    /** Uses a member while the n-th allocation of each call fails; returns whether any did. */
    async function fail_at(n: number, member: Member, expected: readonly unknown[]) {
      let failed = 0;
      const results = await use_once(member, lab, async (work) => {
        failing._fail_after(n);
        const outcome = await work().catch((error: unknown) => ({ error }));
        const refused = failing._stop_failing() !== 0;
        if (refused) failed++;
        if (refused || !(outcome instanceof Object && 'error' in outcome)) return outcome;
        throw outcome.error;
      });
      for (const [at, result] of results.entries()) {
        if (result instanceof Object && 'error' in result)
          expect([n, result.error]).toMatchObject([n, { code: 'out_of_memory' }]);
        else expect([n, text_of(result)]).toEqual([n, text_of(expected[at])]);
      }
      return failed;
    }

    // From the 64th on, one of 16: the others are in the same loops.
    it.each(repeatable)(
      'fail one by one in $name: an error or the correct result, correct the next time, no leak',
      async (member) => {
        const expected = await use_once(member, lab);
        const heap = lab.info().heap_bytes;
        const free = free_bytes(lab);
        let count = 0;
        for (let n = 0, failed = 1; failed > 0; n += n < 64 ? 1 : Math.ceil(n / 16), count++) {
          failed = await fail_at(n, member, expected);
          failures += failed;
          if (count % 8 === 0) expect(text_of(await use_once(member, lab))).toBe(text_of(expected));
        }
        // Filling the memory measures its free size within some tens of bytes; a leak of 16 bytes
        // per failure would be larger.
        expect(free - free_bytes(lab)).toBeLessThan(8 * Math.max(8, count));
        expect(lab.info().heap_bytes).toBe(heap);
      },
    );

    it('fail thousands of times', () => expect(failures).toBeGreaterThan(3000));
  },
);
