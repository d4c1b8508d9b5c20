/**
 * Compiles a consumer of the installed package, and every declaration that it reaches, with each
 * release of TypeScript whose libraries or rules differ for the package.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { make_consumer } from './consumer.js';

const folder_of = (compiler: string) =>
  fileURLToPath(new URL(`compilers/node_modules/${compiler}/`, import.meta.url));
const { dependencies } = JSON.parse(
  readFileSync(new URL('compilers/package.json', import.meta.url), 'utf8'),
) as { readonly dependencies: Readonly<Record<string, string>> };

const strictest = [
  ...['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022'],
  ...['--verbatimModuleSyntax', '--typeRoots', 'none'],
];

/** Without the types of a browser, `WebAssembly`, `URL` and `AbortSignal` are missing. */
const projects: Readonly<Record<string, readonly string[]>> = {
  'nodenext, without DOM, exact optional properties': [
    ...['main.ts', '--module', 'nodenext', '--moduleResolution', 'nodenext'],
    ...['--lib', 'es2022', '--exactOptionalPropertyTypes'],
  ],
  'a bundler, with DOM': [
    ...['main.ts', 'platform.ts', '--module', 'esnext', '--moduleResolution', 'bundler'],
    ...['--lib', 'es2022,dom'],
  ],
};

/** Returns what the compiler prints: nothing if it finds no problem. */
function compile(compiler: string, cwd: string, options: readonly string[]): Promise<string> {
  const program = [join(folder_of(compiler), 'bin/tsc'), ...options];
  return new Promise((resolve) =>
    execFile(process.execPath, program, { cwd, timeout: 600_000 }, (error, stdout, stderr) =>
      resolve(stdout + stderr + (error !== null && stdout === '' ? error.message : '')),
    ),
  );
}

describe.each(Object.keys(dependencies))('%s', (compiler) => {
  let folder = '';
  beforeAll(() => {
    folder = make_consumer('typescript');
    expect(existsSync(folder_of(compiler)), 'tests/run package installs the compilers').toBe(true);
  });

  it.concurrent.each(Object.entries(projects))(
    'compiles a consumer: %s',
    async (_name, options) => {
      expect(await compile(compiler, folder, [...strictest, ...options])).toBe('');
    },
  );

  // Without `exports` in package.json, by its `types`; TypeScript 6 deprecates it.
  it('compiles a consumer: moduleResolution node10, or has it no more', async () => {
    const options = [
      ...['main.ts', '--module', 'esnext', '--moduleResolution', 'node10', '--lib', 'es2022'],
      ...(compiler === 'typescript-6' ? ['--ignoreDeprecations', '6.0'] : []),
    ];
    expect(await compile(compiler, folder, [...strictest, ...options])).toMatch(
      compiler === 'typescript-7'
        ? /^error TS5108: Option 'moduleResolution=node10' has been removed\. .*\n$/
        : /^$/,
    );
  });

  it('finds a mistake', async () => {
    const mistake = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022'];
    const found = await compile(compiler, folder, ['mistake.ts', ...strictest, ...mistake]);
    expect(found).toMatch(/^mistake\.ts\(\d+,\d+\): error TS\d+: /);
  });
});

it('covers the release that the README promises', () => {
  const readme = readFileSync(new URL('../../web/engine/README.md', import.meta.url), 'utf8');
  const promised = /TypeScript (\d\.\d) to (\d)\b/.exec(readme.replace(/\s+/g, ' '))?.slice(1);
  const names = Object.keys(dependencies).map((name) => name.replace('typescript-', ''));
  expect(promised).toEqual([names[0], names.at(-1)]);
});
