/**
 * What a reader's browser does besides the steps, in WebKit: `tests/run webkit_more`. WebKitGTK's
 * driver does not know the command that prints, and WebDriver has none for a file that is dropped
 * or saved. So scripts drop a file and read what the page hands to the browser to save or to print.
 */
import { readFileSync } from 'node:fs';
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

const file = fileURLToPath(new URL('../../../web/model/facts.gelu.safetensors', import.meta.url));

test('a dropped file is opened', more, async ({ web_page, site }) => {
  await open_in_webkit(web_page, site, '/en/', 'checkpoint');
  const drop = (content: string) => {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], 'model.safetensors'));
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    return !document.querySelector('#checkpoint input[type="file"]')!.dispatchEvent(event);
  };
  expect(await web_page.run(drop, readFileSync(file).toString('base64'))).toBe(true);
  await expect.poll(() => web_page.locator('#checkpoint .checkpoint_facts').count()).toBe(1);
});

test('a figure’s numbers are saved as a file', more, async ({ web_page, site }) => {
  await open_in_webkit(web_page, site, '/en/', 'hidden');
  await web_page.run(() => {
    const saved = document.body.dataset;
    URL.createObjectURL = (file) => {
      void (file as Blob).text().then((text) => (saved['text'] = text));
      return '#';
    };
    HTMLAnchorElement.prototype.click = function () {
      saved['file'] = this.download;
    };
  });
  const figure = web_page.locator('[data-figure="hidden_sparsity"]');
  await figure.locator('.figure_tools_button').dispatchEvent();
  await figure.getByRole('button', { name: 'CSV', exact: true }).dispatchEvent();
  const saved = (what: 'file' | 'text') =>
    web_page.run((name) => document.body.dataset[name] ?? '', what);
  await expect.poll(() => saved('file')).toMatch(/hidden_sparsity.*\.csv$/);
  await expect.poll(() => saved('text')).toContain('zero_share');
  const shown = await web_page.run(() =>
    document.querySelector('#hidden data[data-path$="zero_share"]')?.getAttribute('value'),
  );
  expect(shown).toMatch(/\d/);
  expect(await saved('text')).toContain(shown);
});

test('a worksheet is made for paper, and gone after it', more, async ({ web_page, site }) => {
  await open_in_webkit(web_page, site, '/en/', 'hidden');
  await web_page.run(() => {
    globalThis.print = () => document.body.setAttribute('data-printed', '');
  });
  await web_page.getByRole('button', { name: 'Print as a worksheet' }).click();
  await expect.poll(() => web_page.locator('body[data-printed]').count()).toBe(1);
  expect(await web_page.locator('[data-print="worksheet"] .print_name').count()).toBe(1);
  await web_page.run(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => web_page.locator('[data-print]').count()).toBe(0);
});

test('a chosen file is opened', more, async ({ web_page, site }) => {
  await open_in_webkit(web_page, site, '/en/', 'checkpoint');
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
