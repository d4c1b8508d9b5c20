/**
 * Builds a page with common bundlers in their default configuration, without plug-ins or options
 * for ffn-lab. webpack is included because it resolves files by other rules than Vite (with Rollup
 * and Rolldown); both fail to find the .wasm files of some packages.
 */
import { join } from 'node:path';
import { build, createServer } from 'vite';
import type { ViteDevServer } from 'vite';
import webpack from 'webpack';
import { edit } from './consumer.js';

/** Starts Vite's development server, which compiles pages on request. */
export async function vite_server(root: string): Promise<ViteDevServer> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0 },
  });
  return server.listen();
}

/** @returns the folder to serve */
export async function vite_build(root: string): Promise<string> {
  await build({ root, configFile: false, logLevel: 'error' });
  return join(root, 'dist');
}

/** @returns the folder to serve */
export async function webpack_build(
  root: string,
  { output, ...options }: webpack.Configuration = {},
): Promise<string> {
  const written = { ...output, path: join(root, 'dist') };
  const performance = { hints: false } as const; // webpack warns of each file above 244 KiB, also of those that only one browser fetches
  const compiler = webpack({
    mode: 'production',
    context: root,
    entry: './main.js',
    output: written,
    performance,
    ...options,
  });
  const statistics = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  await new Promise<void>((resolve) => compiler.close(() => resolve()));
  const { errors = [], warnings = [] } =
    statistics?.toJson({ all: false, errors: true, warnings: true }) ?? {};
  const problems = [...errors, ...warnings].map(({ message }) => message);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  // webpack generates no page: the application's page loads the script that webpack writes.
  edit(root, 'index.html', 'type="module" src="./main.js"', 'defer src="./dist/main.js"');
  return root;
}
