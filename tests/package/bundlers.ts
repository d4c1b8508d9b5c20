/**
 * Builds consumers with the bundlers of the folder bundlers/, in their default configuration. Each
 * function takes the folder of a project.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteDevServer } from 'vite';
import webpack from 'webpack';
import { edit } from './consumer.js';

const installed = fileURLToPath(new URL('./bundlers/node_modules/', import.meta.url));

const run = (folder: string, script: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(installed, script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
    timeout: 600_000,
  });

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
export async function vite_server_of(version: string, root: string): Promise<ViteDevServer> {
  const vite = (await import(join(installed, version, 'dist/node/index.js'))) as {
    createServer: (options: object) => Promise<ViteDevServer>;
  };
  const server = { host: '127.0.0.1', port: 0 };
  return (await vite.createServer({ root, configFile: false, logLevel: 'error', server })).listen();
}

/** @returns the folder to serve */
export function vite_build_of(version: string, root: string): string {
  run(root, `${version}/bin/vite.js`, 'build', '--logLevel', 'error');
  return join(root, 'dist');
}

const scripts_of_page = (folder: string) => ({
  main: join(folder, 'main.js'),
  own_worker: join(folder, 'own_worker.js'),
  worker: join(folder, 'node_modules/ffn-lab/dist/worker.js'),
});

type Esbuild = Readonly<Record<'build', (options: object) => Promise<unknown>>>;

async function esbuild(folder: string, options: object): Promise<void> {
  const { build } = (await import(join(installed, 'esbuild/lib/main.js'))) as Esbuild;
  const common = { absWorkingDir: folder, entryPoints: ['main.js'], bundle: true };
  await build({ ...common, logLevel: 'error', ...options });
}

/** @returns the folder to serve */
export async function esbuild_modules(folder: string): Promise<string> {
  await esbuild(folder, { entryPoints: scripts_of_page(folder), format: 'esm', outdir: 'dist' });
  copy_modules(folder, 'dist');
  edit(folder, 'index.html', './main.js', './dist/main.js');
  return folder;
}

/** Builds `main.js` as a script that is no module. @returns the folder to serve */
export async function esbuild_script(folder: string, outfile: string): Promise<string> {
  await esbuild(folder, { outfile });
  copy_modules(folder, '.');
  return folder;
}

/** @returns the folder to serve */
export function rollup_build(folder: string): string {
  const entries = Object.values(scripts_of_page(folder));
  const plugin = join(installed, '@rollup/plugin-node-resolve');
  run(folder, 'rollup/dist/bin/rollup', ...entries, '-p', plugin, '-d', 'dist', '--silent');
  copy_modules(folder, 'dist');
  edit(folder, 'index.html', './main.js', './dist/main.js');
  return folder;
}

type Compiler = typeof webpack;
async function compile(
  bundler: Compiler,
  context: string,
  { output, ...options }: webpack.Configuration = {},
): Promise<void> {
  const compiler = bundler({
    mode: 'production',
    performance: { hints: false },
    context,
    entry: './main.js',
    output: { ...output, path: join(context, 'dist') },
    ...options,
  });
  const statistics = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  await new Promise<void>((resolve) => compiler.close(() => resolve()));
  if (statistics?.hasErrors() === true || statistics?.hasWarnings() === true)
    throw new Error(statistics.toString());
}

const rspack = async () =>
  ((await import(join(installed, '@rspack/core/dist/index.js'))) as { rspack: Compiler }).rspack;

/** @returns the folder to serve */
export async function rspack_build(context: string): Promise<string> {
  await compile(await rspack(), context);
  use_script(context, './dist/main.js');
  return context;
}

/** Bundlers for Node: each returns the program that it has built. */
export const for_node: Readonly<Record<string, (folder: string) => Promise<string> | string>> = {
  'esbuild, CommonJS': (folder) => esbuild_program(folder, 'cjs'),
  'esbuild, ES module': (folder) => esbuild_program(folder, 'esm'),
  webpack: (folder) => program_of(webpack, folder),
  Rspack: async (folder) => program_of(await rspack(), folder),
  'Vite 7, ssr.noExternal': (folder) => {
    writeFileSync(join(folder, 'vite.config.js'), 'export default { ssr: { noExternal: true } };');
    run(folder, 'vite-7/bin/vite.js', 'build', '--ssr', 'main.js', '--logLevel', 'error');
    return join(folder, 'dist/main.js');
  },
};

async function esbuild_program(folder: string, format: string): Promise<string> {
  const outfile = `dist/main.${format === 'cjs' ? 'cjs' : 'mjs'}`;
  await esbuild(folder, { platform: 'node', format, outfile });
  return join(folder, outfile);
}

async function program_of(bundler: Compiler, context: string): Promise<string> {
  const output = { filename: 'main.cjs' };
  await compile(bundler, context, { target: 'node', output });
  return join(context, 'dist/main.cjs');
}
