/**
 * Runs the package's README and its example in browsers: every HTML snippet as a page, with the
 * scripts that it names in the same folder.
 */
import { expect, test } from '@playwright/test';
import type * as FfnLab from 'ffn-lab';
import { load } from 'ffn-lab';
import { expected_of, package_readme, snippets_of } from '../engine/readme_snippets.ts';
import { serve_package } from './package_server.ts';
import type { PackageServer } from './package_server.ts';
import { in_both_browsers } from './page_test.ts';

const snippets = snippets_of(package_readme);
const pages = snippets.filter(({ language }) => language === 'html').map(({ code }) => code);
const scripts = Object.fromEntries(
  snippets.flatMap(({ file, code }) => (file === undefined ? [] : [[`/${file}`, code]])),
);

/**
 * The policies of the README, as headers. A page with an inline script is tested without a header,
 * because each policy forbids inline scripts.
 */
const policies = snippets
  .filter(({ language }) => language === 'http')
  .map(({ code }) => /^([\w-]+): (.+)\n$/.exec(code))
  .map((header) => ({ [header?.[1] ?? '']: header?.[2] ?? '' }));
const ways = pages.flatMap((page, index) =>
  (/<script [^>]*src=/.test(page) ? policies : [{}]).map((headers) => ({
    page,
    headers,
    name: `page ${index}`,
  })),
);

/** The package from another origin, as a CDN serves it. */
let cdn: PackageServer;
test.beforeAll(async () => {
  cdn = await serve_package({}, { 'access-control-allow-origin': '*' });
});
test.afterAll(() => cdn.close());

test('the README has pages without a policy and under each of its policies, and a page for every script', () => {
  expect(ways.map(({ headers }) => Object.keys(headers).length)).toEqual([0, 0, 1, 1]);
  for (const path of Object.keys(scripts))
    expect(pages.some((page) => page.includes(`.${path}`))).toBe(true);
});

for (const [index, { page: code, headers, name }] of ways.entries()) {
  test(
    `the README's ${name} shows the expected text, way ${index}`,
    in_both_browsers,
    async ({ page }) => {
      const on_cdn = code.replace('https://cdn.example/ffn-lab@0.1.0/', `${cdn.address}ffn-lab/`);
      const server = await serve_package({ ...scripts, '/page.html': on_cdn }, headers);
      const problems: string[] = [];
      // Browsers request an icon, which does not exist. Another missing file is reported by its
      // response, with its address.
      const note = (problem: string) =>
        /404|\/favicon\.ico/.test(problem) || problems.push(problem);
      page.on('pageerror', (error) => note(error.message));
      page.on('console', (message) => message.type() === 'error' && note(message.text()));
      page.on('response', (answer) => answer.ok() || note(`not found: ${answer.url()}`));
      try {
        await page.goto(`${server.address}page.html`);
        const named = Object.entries(scripts).filter(([path]) => code.includes(`.${path}`));
        const [expected, ...others] = [code, ...named.map(([, script]) => script)].flatMap(
          expected_of,
        );
        expect(others).toEqual([]);
        await expect(page.locator('output')).toHaveText(expected ?? /$^/);
        expect(problems).toEqual([]);
      } finally {
        await server.close();
      }
    },
  );
}

test(
  'with the package on a CDN, a pool starts its workers from a blob',
  in_both_browsers,
  async ({ page }) => {
    const server = await serve_package({});
    try {
      await page.goto(server.address);
      const outcome = await page.evaluate(async (dist) => {
        const { load } = (await import(`${dist}index.js`)) as typeof FfnLab;
        const lab = await load();
        const script = new Blob([`import "${dist}worker.js"`], { type: 'text/javascript' });
        const create_worker = () => new Worker(URL.createObjectURL(script), { type: 'module' });
        const pool = await lab.pool({ workers: 2, create_worker });
        const ffn = lab.FeedForward({ d_model: 8, seed: 42 });
        const x = lab.RandomState(1).randn([300, 8]);
        return lab.difference(await pool.forward(ffn, x, { split: 'tokens' }), ffn.forward(x))
          .differing;
      }, `${cdn.address}ffn-lab/dist/`);
      expect(outcome).toBe(0);
    } finally {
      await server.close();
    }
  },
);

test(
  'the example matrix.html computes the typed matrix and reports invalid input',
  in_both_browsers,
  async ({ page }) => {
    const server = await serve_package({});
    try {
      await page.goto(`${server.address}ffn-lab/examples/matrix.html`);
      await expect(page.getByRole('status')).toHaveText(
        /^Output of shape 3 × 4, computed by the \w+ build\.$/,
      );

      await page.getByRole('textbox').fill('1 0 -1\n0.5 2 3');
      await expect(page.getByRole('status')).toHaveText(/^Output of shape 2 × 3/);
      const shown = (await page.locator('#output').innerText())
        .split('\n')
        .map((row) => row.trim().split(/\s+/).map(Number));
      using lab = await load();
      using ffn = lab.FeedForward({ d_model: 3, activation: 'gelu', seed: 42 });
      const { data } = ffn.forward({
        data: Float32Array.from([1, 0, -1, 0.5, 2, 3]),
        shape: [2, 3],
      });
      expect(shown.map((row) => row.length)).toEqual([3, 3]);
      for (const [index, value] of shown.flat().entries())
        expect(Math.abs(value - (data[index] ?? NaN))).toBeLessThan(1e-4);

      await page.getByRole('textbox').fill('1 0 -1\n0.5 2');
      await expect(page.getByRole('status')).toHaveText(/^x .*expected/);
    } finally {
      await server.close();
    }
  },
);

test(
  'the example worker.html trains in a worker, which can be stopped',
  in_both_browsers,
  async ({ page }) => {
    const server = await serve_package({});
    try {
      await page.goto(`${server.address}ffn-lab/examples/worker.html`);
      const status = page.getByRole('status');
      // In the page, at the first report: a fast machine could finish the training before
      // Playwright's click.
      await page.getByRole('button', { name: 'Train' }).evaluate((train: HTMLButtonElement) => {
        const stop = () => document.getElementById('stop')?.click();
        new MutationObserver((_, observer) => (observer.disconnect(), stop())).observe(
          document.body,
          { childList: true, subtree: true },
        );
        train.click();
      });
      await expect(status).toHaveText(/^Step \d+: loss/);
      const stopped = await status.textContent();
      await expect(page.getByRole('button', { name: 'Train' })).toBeEnabled();
      await page.waitForTimeout(200);
      await expect(status).toHaveText(stopped ?? '');
      await page.getByRole('button', { name: 'Train' }).click();
      await expect(status).toHaveText(/^Step 1000: loss 0\.\d+, accuracy (9\d\.\d|100\.0) %$/);
      await expect(page.getByRole('button', { name: 'Stop' })).toBeDisabled();
    } finally {
      await server.close();
    }
  },
);
