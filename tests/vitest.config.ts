import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { program_text } from '../web/page/plugins/program_text.ts';

const probe = fileURLToPath(new URL('./probe_variant.mjs', import.meta.url));

// Node 20 supports relaxed SIMD only with a flag. There the engine's tests run twice, without and
// with the flag, so that the relaxed build is tested, too.
const relaxed_flag = spawnSync(process.execPath, [probe, 'relaxed'], {
  encoding: 'utf8',
}).stdout.trim();

// Not in CI: FFN_MEMORY_MIB=64 tests/run engine
const setupFiles = process.env.FFN_MEMORY_MIB === undefined ? [] : ['engine/ceiling.ts'];

const engine = ['engine/**/*.test.ts'];
/** Uses each member of each class a thousand times, so it has its own part of tests/run. */
const leaks = 'engine/churn.test.ts';

/** They end what hangs, on a machine many times slower, too; nothing is measured by them. */
const limits = { testTimeout: 600_000, hookTimeout: 600_000 };

export default defineConfig({
  test: {
    silent: 'passed-only', // show the output of failing tests only
    bail: process.env.CI ? 10 : 0, // bounds the time of many that hang
    teardownTimeout: 60_000, // of a worker, whose end takes long on a busy machine
    maxWorkers: '100%', // the default leaves one core to watch mode
    projects: [
      {
        test: {
          name: 'engine',
          include: engine,
          exclude: [leaks],
          ...limits,
          setupFiles,
        },
      },
      { test: { name: 'leaks', include: [leaks], ...limits } },
      {
        plugins: [program_text()],
        test: { name: 'page', include: ['page/**/*.test.ts'], ...limits },
      },
      // The tools of the benchmarks and, if the packages of tests/peers are installed, the models
      // written for other engines.
      { test: { name: 'bench', include: ['bench/**/*.test.{ts,mjs}'], ...limits } },
      { test: { name: 'peers', include: ['peers/*.test.mjs'], ...limits } },
      {
        test: {
          name: 'tree',
          include: [
            'tree/**/*.test.ts',
            'model/*.test.ts',
            'soak/*.test.mjs',
            'coverage/*.test.mjs',
          ],
          ...limits,
        },
      },
      // The packed package in bundlers, browsers and other versions of Node.
      {
        test: {
          name: 'package',
          include: ['package/*.test.ts'],
          globalSetup: 'package/pack.ts',
          ...limits,
        },
      },
      // The same in consumers that the command tests/package/run installs.
      {
        test: {
          name: 'consumers',
          include: ['package/matrix/*.test.ts'],
          globalSetup: 'package/pack.ts',
          ...limits,
        },
      },
      ...(relaxed_flag !== ''
        ? [
            {
              test: {
                name: 'engine-relaxed',
                include: engine,
                exclude: [leaks],
                ...limits,
                execArgv: [relaxed_flag],
              },
            },
          ]
        : []),
    ],
  },
});
