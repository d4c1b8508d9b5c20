/**
 * Tests applications that serve the .wasm file from another address or compile it: `wasm_url`,
 * `wasm_module`.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { largest_error, read_golden } from '../golden.js';
import { browsers } from './browsers.js';
import { make_consumer } from './consumer.js';
import { serve_folder } from './folder_server.js';
import type { FolderServer } from './folder_server.js';

// The packed package without its .wasm file, so that only the given addresses and modules can work.
const script = `
  import { load } from './node_modules/ffn-lab/dist/index.js';
  const variant = 'simd';
  async function computed(options) {
    const lab = await load({ variant, ...options });
    const rng = lab.RandomState(42);
    const x = rng.randn([2, 5, 8]);
    const weights = { w1: rng.randn([8, 32], { scale: 0.1 }), w2: rng.randn([32, 8], { scale: 0.1 }) };
    const pool = await lab.pool({ workers: 1 });
    const { data } = await pool.forward(lab.FeedForward({ weights, layout: 'in_out' }), x);
    pool.dispose();
    return [...data];
  }
  const address = (base) => base + 'ffn-lab.simd.wasm';
  export const by_address = (base) => computed({ wasm_url: address(base) });
  export const by_url = (base) => computed({ wasm_url: new URL(address(base), location.href) });
  export const by_module = async (base) => computed({ wasm_module: await WebAssembly.compileStreaming(fetch(address(base))) });
  export const code_without = () => load({ variant }).then(() => 'loaded', (error) => error.code);`;

let page_server: FolderServer;
let wasm_server: FolderServer;

beforeAll(async () => {
  const folder = make_consumer('page');
  rmSync(join(folder, 'node_modules/ffn-lab/dist/wasm/ffn-lab.simd.wasm'));
  writeFileSync(join(folder, 'script.js'), script);
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>elsewhere</title><link rel="icon" href="data:," />',
  );
  page_server = await serve_folder(folder);
  const wasm = join(inject('installed'), 'node_modules/ffn-lab/dist/wasm');
  wasm_server = await serve_folder(wasm, { 'access-control-allow-origin': '*' }, '/assets/');
});
afterAll(() => Promise.all([page_server.close(), wasm_server.close()]));

describe.each(Object.entries(browsers))('in %s', (_name, launch) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('loads from given addresses, also of another origin, and from compiled modules', async () => {
    const page = await browser.newPage();
    await page.goto(page_server.address);
    const run = <Result>(call: string) =>
      page.evaluate<Result>(`import('./script.js').then((script) => script.${call})`);
    expect(await run('code_without()')).toBe('load_failed');
    for (const way of ['by_address', 'by_url', 'by_module']) {
      const output = await run<number[]>(`${way}('${wasm_server.address}')`);
      expect(
        largest_error(output, read_golden('notebook_batch')('output_gelu').values),
      ).toBeLessThan(1e-6);
    }
    await page.close();
  });
});
