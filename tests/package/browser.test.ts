/**
 * Tests the installed package in browsers, with each bundler and without one, under the strictest
 * policy that allows WebAssembly.
 */
import { createHash } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browsers, visit } from './browsers.js';
import { vite_build_of, vite_server_of, webpack_build } from './bundlers.js';
import { edit, entry, make_consumer, make_plain_page } from './consumer.js';
import { serve_folder } from './folder_server.js';
import type { FolderServer } from './folder_server.js';
import { expect_right } from './outcome.js';

// The policy that the README recommends, with an address for violation reports.
const strict =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; img-src data:; base-uri 'none'";
const trusted = "require-trusted-types-for 'script'; trusted-types default webpack";
const serve_strictly = (folder: string, policy = `${strict}; ${trusted}`) =>
  serve_folder(folder, { 'content-security-policy': `${policy}; report-uri /reports` });

type Served = Pick<FolderServer, 'address' | 'close'> & Partial<FolderServer>;

/**
 * Without a bundler: an import map resolves the bare package name; it does not apply to workers.
 */
async function import_map(): Promise<Served> {
  const folder = make_consumer('page');
  const map = `{ "imports": { "ffn-lab": ${entry.replaceAll("'", '"')} } }`;
  edit(folder, 'index.html', '<script', `<script type="importmap">${map}</script><script`);
  edit(folder, 'own_worker.js', "'ffn-lab'", entry);
  const hash = createHash('sha256').update(map).digest('base64');
  return serve_strictly(
    folder,
    `${strict.replace("'self'", `'self' 'sha256-${hash}'`)}; ${trusted}`,
  );
}

const ways: Readonly<Record<string, () => Promise<Served>>> = {
  'no bundler': () => serve_strictly(make_plain_page()),
  'an import map': import_map,
  "Vite's development server": () => vite_server_of('vite', make_consumer('page')),
  'Vite, built': () => serve_strictly(vite_build_of('vite', make_consumer('page'))),
  'webpack, built': () => serve_strictly(webpack_build(make_consumer('page')), strict),
  'webpack, built for trusted types': () =>
    serve_strictly(
      webpack_build(make_consumer('page'), {
        output: { trustedTypes: 'webpack' },
        optimization: { minimize: false },
      }),
    ),
};

const on_purpose = '127.0.0.2';

/**
 * Violates the policy on purpose and waits for the report: by then, reports of earlier violations
 * have arrived.
 */
async function break_policy(page: Page, reports: readonly string[]): Promise<void> {
  const before = reports.length;
  await page.evaluate(`fetch('http://${on_purpose}:9/').catch(() => undefined)`);
  await expect.poll(() => reports.slice(before).join('\n')).toContain(on_purpose);
}

const servers = new Map<string, Served>();
afterAll(() => Promise.all([...servers.values()].map((server) => server.close())));

/** Built once, for the first browser. */
async function served_by(way: string, serve: () => Promise<Served>): Promise<Served> {
  const server = servers.get(way) ?? (await serve());
  servers.set(way, server);
  return server;
}

// Firefox under remote control sometimes blocks in `new Worker` in a worker (one visit in four;
// none of twenty without remote control), so only Chromium tests pools in workers here;
// pool.spec.ts tests a few in Firefox.
const pools_in_workers = (name: string) => name !== 'Firefox';

describe.each(Object.entries(browsers))('in %s', (name, launch) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it.each(Object.entries(ways))(
    'by %s: computes in the page, in its own worker and in pools, with requests to its own origin only',
    async (way, serve) => {
      const server = await served_by(way, serve);
      const { address, reports = [] } = server;
      const before = reports.length;
      const { outcome, requests, errors } = await visit(
        browser,
        address + (pools_in_workers(name) ? '' : '?no_pools_in_workers'),
        async (page) => {
          if (server.reports !== undefined) await break_policy(page, server.reports);
        },
      );
      expect_right(outcome, 'relaxed', pools_in_workers(name));
      expect(errors).toEqual([]);
      const origins = requests
        .filter((request) => !request.startsWith('data:'))
        .map((request) => new URL(request).origin);
      expect([...new Set(origins)]).toEqual([new URL(address).origin]);
      // One file of each build.
      expect(new Set(requests.filter((request) => /\.wasm(\?|$)/.test(request))).size).toBe(2);
      expect(reports.slice(before).filter((report) => !report.includes(on_purpose))).toEqual([]);
    },
  );
});
