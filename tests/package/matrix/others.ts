/** Consumers of the matrix that other tests build, too: bundlers, and contexts in browsers. */
import { chromium } from '@playwright/test';
import * as bundlers from '../bundlers.js';
import { contexts } from '../contexts.js';
import { serve_folder } from '../folder_server.js';
import type { Outcome } from '../outcome.js';
import { run_script } from '../processes.js';
import { outcome_of_page, type Consumer } from './run_consumer.js';

const copied = 'copy the folder `dist/wasm` of the package beside the bundle';
const copied_with_worker = `${copied}; for pools bundle \`ffn-lab/worker\` as \`worker.js\``;

const built = (
  name: string,
  bundler: string,
  build: (folder: string) => string,
  configuration?: string,
): Consumer => ({
  name,
  packages: [],
  version: () => bundlers.version_of_bundler(bundler),
  templates: ['page'],
  ...(configuration !== undefined && { configuration }),
  run: async (folder, browser) => outcome_of_page(browser, await serve_folder(build(folder))),
});

const service_worker: Consumer = {
  name: 'esbuild, iife, in a service worker',
  packages: [],
  version: () => bundlers.version_of_bundler('esbuild'),
  templates: ['service_worker'],
  configuration: "copy a module and pass `load({ variant: 'simd', wasm_url })`; no pools",
  run: async (folder, browser) => {
    const served = await serve_folder(bundlers.esbuild_script(folder, 'service_worker.js'));
    const outcome = (await outcome_of_page(browser, served)) as unknown as { output: number[] };
    return outcome.output;
  },
};

const for_node = Object.entries(bundlers.for_node).map(([name, { bundler, build }]): Consumer => ({
  name: `${name}, for Node.js`,
  packages: [],
  version: () => bundlers.version_of_bundler(bundler),
  templates: ['page', 'bundled_node'],
  variant: 'simd',
  run: (folder) => Promise.resolve(JSON.parse(run_script(folder, build(folder))) as Outcome),
}));

const in_contexts = Object.entries(contexts).map(([name, { serve, pools }]): Consumer => ({
  name,
  packages: [],
  version: (browser) => `Chromium ${browser.version()}`,
  templates: [],
  pools,
  run: async (_folder, browser) => outcome_of_page(browser, await serve()),
}));

/** Needs a Chromium with windows, FFN_CHROMIUM_WINDOWS: without them it has no extensions. */
async function in_extension(folder: string): Promise<Outcome> {
  const context = await chromium.launchPersistentContext('', {
    executablePath: process.env.FFN_CHROMIUM_WINDOWS ?? '/usr/bin/chromium',
    headless: false,
    args: [
      ...['--headless=new', '--no-sandbox'],
      ...[`--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
    ],
  });
  try {
    const [background = await context.waitForEvent('serviceworker')] = context.serviceWorkers();
    const worker = await background.evaluate('outcome_of()');
    const page = await context.newPage();
    await page.goto(new URL('page.html', background.url()).href);
    return { page: await page.evaluate('globalThis.outcome'), worker } as Outcome;
  } finally {
    await context.close();
  }
}

const extension: Consumer = {
  name: 'an extension of Chromium: its page, and its background service worker',
  packages: [],
  version: (browser) => `Chromium ${browser.version()}`,
  templates: ['page', 'extension'],
  configuration:
    "in the manifest `content_security_policy: { extension_pages: \"script-src 'self' 'wasm-unsafe-eval'\" }`; pools in the page only",
  pools_in_worker: false,
  run: in_extension,
};

export const others: readonly Consumer[] = [
  built('webpack', 'webpack', bundlers.webpack_build),
  built('Rspack', '@rspack/core', bundlers.rspack_build),
  built('Rollup', 'rollup', bundlers.rollup_build, copied_with_worker),
  built('esbuild, ES modules', 'esbuild', bundlers.esbuild_modules, copied_with_worker),
  service_worker,
  ...for_node,
  ...in_contexts,
  extension,
];
