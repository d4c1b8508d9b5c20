/**
 * The worker pool in a browser, with and without cross-origin isolation, under the strictest policy
 * that allows WebAssembly.
 */
import { expect, test } from '@playwright/test';
import { serve_package } from './package_server.ts';
import type { PackageServer } from './package_server.ts';
import { in_both_browsers } from './page_test.ts';
import { with_plain_firefox } from './plain_firefox.ts';

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; base-uri 'none'";
const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};
const trusted = "require-trusted-types-for 'script'; trusted-types only-workers";

// The script that the page and a worker run; the worker then starts other workers.
const script = `
  import { load } from './index.js';
  const same = (a, b) => new Int32Array(a.data.buffer).every((bits, index) => bits === new Int32Array(b.data.buffer)[index]);
  const code_of = (promise) => promise.then(() => 'resolved', (error) => (error.name === 'FfnError' ? error.code : error.name));

  async function create() {
    const lab = await load();
    const ffn = lab.FeedForward({ d_model: 64, seed: 42, activation: 'gelu_tanh' });
    const x = (tokens) => lab.RandomState(tokens).randn([tokens, 64]);
    return { lab, ffn, x };
  }

  /**
   * Whether split tokens give the same bits, the largest difference with split units, the error of
   * an abort, and a call after it.
   */
  export async function run() {
    const { lab, ffn, x } = await create();
    const pool = await lab.pool({ workers: 2 });
    const bits = [];
    for (const tokens of [1, 2, 193, 1000]) bits.push(same(await pool.forward(ffn, x(tokens), { split: 'tokens' }), ffn.forward(x(tokens))));
    ffn.activation = 'relu';
    bits.push(same(await pool.forward(ffn, x(193), { split: 'tokens' }), ffn.forward(x(193))));
    const parts = await pool.forward(ffn, x(3), { split: 'hidden' });
    const difference = Math.max(...ffn.forward(x(3)).data.map((value, index) => Math.abs(value - parts.data[index])));
    const abort = new AbortController();
    const aborted = code_of(pool.forward(ffn, x(40_000), { signal: abort.signal, on_progress: () => abort.abort() }));
    const { workers, transport, transport_reason } = pool.info();
    const outcome = { bits, difference, aborted: await aborted, workers, transport, transport_reason };
    outcome.after = same(await pool.forward(ffn, x(300), { split: 'tokens' }), ffn.forward(x(300)));
    pool.dispose();
    return outcome;
  }

  /**
   * Terminates workers during a call and between calls; requests a worker whose script is missing.
   */
  export async function lose() {
    const { lab } = await create();
    // The pieces of this network fit into mailboxes.
    const ffn = lab.FeedForward({ d_model: 16, d_ff: 4096, seed: 42, activation: 'gelu_tanh' });
    const x = (tokens) => lab.RandomState(tokens).randn([tokens, 16]);
    const tokens = 12_000;
    const workers = [];
    const create_worker = () => workers[workers.push(new Worker('./worker.js', { type: 'module' })) - 1];
    const pool = await lab.pool({ workers: 2, create_worker });
    const call = pool.forward(ffn, x(tokens));
    workers[0].terminate();
    workers[1].terminate();
    const during = same(await call, ffn.forward(x(tokens)));
    workers[2].terminate();
    while (pool.info().workers === 2) await new Promise((resolve) => setTimeout(resolve, 10));
    const after = same(await pool.forward(ffn, x(5), { split: 'tokens' }), ffn.forward(x(5)));
    const [created, running] = [workers.length, pool.info().workers];
    pool.dispose();
    const missing = await code_of(lab.pool({ workers: 2, worker_url: './no_such_worker.js' }));
    return { during, after, created, running, missing };
  }

  /**
   * With Trusted Types the pool cannot create its workers, but the page can pass a function that
   * does.
   */
  export async function trust() {
    const { lab, ffn, x } = await create();
    if (globalThis.trustedTypes === undefined) return 'this browser knows no trusted types';
    const refused = await code_of(lab.pool({ workers: 1 }));
    const rule = trustedTypes.createPolicy('only-workers', { createScriptURL: (url) => url });
    const pool = await lab.pool({ workers: 2, create_worker: () => new Worker(rule.createScriptURL('./worker.js'), { type: 'module' }) });
    return { refused, bits: same(await pool.forward(ffn, x(300), { split: 'tokens' }), ffn.forward(x(300))) };
  }`;
const scripts = {
  '/work.js': script,
  '/own_worker.js': `import { run } from './work.js'; postMessage(await run());`,
  '/own_page.html':
    '<!doctype html><title>ffn-lab</title><script type="module" src="own_page.js"></script>',
  '/own_page.js': `
    const worker = new Worker('./own_worker.js', { type: 'module' });
    const post = (body) => fetch('/', { method: 'POST', body });
    worker.onmessage = ({ data }) => post(JSON.stringify(data));
    worker.onerror = ({ message }) => post(JSON.stringify({ message }));`,
};

let strict: PackageServer;
let isolated: PackageServer;
let stricter: PackageServer;

test.beforeAll(async () => {
  strict = await serve_package(scripts, { 'content-security-policy': policy });
  isolated = await serve_package(scripts, { 'content-security-policy': policy, ...isolation });
  stricter = await serve_package(scripts, { 'content-security-policy': `${policy}; ${trusted}` });
});
test.afterAll(() => Promise.all([strict, isolated, stricter].map((server) => server.close())));

interface Outcome {
  readonly difference: number;
}

const transports = {
  'with messages': {
    transport: 'messages',
    transport_reason: 'this page is not cross-origin isolated',
  },
  'with shared memory': {
    transport: 'shared',
    transport_reason: 'this page is cross-origin isolated',
  },
};

for (const [name, transport] of Object.entries(transports)) {
  const server = () => (transport.transport === 'shared' ? isolated : strict);

  function expect_right({ difference, ...outcome }: Outcome): void {
    expect(outcome).toEqual({
      bits: [true, true, true, true, true],
      aborted: 'AbortError',
      workers: 2,
      after: true,
      ...transport,
    });
    expect(difference).toBeLessThan(1e-6);
  }

  test(
    `the pool gives the bits of forward and can be aborted, in a page, ${name}`,
    in_both_browsers,
    async ({ page }) => {
      await page.goto(server().address);
      expect_right(await page.evaluate<Outcome>(`import('./work.js').then(({ run }) => run())`));
    },
  );

  test(
    `the pool gives the bits of forward and can be aborted, in a module worker, ${name}`,
    in_both_browsers,
    async ({ page, browserName }) => {
      const address = `${server().address}own_page.html`;
      const posted = server().posted();
      if (browserName === 'chromium') await page.goto(address);
      expect_right(
        JSON.parse(
          await (browserName === 'chromium' ? posted : with_plain_firefox(address, () => posted)),
        ) as Outcome,
      );
    },
  );

  test(
    `the pool replaces terminated workers, and reports workers that cannot start, ${name}`,
    in_both_browsers,
    async ({ page }) => {
      await page.goto(server().address);
      const outcome = await page.evaluate(`import('./work.js').then(({ lose }) => lose())`);
      expect(outcome).toEqual({
        during: true,
        after: true,
        created: 5,
        running: 2,
        missing: 'worker_failed',
      });
    },
  );
}

test(
  'the pool runs where Trusted Types are required',
  in_both_browsers,
  async ({ page, browserName }) => {
    await page.goto(stricter.address);
    const outcome = await page.evaluate(`import('./work.js').then(({ trust }) => trust())`);
    const unknown = 'this browser knows no trusted types';
    if (browserName !== 'chromium' && outcome === unknown) return; // older versions of Firefox
    expect(outcome).toEqual({ refused: 'worker_failed', bits: true });
  },
);
