// Starts a browser with the built page, served as by a static host, and records all problems on the
// page.
import { chromium, firefox } from '@playwright/test';
import { make_server } from './server.mjs';

const chromium_arguments = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// Chromium's sandbox refuses to run as root, as in most containers.
if (process.getuid?.() === 0) chromium_arguments.push('--no-sandbox');

const launchers = {
  chromium: () =>
    chromium.launch({
      executablePath: process.env.FFN_CHROMIUM ?? '/usr/bin/chromium',
      args: chromium_arguments,
      // Users' browsers have the back-forward cache.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
  firefox: () =>
    firefox.launch({
      executablePath: process.env.FFN_FIREFOX ?? '/usr/bin/firefox-esr',
      channel: 'moz-firefox',
    }),
};

export const browsers = Object.keys(launchers);

/** Errors of requests that are aborted by a navigation. */
const aborted = /abort|NS_BINDING/i;

function watch(page, base, problems) {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('crash', () => problems.push('the tab has crashed'));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(base))
      problems.push(`request to ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (!aborted.test(why)) problems.push(`failed: ${request.url()} ${why}`);
  });
  page.on('dialog', (dialog) => void dialog.dismiss());
  return page.addInitScript(() => {
    // Links to papers and licences would navigate to other hosts.
    const leads_out = (event) =>
      event.target instanceof Element &&
      /^https?:/.test(event.target.closest('a')?.getAttribute('href') ?? '');
    addEventListener('click', (event) => leads_out(event) && event.preventDefault(), true);
  });
}

/**
 * Starts the server and a browser. @returns the page with its recorded problems, and a function
 * that ends both
 */
export async function start(name) {
  const server = make_server();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${server.address().port}`;
  const browser = await launchers[name]();
  const context = await browser.newContext({ locale: 'en-GB', acceptDownloads: false });
  const page = await context.newPage();
  const problems = [];
  await watch(page, base, problems);
  const end = async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  };
  return { base, browser, context, page, problems, end };
}

/** Opens an address and waits until the place that it names is loaded and computed. */
export async function open(page, address) {
  await page.goto(address);
  await drawn(page);
}

export async function drawn(page) {
  await page.locator('.hero .number, .chain').first().waitFor({ timeout: 30_000 });
  await page.waitForFunction(
    () => document.querySelector('.step_waiting, .waiting') === null,
    undefined,
    { timeout: 30_000 },
  );
}
