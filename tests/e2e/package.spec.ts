/**
 * The package in a browser without any bundler: in a page and in a module worker, served as plain
 * files.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { load } from 'ffn-lab';
import { serve_package } from './package_server.ts';
import type { PackageServer } from './package_server.ts';
import { in_both_browsers } from './page_test.ts';

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
const module = readFileSync(
  new URL('../../web/engine/dist/wasm/ffn-lab.simd.wasm', import.meta.url),
);
const pages = {
  '/work.js': script,
  '/page.wasm': '<!doctype html><title>Not found</title>',
  '/cut.wasm': module.subarray(0, 60_000),
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
  for (const [index, value] of expected.entries())
    expect(Math.abs((outcome.output[index] ?? NaN) - value)).toBeLessThan(1e-6);
}

// Browsers compile a module while it arrives only if its type is right; both ways must work, and
// fail with the same errors.
for (const [type, streamed] of [
  ['application/wasm', 1],
  ['application/octet-stream', 0],
] as const) {
  test(
    `the package runs with a .wasm file of type ${type}, which it fetches once`,
    in_both_browsers,
    async ({ page }) => {
      server.wasm_type = type;
      const fetched: string[] = [];
      page.on('request', (request) => /\.wasm$/.test(request.url()) && fetched.push(request.url()));
      await page.goto(server.address);
      await page.evaluate(`globalThis.streamed = 0;
      const compile = WebAssembly.compileStreaming;
      WebAssembly.compileStreaming = (source) => (globalThis.streamed++, compile.call(WebAssembly, source));`);
      await expect_right(
        await page.evaluate<Outcome>(`import('./work.js').then(({ run }) => run())`),
      );
      expect(await page.evaluate('globalThis.streamed')).toBe(streamed);
      expect(fetched).toHaveLength(1);
    },
  );

  test(
    `a wrong .wasm file of type ${type} gives an error that says what is wrong`,
    in_both_browsers,
    async ({ page }) => {
      server.wasm_type = type;
      await page.goto(server.address);
      const error_of = (name: string) =>
        page.evaluate<string>(`import('./index.js')
        .then(({ load }) => load({ variant: 'simd', wasm_url: '${name}' }))
        .then(() => 'loaded', ({ code, message }) => code + ': ' + message)`);
      expect(await error_of('page.wasm')).toMatch(
        /^load_failed: the file of variant simd is not a WebAssembly module/,
      );
      expect(await error_of('cut.wasm')).toMatch(
        /^load_failed: the WebAssembly module of variant simd does not compile \(truncated/,
      );
      expect(await error_of('none.wasm')).toBe(
        'load_failed: none.wasm could not be fetched: HTTP status 404',
      );
      expect(await error_of('http://127.0.0.1:9/')).toBe(
        'load_failed: http://127.0.0.1:9/ could not be fetched',
      );
      expect(await error_of('wasm/ffn-lab.relaxed.wasm')).toBe(
        'load_failed: the WebAssembly module is of variant relaxed; expected variant simd',
      );
    },
  );
}
