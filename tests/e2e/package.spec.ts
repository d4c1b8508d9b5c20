/** The package in a browser without any bundler: in a page and in a module worker, served as plain files. */
import { expect, test } from '@playwright/test';
import { load } from 'ffn-lab';
import { serve_package } from './package_server.ts';
import type { PackageServer } from './package_server.ts';

// The script that the page and the worker run: GPT-2's activation on a seeded network.
const script = `
  import { load } from './index.js';
  export async function run() {
    const lab = await load();
    const rng = lab.RandomState(42);
    const ffn = lab.FeedForward({ d_model: 16, seed: 42, activation: 'gelu_tanh' });
    const output = ffn.forward(rng.randn([3, 16]));
    return { variant: lab.info().variant, output: [...output.data] };
  }`;
const pages = {
  '/work.js': script,
  '/own_worker.js': `import { run } from './work.js'; postMessage(await run());`,
};

let server: PackageServer;

test.beforeAll(async () => {
  server = await serve_package(pages);
});
test.afterAll(() => server.close());

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

test('the package runs in a page without a bundler', async ({ page }) => {
  await page.goto(server.address);
  await expect_right(await page.evaluate<Outcome>(`import('./work.js').then(({ run }) => run())`));
});

test('the package runs in a module worker without a bundler', async ({ page }) => {
  await page.goto(server.address);
  const outcome = await page.evaluate<Outcome>(`new Promise((resolve, reject) => {
    const worker = new Worker('./own_worker.js', { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
  })`);
  await expect_right(outcome);
});

test('the package runs with any content type of the .wasm file', async ({ page }) => {
  server.wasm_type = 'application/octet-stream';
  try {
    await page.goto(server.address);
    await expect_right(await page.evaluate<Outcome>(`import('./work.js').then(({ run }) => run())`));
  } finally {
    server.wasm_type = 'application/wasm';
  }
});
