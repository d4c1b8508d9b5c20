/** The package in a browser without any bundler: in a page and in a module worker, served as plain files. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { expect, test } from '@playwright/test';
import { load } from 'ffn-lab';

const dist = new URL('../../web/engine/dist/', import.meta.url);
const types: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

// The same work in the page and in the worker: GPT-2's activation on a seeded network.
const work = `
  import { load } from './index.js';
  export async function run() {
    const lab = await load();
    const rng = lab.RandomState(42);
    const ffn = lab.FeedForward({ d_model: 16, seed: 42, activation: 'gelu_tanh' });
    const output = ffn.forward(rng.randn([3, 16]));
    return { variant: lab.info().variant, output: [...output.data] };
  }`;
const pages: Record<string, [type: string, text: string]> = {
  '/': ['text/html', '<!doctype html><title>ffn-lab</title>'],
  '/work.js': ['text/javascript', work],
  '/worker.js': ['text/javascript', `import { run } from './work.js'; postMessage(await run());`],
};

let server: Server;
let address = '';
let wasm_type = 'application/wasm';

test.beforeAll(async () => {
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const page = pages[path];
    if (page) return void response.writeHead(200, { 'content-type': page[0] }).end(page[1]);
    const type = extname(path) === '.wasm' ? wasm_type : (types[extname(path)] ?? 'application/octet-stream');
    readFile(new URL(`.${path}`, dist)).then(
      (bytes) => response.writeHead(200, { 'content-type': type }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
test.afterAll(() => new Promise((resolve) => server.close(resolve)));

interface Outcome {
  readonly variant: string;
  readonly output: number[];
}

async function expected_output(): Promise<number[]> {
  const lab = await load();
  const rng = lab.RandomState(42);
  const ffn = lab.FeedForward({ d_model: 16, seed: 42, activation: 'gelu_tanh' });
  const output = [...ffn.forward(rng.randn([3, 16])).data];
  rng.dispose();
  ffn.dispose();
  return output;
}

async function expect_right(outcome: Outcome): Promise<void> {
  expect(outcome.variant).toBe('relaxed');
  const expected = await expected_output();
  expect(outcome.output).toHaveLength(expected.length);
  for (const [index, value] of expected.entries()) expect(Math.abs((outcome.output[index] ?? NaN) - value)).toBeLessThan(1e-6);
}

test('runs in a page, without a bundler', async ({ page }) => {
  await page.goto(address);
  await expect_right(await page.evaluate<Outcome>(`import('./work.js').then(({ run }) => run())`));
});

test('runs in a module worker, without a bundler', async ({ page }) => {
  await page.goto(address);
  const outcome = await page.evaluate<Outcome>(`new Promise((resolve, reject) => {
    const worker = new Worker('./worker.js', { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
  })`);
  await expect_right(outcome);
});

test('does not mind the content type of the .wasm file', async ({ page }) => {
  wasm_type = 'application/octet-stream';
  try {
    await page.goto(address);
    await expect_right(await page.evaluate<Outcome>(`import('./work.js').then(({ run }) => run())`));
  } finally {
    wasm_type = 'application/wasm';
  }
});
