/** Tests the installed package in the bundlers of bundlers.ts: in pages, service workers and Node. */
import { execFileSync } from 'node:child_process';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browsers, visit } from './browsers.js';
import * as bundlers from './bundlers.js';
import { make_consumer } from './consumer.js';
import { serve_folder } from './folder_server.js';
import { expect_right, expect_right_output } from './outcome.js';
import type { Outcome } from './outcome.js';
import type { Served } from './processes.js';

interface ServiceWorkerOutcome {
  readonly error: string;
  readonly pool_error: string;
  readonly output: number[];
}

const vite_development = (version: string) =>
  bundlers.vite_server_of(version, make_consumer('page'));

const built = (build: (folder: string) => string) => async (): Promise<Served> =>
  serve_folder(build(make_consumer('page')));

const pages: Readonly<Record<string, () => Promise<Served>>> = {
  'Vite 5, development': () => vite_development('vite-5'),
  'Vite 5': built((folder) => bundlers.vite_build_of('vite-5', folder)),
  'Vite 7, development': () => vite_development('vite-7'),
  'Vite 7': built((folder) => bundlers.vite_build_of('vite-7', folder)),
  Rspack: built(bundlers.rspack_build),
  'Rollup, with the folder wasm copied': built(bundlers.rollup_build),
  'esbuild, ES modules, with the folder wasm copied': built(bundlers.esbuild_modules),
};

describe('in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await (browsers.Chromium as () => Promise<Browser>)();
  });
  afterAll(() => browser?.close());

  it.each(Object.entries(pages))('%s: page, own worker, pools', async (_name, serve) => {
    const served = await serve();
    try {
      const { outcome, errors } = await visit(browser, served.address);
      expect_right(outcome, 'relaxed');
      expect(errors).toEqual([]);
    } finally {
      await served.close();
    }
  });
});

it.each(Object.entries(browsers))(
  'esbuild, a script that is no module: a service worker in %s',
  async (_name, launch) => {
    const folder = bundlers.esbuild_script(make_consumer('service_worker'), 'service_worker.js');
    const server = await serve_folder(folder);
    const browser = await launch();
    try {
      const { outcome } = await visit(browser, server.address);
      const { error, pool_error, output } = outcome as unknown as ServiceWorkerOutcome;
      expect(error).toMatch(/^load_failed: .*pass load\(\{ variant: 'simd', wasm_url \}\)/);
      expect(pool_error).toMatch(/^unsupported: .*no global Worker.*ffn\.forward\(x\)/);
      expect_right_output(output);
    } finally {
      await browser.close();
      await server.close();
    }
  },
);

const best = Number(process.versions.node.split('.')[0]) >= 21 ? 'relaxed' : 'simd';

it.each(Object.entries(bundlers.for_node))('%s, for Node', (_name, { build }) => {
  const folder = make_consumer('page', 'bundled_node');
  const program = build(folder);
  const options = { encoding: 'utf8', env: { PATH: '' }, timeout: 600_000 } as const;
  const outcome = JSON.parse(execFileSync(process.execPath, [program], options)) as Outcome;
  expect_right(outcome, best);
});
