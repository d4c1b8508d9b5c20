/**
 * The package's React example, built by Vite: it computes, follows its options, and disposes of
 * every network that it creates.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { load } from 'ffn-lab';
import type { ActivationKind } from 'ffn-lab';
import { preview, build } from 'vite';
import {} from './page_test.ts';

const main = `
  import { FeedForward } from 'ffn-lab';
  import { StrictMode, createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { FeedForwardDemo } from './react.jsx';

  const dispose = FeedForward.prototype.dispose;
  window.disposals = 0;
  FeedForward.prototype.dispose = function () {
    window.disposals += 1;
    dispose.call(this);
  };
  window.root = createRoot(document.getElementById('root'));
  window.root.render(createElement(StrictMode, null, createElement(FeedForwardDemo)));
`;

// Below tests/, so that imports of react and ffn-lab are found there.
const folder = fileURLToPath(new URL('../.artifacts/', import.meta.url));
mkdirSync(folder, { recursive: true });
const root = mkdtempSync(`${folder}react-`);
test.afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the example react.jsx', async ({ page }) => {
  cpSync(
    fileURLToPath(new URL('../../web/engine/examples/react.jsx', import.meta.url)),
    `${root}/react.jsx`,
  );
  writeFileSync(`${root}/main.jsx`, main);
  writeFileSync(
    `${root}/index.html`,
    '<!doctype html><div id="root"></div><script type="module" src="./main.jsx"></script>',
  );
  await build({ root, configFile: false, logLevel: 'error' });
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: 0 },
  });
  using lab = await load();
  const expected = (activation: ActivationKind) => {
    using ffn = lab.FeedForward({ d_model: 4, activation, seed: 42 });
    return Array.from(
      ffn.forward({ data: Float32Array.of(1, 0, -1, 2), shape: [1, 4] }).data,
      (value) => value.toFixed(4),
    ).join(' ');
  };
  try {
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await expect(page.locator('output')).toHaveText(expected('gelu'));
    for (const activation of ['relu', 'silu', 'gelu'] as const) {
      await page.getByRole('combobox').selectOption(activation);
      await expect(page.locator('output')).toHaveText(expected(activation));
    }
    const disposals = () =>
      page.evaluate(() => (window as unknown as { disposals: number }).disposals);
    expect(await disposals()).toBe(3);
    await page.evaluate(() => (window as unknown as { root: { unmount(): void } }).root.unmount());
    expect(await disposals()).toBe(4);
  } finally {
    await server.close();
  }
});
