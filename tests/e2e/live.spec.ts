/** The page as `web/serve --live` serves it from its sources: an edit shows without a build. */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import type { ViteDevServer } from 'vite';
import { expect, open_page, test } from './page_test.ts';

const page_folder = fileURLToPath(new URL('../../web/page/', import.meta.url));
const component = `${page_folder}src/shell/badge.tsx`;

let server: ViteDevServer;
let edited = false;

test.beforeAll(async () => {
  server = await createServer({
    configFile: `${page_folder}vite.config.ts`,
    logLevel: 'error',
    server: { port: 0 },
    plugins: [
      {
        name: 'edit',
        enforce: 'pre',
        transform: (text, id) =>
          edited && id === component ? text.replace('ffn-lab {version}', 'edited') : undefined,
      },
    ],
  });
  await server.listen();
});
test.afterAll(() => server.close());

test('an edit of a component shows in the page', async ({ page, guard }) => {
  const address = server.resolvedUrls?.local[0] ?? '';
  guard.allow(new RegExp(`^request to ${address}`));
  await open_page(page, `${address}en/`);
  await expect(page.locator('.badge_version')).toContainText('ffn-lab');
  edited = true;
  server.watcher.emit('change', component);
  await expect(page.locator('.badge_version')).toHaveText('edited');
});
