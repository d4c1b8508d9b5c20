/**
 * Tests the installed package in the oldest Node that package.json supports, the newest, and the
 * one that runs the tests; in Deno and Bun.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { make_consumer } from './consumer.js';
import { expect_right } from './outcome.js';
import type { Outcome } from './outcome.js';

const installed = (file: string) =>
  fileURLToPath(new URL(`runtimes/node_modules/${file}`, import.meta.url));
const binary = (age: string) =>
  installed(`node-${age}-${process.platform}-${process.arch}/bin/node`);
// Node 20.0 sometimes hangs: V8's concurrent baseline compiler waits for a garbage collection,
// while the main thread, which should start it, waits for the compiler
// (https://github.com/nodejs/node/issues/54918).
const runtimes: readonly (readonly [age: string, node: string, ...flags: string[]])[] = [
  ['the oldest', binary('oldest'), '--no-concurrent-sparkplug'],
  ['the newest', binary('newest')],
  ['this', process.execPath],
];

const run = (node: string, ...args: string[]) =>
  execFileSync(node, args, {
    encoding: 'utf8',
    env: { PATH: '' },
    timeout: 600_000, // no limit of the test ends execFileSync
    killSignal: 'SIGKILL',
  });

/** Node supports relaxed SIMD since version 21. */
const variant_of = (node: string) =>
  Number(run(node, '-p', 'process.versions.node').split('.')[0]) >= 21 ? 'relaxed' : 'simd';

const expect_installed = (program: string) =>
  expect(
    existsSync(program),
    `${program}: tests/run package installs it, for Linux on x64 and ARM`,
  ).toBe(true);

describe.each(runtimes)('%s Node', (_age, node, ...flags) => {
  beforeAll(() => expect_installed(node));

  it.each(['main.mjs', 'main.cjs'])(
    'imports ffn-lab by its name in %s and computes, also in threads',
    (program) => {
      const folder = make_consumer('page', 'node');
      const outcome = JSON.parse(run(node, ...flags, `${folder}/${program}`)) as Outcome;
      expect_right(outcome, variant_of(node));
    },
  );
});

const bun_arch = process.arch === 'arm64' ? 'aarch64' : process.arch;
const others: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['Deno', installed(`@deno/linux-${process.arch}-glibc/deno`), 'run', '--allow-all'],
  ['Bun', installed(`@oven/bun-linux-${bun_arch}/bin/bun`)],
];

describe.each(others)('%s', (_name, program, ...args) => {
  beforeAll(() => expect_installed(program));

  it('imports ffn-lab by its name and computes, also in threads', () => {
    const folder = make_consumer('page', 'node');
    const env = { PATH: '', DENO_DIR: join(folder, '.deno') };
    const options = { encoding: 'utf8', env, cwd: folder, timeout: 600_000 } as const;
    const printed = execFileSync(program, [...args, 'main.mjs'], options);
    expect_right(JSON.parse(printed) as Outcome, 'relaxed');
  });
});

it('is tested with the oldest Node that the package supports', () => {
  const { engines } = JSON.parse(
    readFileSync(new URL('../../web/engine/package.json', import.meta.url), 'utf8'),
  ) as {
    engines: { node: string };
  };
  const lock = JSON.parse(
    readFileSync(new URL('runtimes/package-lock.json', import.meta.url), 'utf8'),
  ) as {
    packages: Record<string, { version: string }>;
  };
  expect(engines.node).toBe('>=20');
  for (const arch of ['x64', 'arm64'])
    expect(lock.packages[`node_modules/node-oldest-linux-${arch}`]?.version).toBe('20.0.0');
});
