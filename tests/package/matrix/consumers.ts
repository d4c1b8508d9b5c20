/** Consumers of the matrix: Vite, frameworks, runtimes and test runners. */
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { serve_folder } from '../folder_server.js';
import type { Outcome } from '../outcome.js';
import { run_program, start_server } from '../processes.js';
import type { Consumer } from './run_consumer.js';
import { outcome_of_page, run_tool, start_tool } from './run_consumer.js';

const at_port_0 = ['--host', '127.0.0.1', '--port', '0'];
const page = ['page'] as const;
const parse = (text: string) => JSON.parse(text) as Outcome;

const vite = (version: number): readonly Consumer[] => [
  {
    name: `Vite ${version}, development`,
    packages: [`vite@${version}`],
    templates: page,
    run: async (folder, browser) =>
      outcome_of_page(browser, await start_tool(folder, 'vite', at_port_0.slice(0, 2))),
  },
  {
    name: `Vite ${version}, build`,
    packages: [`vite@${version}`],
    templates: page,
    run: async (folder, browser) => {
      run_tool(folder, 'vite', 'build');
      return outcome_of_page(browser, await serve_folder(join(folder, 'dist')));
    },
  },
];

/** The package is in node_modules above the site, where the browser cannot look for it. */
const workspace: Consumer = {
  name: 'Vite 7, development, the site in a workspace',
  packages: ['vite@7'],
  templates: page,
  configuration: "`optimizeDeps: { exclude: ['ffn-lab'] }`",
  run: async (folder, browser) => {
    const site = join(folder, 'apps/site');
    mkdirSync(site, { recursive: true });
    for (const file of ['index.html', 'main.js', 'own_worker.js', 'trusted.js', 'work.js'])
      renameSync(join(folder, file), join(site, file));
    const options = "{ optimizeDeps: { exclude: ['ffn-lab'] } }";
    writeFileSync(join(site, 'vite.config.mjs'), `export default ${options};`);
    writeFileSync(join(site, 'package.json'), '{ "name": "site", "private": true }');
    const manifest = { name: 'root', private: true, type: 'module', workspaces: ['apps/*'] };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const served = await start_tool(folder, 'vite', ['apps/site', '--host', '127.0.0.1']);
    return outcome_of_page(browser, served);
  },
};

const parcel_build = ['build', 'index.html', '--no-source-maps', '--no-scope-hoist'];
const parcel: readonly Consumer[] = [
  {
    name: 'Parcel, development',
    packages: ['parcel@2'],
    templates: page,
    run: async (folder, browser) => {
      const served = await start_tool(folder, 'parcel', ['serve', 'index.html', '--port', '4790']);
      return outcome_of_page(browser, served);
    },
  },
  {
    name: 'Parcel, build',
    packages: ['parcel@2'],
    templates: page,
    configuration: 'for pools in a worker of your own: `parcel build --no-scope-hoist`',
    run: async (folder, browser) => {
      run_tool(folder, 'parcel', ...parcel_build);
      return outcome_of_page(browser, await serve_folder(join(folder, 'dist')));
    },
  },
];

const next_packages = ['next@16', 'react@19', 'react-dom@19'] as const;
const next_start = async (folder: string, browser: Browser, path?: string) => {
  run_tool(folder, 'next', 'build');
  const env = { NEXT_TELEMETRY_DISABLED: '1' };
  const served = await start_tool(folder, 'next', ['start', '--port', '4791'], env);
  return outcome_of_page(browser, served, path);
};
/** The folder that `output: 'standalone'` writes runs elsewhere, without the project. */
async function next_standalone(folder: string, browser: Browser): Promise<Outcome> {
  const options = "{ output: 'standalone', serverExternalPackages: ['ffn-lab'] }";
  writeFileSync(join(folder, 'next.config.mjs'), `export default ${options};`);
  // A CommonJS package, as Next.js' own template.
  writeFileSync(join(folder, 'package.json'), '{ "name": "site", "private": true }');
  run_tool(folder, 'next', 'build');
  const elsewhere = `${folder}-standalone`;
  const links = { recursive: true, verbatimSymlinks: true };
  cpSync(join(folder, '.next/standalone'), elsewhere, links);
  rmSync(folder, { recursive: true });
  const env = { PORT: '4793', HOSTNAME: '127.0.0.1' };
  return outcome_of_page(browser, await start_server(elsewhere, 'server.js', [], env));
}
const next: readonly Consumer[] = [
  {
    name: 'Next.js, server component',
    packages: next_packages,
    templates: ['page', 'next'],
    variant: 'simd',
    run: next_start,
  },
  {
    name: 'Next.js, client component',
    packages: next_packages,
    templates: ['page', 'next'],
    run: (folder, browser) => next_start(folder, browser, 'browser'),
  },
  {
    name: "Next.js, server component, output 'standalone'",
    packages: next_packages,
    templates: ['page', 'next'],
    configuration: "`serverExternalPackages: ['ffn-lab']`",
    variant: 'simd',
    run: next_standalone,
  },
];

const runners: readonly Consumer[] = [
  {
    name: 'Vitest',
    packages: ['vitest'],
    templates: ['page', 'jest'],
    variant: 'simd',
    run: (folder) => {
      run_tool(folder, 'vitest', 'run', '--globals');
      return Promise.resolve(parse(readFileSync(join(folder, 'outcome.json'), 'utf8')));
    },
  },
  {
    name: 'Jest, ES modules',
    packages: ['jest@30'],
    templates: ['page', 'jest'],
    configuration: '`NODE_OPTIONS=--experimental-vm-modules`',
    variant: 'simd',
    run: (folder) => {
      const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules' };
      run_program(folder, process.execPath, ['node_modules/jest/bin/jest.js'], env);
      return Promise.resolve(parse(readFileSync(join(folder, 'outcome.json'), 'utf8')));
    },
  },
];

const runtimes: readonly Consumer[] = [
  {
    name: 'Deno',
    packages: ['deno'],
    templates: ['page', 'node'],
    run: (folder) => {
      const args = ['run', '--allow-all', 'main.mjs'];
      return Promise.resolve(parse(run_program(folder, 'node_modules/.bin/deno', args)));
    },
  },
  {
    name: 'Bun',
    packages: ['bun'],
    templates: ['page', 'node'],
    run: (folder) =>
      Promise.resolve(parse(run_program(folder, 'node_modules/.bin/bun', ['main.mjs']))),
  },
  {
    name: "Cloudflare's runtime",
    packages: ['wrangler'],
    templates: ['cloudflare'],
    configuration:
      "`import wasm_module from 'ffn-lab/ffn-lab.simd.wasm'`, `load({ variant: 'simd', wasm_module })`; no pools",
    run: async (folder) => {
      const env = { WRANGLER_SEND_METRICS: 'false', CI: '1' };
      const served = await start_tool(folder, 'wrangler', ['dev', '--port', '4792'], env);
      try {
        return (await (await fetch(served.address)).json()) as readonly number[];
      } finally {
        await served.close();
      }
    },
  },
];

export const tools: readonly Consumer[] = [
  ...[4, 5, 6, 7, 8].flatMap(vite),
  workspace,
  ...parcel,
  ...next,
  ...runtimes,
  ...runners,
];
