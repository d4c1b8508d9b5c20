/**
 * What a reader's browser does besides the steps, in WebKit: `tests/run webkit_more`. WebKitGTK's
 * driver does not know the command that prints, and WebDriver has none for a file that is dropped
 * or saved: those are tested in the other browsers.
 */
import { fileURLToPath } from 'node:url';
import { serve_copy } from '../copy_server.ts';
import { expect, open_in_webkit, test } from './webkit_test.ts';

const more = { tag: '@more' };
const background = () => getComputedStyle(document.documentElement).backgroundColor;

test('the colours are light by default', more, async ({ web_page, site }) => {
  await open_in_webkit(web_page, site, '/en/', 'hero');
  expect(await web_page.run(background)).toBe('rgb(251, 250, 247)');
});

test.describe('with the system’s preferences', () => {
  test.use({
    browser_options: {
      arguments: ['--dark-mode'],
      gtk: { 'gtk-enable-animations': 0, 'gtk-application-prefer-dark-theme': 1 },
    },
  });
  test('the page is dark and moves nothing', more, async ({ web_page, site }) => {
    await open_in_webkit(web_page, site, '/en/', 'dropout');
    expect(await web_page.run(background)).toBe('rgb(20, 23, 27)');
    expect(await web_page.run(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(
      true,
    );
  });
});

test.describe('without storage', () => {
  test.use({
    browser_options: { arguments: ['--enable-html5-local-storage=false'], gtk: {} },
  });
  test('the page works, and stores nothing', more, async ({ web_page, site }) => {
    await web_page.goto(`${site.address}en/#v=2&panel=block`);
    await expect.poll(() => web_page.locator('#block data').count()).toBeGreaterThan(0);
    // The script that stores the answers for the other tests fails here.
    site.problems.splice(0);
    await web_page
      .locator('#block')
      .getByRole('radio', { name: 'off', exact: true })
      .first()
      .check();
  });
});

test('text of 130 % leaves nothing to scroll sideways', more, async ({ web_page, site }) => {
  await web_page.resize(390, 844);
  await open_in_webkit(web_page, site, '/fr/', 'cost');
  await web_page.run(() => document.documentElement.style.setProperty('font-size', '130%'));
  await expect
    .poll(() => web_page.run(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
});

test('back and forward lead through the steps', more, async ({ web_page, site }) => {
  const heading = (step: string) => web_page.locator(`#${step} h2`).isVisible();
  await open_in_webkit(web_page, site, '/en/', 'block');
  // By a click: WebKit goes back past entries that no action of the reader has made.
  await web_page.locator('main a[href="#feed_forward"]').first().click();
  await expect.poll(() => heading('feed_forward')).toBe(true);
  await web_page.command('POST', '/back', {});
  await expect.poll(() => heading('block')).toBe(true);
  await web_page.command('POST', '/forward', {});
  await expect.poll(() => heading('feed_forward')).toBe(true);
});

test('Tab reaches the first link, and Enter follows it', more, async ({ web_page, site }) => {
  await open_in_webkit(web_page, site, '/en/', 'hero');
  await web_page.press('Tab');
  const focused = () => document.activeElement?.getAttribute('href') ?? '';
  const link = await web_page.run(focused);
  expect(link).toMatch(/^#/);
  await web_page.press('Enter');
  await expect.poll(() => web_page.run(() => document.activeElement?.id)).toBe(link.slice(1));
});

test('a chosen file is opened', more, async ({ web_page, site }) => {
  await open_in_webkit(web_page, site, '/en/', 'checkpoint');
  const file = fileURLToPath(new URL('../../../web/model/facts.gelu.safetensors', import.meta.url));
  await web_page.locator('#checkpoint input[type="file"]').first().press(file);
  await expect.poll(() => web_page.locator('#checkpoint .checkpoint_facts').count()).toBe(1);
});

test('the page works offline after a visit', more, async ({ web_page, site }) => {
  expect(site.problems).toEqual([]);
  const copy = await serve_copy();
  try {
    await web_page.goto(`${copy.address}en/`);
    await expect
      .poll(() => web_page.run(() => Boolean(navigator.serviceWorker.controller)))
      .toBe(true);
    await copy.stop();
    await web_page.goto(`${copy.address}fr/#v=2&panel=cost`);
    await expect.poll(() => web_page.locator('#cost data').count()).toBeGreaterThan(0);
  } finally {
    await copy.remove();
  }
});
