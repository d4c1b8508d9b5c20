/**
 * The bundlers that most applications are built with, each as it comes: no plug-in, loader or option that knows of ffn-lab. webpack is here
 * because it finds files by other rules than Vite (and Rollup and Rolldown below it): both have lost the .wasm files of other packages.
 */
import { join } from 'node:path';
import { build, createServer } from 'vite';
import type { ViteDevServer } from 'vite';
import webpack from 'webpack';
import { edit } from './consumer.js';

/** Vite's server for development; pages are compiled as they are asked for. */
export async function vite_server(root: string): Promise<ViteDevServer> {
  const server = await createServer({ root, configFile: false, logLevel: 'error', server: { host: '127.0.0.1', port: 0 } });
  return server.listen();
}

/** @returns the folder to serve */
export async function vite_build(root: string): Promise<string> {
  await build({ root, configFile: false, logLevel: 'error' });
  return join(root, 'dist');
}

/** @returns the folder to serve */
export async function webpack_build(root: string, { output, ...options }: webpack.Configuration = {}): Promise<string> {
  const written = { ...output, path: join(root, 'dist') };
  const compiler = webpack({ mode: 'production', context: root, entry: './main.js', output: written, ...options });
  const statistics = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  await new Promise<void>((resolve) => compiler.close(() => resolve()));
  const { errors = [], warnings = [] } = statistics?.toJson({ all: false, errors: true, warnings: true }) ?? {};
  const problems = [...errors, ...warnings].map(({ message }) => message);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  // webpack makes no pages: the application's own asks for the script that webpack writes.
  edit(root, 'index.html', 'type="module" src="./main.js"', 'defer src="./dist/main.js"');
  return root;
}
