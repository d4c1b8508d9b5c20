/**
 * Builds consumers with bundlers in their default configuration, without plug-ins or options for
 * ffn-lab: those of the folder bundlers/, and Vite 8 and webpack of the folder tests/. Each function
 * takes the folder of a project.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { edit } from './consumer.js';
import { run_program, run_script, type Served, start_server } from './processes.js';

const bundlers = fileURLToPath(new URL('./bundlers/', import.meta.url));
const find = createRequire(bundlers);
const folder_of = (bundler: string) => dirname(find.resolve(`${bundler}/package.json`));

export const version_of_bundler = (bundler: string): string =>
  (find(`${bundler}/package.json`) as { readonly version: string }).version;

const run = (folder: string, bundler: string, script: string, ...args: string[]) =>
  run_script(folder, join(folder_of(bundler), script), ...args);

/** Loads the page by a script that is no module. */
const use_script = (folder: string, script: string) =>
  edit(folder, 'index.html', 'type="module" src="./main.js"', `defer src="${script}"`);

/** Does what the README says for bundlers that do not copy the files of packages. */
function copy_modules(folder: string, to: string): void {
  cpSync(join(folder, 'node_modules/ffn-lab/dist/wasm'), join(folder, to, 'wasm'), {
    recursive: true,
  });
}

/** Starts the development server of a version of Vite. */
export const vite_server_of = (version: string, root: string): Promise<Served> =>
  start_server(root, join(folder_of(version), 'bin/vite.js'), ['--host', '127.0.0.1']);

/** @returns the folder to serve */
export function vite_build_of(version: string, root: string): string {
  run(root, version, 'bin/vite.js', 'build', '--logLevel', 'error');
  return join(root, 'dist');
}

/** Entries of a page whose pools have the worker `worker.js`: names, and the scripts. */
const entries = {
  main: './main.js',
  own_worker: './own_worker.js',
  worker: './node_modules/ffn-lab/dist/worker.js',
};

const esbuild = (folder: string, ...options: readonly string[]) =>
  run_program(folder, join(folder_of('esbuild'), 'bin/esbuild'), [
    '--bundle',
    '--log-level=error',
    ...options,
  ]);

/** @returns the folder to serve */
export function esbuild_modules(folder: string): string {
  const named = Object.entries(entries).map(([name, script]) => `${name}=${script}`);
  esbuild(folder, ...named, '--format=esm', '--outdir=dist');
  copy_modules(folder, 'dist');
  edit(folder, 'index.html', './main.js', './dist/main.js');
  return folder;
}

/** Builds `main.js` as a script that is no module. @returns the folder to serve */
export function esbuild_script(folder: string, outfile: string): string {
  esbuild(folder, 'main.js', `--outfile=${outfile}`);
  copy_modules(folder, '.');
  return folder;
}

/** @returns the folder to serve */
export function rollup_build(folder: string): string {
  const scripts = Object.values(entries);
  const plugin = join(bundlers, 'node_modules/@rollup/plugin-node-resolve');
  run(folder, 'rollup', 'dist/bin/rollup', ...scripts, '-p', plugin, '-d', 'dist', '--silent');
  copy_modules(folder, 'dist');
  edit(folder, 'index.html', './main.js', './dist/main.js');
  return folder;
}

type Compiler = 'webpack' | '@rspack/core';

const compile = (bundler: Compiler, folder: string, options: object = {}) =>
  run_script(folder, join(bundlers, 'compile.mjs'), bundler, JSON.stringify(options));

/** @returns a function that builds the scripts of the page and returns the folder to serve */
const page_of = (bundler: Compiler) => (folder: string, options?: object) => {
  compile(bundler, folder, options);
  use_script(folder, './dist/main.js');
  return folder;
};
export const rspack_build = page_of('@rspack/core');
export const webpack_build = page_of('webpack');

export interface ProgramBuild {
  readonly bundler: string;
  /** @returns the program that it has built */
  readonly build: (folder: string) => string;
}

export const for_node: Readonly<Record<string, ProgramBuild>> = {
  'esbuild, CommonJS': { bundler: 'esbuild', build: (folder) => esbuild_program(folder, 'cjs') },
  'esbuild, ES module': { bundler: 'esbuild', build: (folder) => esbuild_program(folder, 'esm') },
  webpack: compiled_program('webpack'),
  Rspack: compiled_program('@rspack/core'),
  'Vite 7, ssr.noExternal': {
    bundler: 'vite-7',
    build(folder) {
      const config = 'export default { ssr: { noExternal: true } };';
      writeFileSync(join(folder, 'vite.config.js'), config);
      run(folder, 'vite-7', 'bin/vite.js', 'build', '--ssr', 'main.js', '--logLevel', 'error');
      return join(folder, 'dist/main.js');
    },
  },
};

function esbuild_program(folder: string, format: string): string {
  const outfile = `dist/main.${format === 'cjs' ? 'cjs' : 'mjs'}`;
  esbuild(folder, 'main.js', '--platform=node', `--format=${format}`, `--outfile=${outfile}`);
  return join(folder, outfile);
}

function compiled_program(bundler: Compiler): ProgramBuild {
  const build = (folder: string) => {
    compile(bundler, folder, { target: 'node', output: { filename: 'main.cjs' } });
    return join(folder, 'dist/main.cjs');
  };
  return { bundler, build };
}
