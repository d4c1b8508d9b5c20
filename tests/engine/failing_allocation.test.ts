/**
 * Lets the n-th allocation inside the module fail, for every n, as SQLite's tests do. The module is
 * the scalar variant with an allocator with injected failures, which tests/run builds (CMake target
 * ffn_lab_failing).
 */
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Lab, load as Load } from 'ffn-lab';
import { load } from 'ffn-lab';
import type * as core from '../../web/engine/dist/layers/core_lab.js';
import { copies, free_bytes, raw_of } from './fill_memory.js';
import { golden_file, numpy_file } from './checkpoint_files.js';
import { subjects, tensor } from './memory_subjects.js';

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
  for (const file of readdirSync(built)) cpSync(`${built}/${file}`, `${copy}/wasm/${file}`);
  const { load } = (await import(`${copy}/index.node.js`)) as { load: typeof Load };
  const { module_of } = (await import(`${copy}/layers/core_lab.js`)) as Pick<
    typeof core,
    'module_of'
  >;
  const lab = await load({ variant: 'scalar', memory_limit: 64 * 2 ** 20 });
  copies.set(lab, module_of);
  return lab;
}

const bits = (value: unknown) =>
  JSON.stringify(value, (_, item: unknown) =>
    ArrayBuffer.isView(item) ? [...(item as Float32Array)] : item,
  );

const language_model_file = await load().then((lab) =>
  lab
    .LanguageModel({ n_vocab: 5, n_positions: 3, d_model: 4, n_heads: 2, d_ff: 6, init: 'pytorch' })
    .to_safetensors(),
);

/**
 * Instead of works too long for every n, their parts: a stack consists of blocks, a gradient check
 * of hundreds of passes.
 */
const too_long = ['TrainingRun', 'BlockStack', 'weights from outside'];

const works: readonly { readonly name: string; readonly run: (lab: Lab) => unknown }[] = [
  ...subjects.filter(({ name }) => !too_long.includes(name)),
  {
    name: 'TrainingRun',
    run: (lab) => {
      const dataset = lab.dataset({ kind: 'spiral', n: 6 });
      using run = lab.TrainingRun({ dataset, d_model: 4, seed: 3, dropout: 0.25, batch_size: 3 });
      run.step(2);
      run.rewind(1);
      return [run.losses(), run.trace_data(), run.data_gradients()];
    },
  },
  {
    name: 'analysis',
    run: (lab) => {
      using ffn = lab.FeedForward({ d_model: 4, d_ff: 6, seed: 1 });
      const x = tensor(3, 4);
      const trace = ffn.trace(x);
      return [
        lab.summarize(x),
        lab.histogram(x, { bins: 4 }),
        lab.percentiles(x, [5, 95]),
        lab.sparsity(trace.hidden),
        lab.rank_neurons(ffn, trace, { top: 2 }),
        lab.ablate(ffn, x, { neurons: [1] }),
        lab.independence(ffn, x),
        lab.model_cost(),
      ];
    },
  },
  {
    name: 'a file that is opened and read',
    async run(lab) {
      using checkpoint = await lab.open_checkpoint(golden_file('gpt2_f16'));
      using network = await checkpoint.feed_forward(0);
      return [
        checkpoint.gpt2,
        checkpoint.feed_forward_table(),
        await checkpoint.tensor('transformer.wte.weight', { rows: [1, 2] }),
        network.forward(tensor(2, 8)),
      ];
    },
  },
  {
    name: 'a language model that is read from a file',
    async run(lab) {
      using checkpoint = await lab.open_checkpoint(language_model_file);
      using model = await checkpoint.language_model();
      return model.forward([[1, 2], [3]]);
    },
  },
  { name: 'an .npy file', run: (lab) => lab.read_npy(numpy_file('f4_big_endian_fortran')) },
];

// The module does not depend on this Node's features, so one run is enough.
describe.skipIf(process.execArgv.some((flag) => flag.includes('relaxed')))(
  'every allocation in the module',
  () => {
    let lab: Lab;
    let failing: Failing;
    beforeAll(async () => {
      lab = await load_failing();
      failing = raw_of(lab) as unknown as Failing;
    });

    it.each(works)(
      'fails once for $name: an error or the correct result, correct the next time, and no leak',
      async ({ run }) => {
        const expected = bits(await run(lab));
        const heap = lab.info().heap_bytes;
        const free = free_bytes(lab);
        let count = 0;
        for (let failed = true; failed; count++) {
          failing._fail_after(count);
          let refusal: { code?: string } | undefined;
          let result: unknown;
          try {
            result = await run(lab);
          } catch (error) {
            refusal = error as { code?: string };
          } finally {
            failed = failing._stop_failing() !== 0;
          }
          if (refusal === undefined) expect([count, bits(result)]).toEqual([count, expected]);
          else
            expect([count, failed, refusal.code, refusal instanceof Error]).toEqual([
              count,
              true,
              'out_of_memory',
              true,
            ]);
          if (count % 8 === 0) expect(bits(await run(lab))).toBe(expected);
        }
        expect(count).toBeGreaterThan(5);
        // Filling the memory measures its free size within some tens of bytes; a leak of 16 bytes
        // per failure would be larger.
        expect(free - free_bytes(lab)).toBeLessThan(8 * count);
        expect(lab.info().heap_bytes).toBe(heap);
      },
    );
  },
);
