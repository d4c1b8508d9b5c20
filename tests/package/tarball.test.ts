/** Tests the contents of the tarball, also with tools that check packages. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, it } from 'vitest';

const engine = fileURLToPath(new URL('../../web/engine/', import.meta.url));
const root = join(engine, '../..');
const package_folder = join(inject('installed'), 'node_modules/ffn-lab');
const text = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');
const files_below = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

/** Returns the files that the sources imply; dist must contain no outputs of deleted sources. */
function expected_files(): string[] {
  const sources = files_below(join(engine, 'src')).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('wasm/'),
  );
  const stems = sources.map((name) => name.replace(/\.ts$/, ''));
  const compiled = stems.flatMap((stem) =>
    stem === 'wasm_file' ? [`${stem}.d.ts`] : [`${stem}.js`, `${stem}.d.ts`],
  );
  const wasm = ['js', 'relaxed.wasm', 'simd.wasm'].map((ending) => `wasm/ffn-lab.${ending}`);
  const examples = existsSync(join(engine, 'examples'))
    ? files_below(join(engine, 'examples')).map((name) => `examples/${name}`)
    : [];
  return [
    'package.json',
    'README.md',
    'LICENSE',
    ...examples,
    ...[...compiled, ...wasm, 'third_party.json'].map((name) => `dist/${name}`),
  ].sort();
}

interface Report {
  readonly analysis: {
    readonly problems: readonly { readonly kind: string; readonly resolutionKind?: string }[];
    readonly entrypoints: Readonly<Record<string, unknown>>;
  };
}

describe('the tarball', () => {
  it('contains exactly the compiled package and its documents', () => {
    expect(files_below(package_folder).sort()).toEqual(expected_files());
  });

  it('contains the licence of the project', () => {
    expect(text(package_folder, 'LICENSE')).toBe(text(root, 'LICENSE'));
  });

  it('has a description, no address, no dependencies and no installation scripts', () => {
    const manifest = JSON.parse(text(package_folder, 'package.json')) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      name: 'ffn-lab',
      license: 'MIT',
      type: 'module',
      sideEffects: ['./dist/worker.js', './dist/worker.node.js'],
      engines: { node: '>=20' },
    });
    expect(manifest.keywords).toContain('wasm');
    for (const absent of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      expect(manifest).not.toHaveProperty(absent);
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(manifest).not.toHaveProperty(['scripts', script]);
    expect(text(package_folder, 'package.json')).not.toMatch(/https?:/);
  });

  it('contains every file that package.json names', () => {
    const { exports } = JSON.parse(text(package_folder, 'package.json')) as {
      exports: Record<string, string | Record<string, string>>;
    };
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    for (const target of targets)
      expect([
        target,
        existsSync(join(package_folder, target.replace('*', 'ffn-lab.simd'))),
      ]).toEqual([target, true]);
  });

  it('makes no requests to other origins', () => {
    const modules = files_below(join(package_folder, 'dist')).filter((name) =>
      name.endsWith('.js'),
    );
    for (const name of modules) {
      const addresses =
        text(join(package_folder, 'dist'), name).match(/(?:https?|wss?):\/\/[\w.-]+/g) ?? [];
      expect([name, addresses]).toEqual([name, []]);
    }
  });
});

describe('package checks', () => {
  it('publint, strict, reports nothing', async () => {
    const { messages, pkg } = await publint({
      pkgDir: package_folder,
      pack: false,
      strict: true,
      level: 'suggestion',
    });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('attw reports only the problem of all packages without CommonJS', () => {
    const cli = join(
      createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json'),
      '../dist/index.js',
    );
    const command = [cli, inject('tarball'), '--profile', 'esm-only', '--format', 'json']; // its exit code also counts
    const { analysis } = JSON.parse(
      execFileSync(process.execPath, command, {
        encoding: 'utf8',
        maxBuffer: 1 << 26,
        timeout: 600_000,
      }),
    ) as Report;
    const of_commonjs = ['node10', 'node16-cjs'];
    expect(
      analysis.problems.filter(({ resolutionKind = '' }) => !of_commonjs.includes(resolutionKind)),
    ).toEqual([]);
    expect(Object.keys(analysis.entrypoints).sort()).toEqual([
      '.',
      './*.wasm',
      './package.json',
      './worker',
    ]);
  });
});
