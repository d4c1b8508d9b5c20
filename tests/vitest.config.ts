import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { program_text } from '../web/page/plugins/program_text.ts';

const probe = fileURLToPath(new URL('./probe_variant.mjs', import.meta.url));

// Node 20 supports relaxed SIMD only with a flag. There the engine's tests run twice, without and
// with the flag, so that the relaxed build is tested, too.
const relaxed_flag = spawnSync(process.execPath, [probe, 'relaxed'], {
  encoding: 'utf8',
  timeout: 60_000,
}).stdout.trim();

// Not in CI: FFN_MEMORY_MIB=64 tests/run engine
const setupFiles = process.env.FFN_MEMORY_MIB === undefined ? [] : ['engine/ceiling.ts'];

const engine = ['engine/**/*.test.ts'];
/** Creates and disposes of 25,000 objects of each class, so it has its own part of tests/run. */
const leaks = 'engine/churn.test.ts';

export default defineConfig({
  test: {
    silent: 'passed-only', // show the output of failing tests only
    maxWorkers: '100%', // the default leaves one core to watch mode
    projects: [
      {
        test: {
          name: 'engine',
          include: engine,
          exclude: [leaks],
          testTimeout: 60_000,
          setupFiles,
        },
      },
      { test: { name: 'leaks', include: [leaks], testTimeout: 60_000 } },
      {
        plugins: [program_text()],
        test: { name: 'page', include: ['page/**/*.test.ts'], testTimeout: 30_000 },
      },
      // The tools of the benchmarks and, if the packages of tests/peers are installed, the models
      // written for other engines.
      { test: { name: 'bench', include: ['bench/**/*.test.{ts,mjs}'] } },
      { test: { name: 'peers', include: ['peers/*.test.mjs'] } },
      {
        test: {
          name: 'tree',
          include: ['tree/**/*.test.ts', 'model/*.test.ts', 'soak/*.test.mjs'],
        },
      },
      // The packed package in bundlers, browsers and other versions of Node.
      {
        test: {
          name: 'package',
          include: ['package/*.test.ts'],
          globalSetup: 'package/pack.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      ...(relaxed_flag !== ''
        ? [
            {
              test: {
                name: 'engine-relaxed',
                include: engine,
                exclude: [leaks],
                testTimeout: 60_000,
                execArgv: [relaxed_flag],
              },
            },
          ]
        : []),
    ],
  },
});
