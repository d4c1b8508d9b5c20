/** The test function of all specs: a page on which any error, refused policy or request to someone else fails the test. */
import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { prediction_names } from '../../web/page/src/prediction_names.ts';

export interface Guard {
  /** What went wrong so far. */
  readonly problems: string[];
  /** Problems that a test provokes on purpose. */
  allow(pattern: RegExp): void;
}

/** Moves the pointer as soon as there is a page. */
export function simulate_user(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const timer = setInterval(() => {
      if (document.querySelector('.panels') === null) return;
      clearInterval(timer);
      dispatchEvent(new PointerEvent('pointermove'));
    }, 20);
  });
}

/** Nothing is covered until it has been guessed. */
export async function show_answers(page: Page): Promise<void> {
  await page.addInitScript((answers) => {
    // The empty page that a tab begins with has no storage; and what the page itself has written since stays.
    if (location.protocol === 'http:' && localStorage.getItem('ffn-lab.answers') === null) localStorage.setItem('ffn-lab.answers', answers);
  }, prediction_names.join(' '));
}

export const test = base.extend<{ guard: Guard; newcomer: boolean; reader: boolean }>({
  /** The page draws what is far away for readers only. */
  reader: [true, { option: true }],
  /** A reader who is asked to guess before the answers are seen. */
  newcomer: [false, { option: true }],
  guard: [
    async ({ page, baseURL, newcomer, reader }, use) => {
      const problems: string[] = [];
      const allowed: RegExp[] = [];
      const own_origin = new URL(baseURL ?? '').origin;
      page.on('console', (message) => {
        if (message.text() === 'Service Worker registration blocked by Playwright') return; // playwright.config.ts
        if (message.type() === 'error' || message.type() === 'warning') problems.push(`console ${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (/^https?:$/.test(url.protocol) && url.origin !== own_origin) problems.push(`request to ${url.href}`);
      });
      page.on('requestfailed', (request) => {
        // A page that is left does not finish its requests.
        const why = request.failure()?.errorText ?? '';
        if (!/abort/i.test(why)) problems.push(`failed: ${request.url()} ${why}`);
      });
      page.on('response', (response) => {
        if (response.status() >= 400) problems.push(`status ${response.status()}: ${response.url()}`);
      });
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) =>
          console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
        );
      });
      if (reader) await simulate_user(page);
      if (!newcomer) await show_answers(page);
      await use({ problems, allow: (pattern) => allowed.push(pattern) });
      expect(problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Details of a test whose result depends on the project's code alone, not on the browser: it runs in Chromium only. */
export const browser_independent = { tag: '@chromium' };

/**
 * Details of the case `index` of a test whose cases differ in their data only: the first case runs in both browsers, the others run in one,
 * alternately in Chromium (odd) and Firefox (even).
 */
export const browsers_of_case = (index: number) => (index === 0 ? {} : { tag: index % 2 === 1 ? '@chromium' : '@firefox' });

/** Opens the page and waits for the numbers of the forward pass. */
export async function open_page(page: Page, address: string): Promise<void> {
  await page.goto(address);
  // The largest example takes seconds on a machine that has other things to do.
  await expect(page.locator('[data-tensor-view="output.relu"]')).toBeVisible({ timeout: 15_000 });
  await expect(page.locator('.section_placeholder')).toHaveCount(0);
  await numbers_at_rest(page);
}

/** Nothing is being computed any more. */
export async function numbers_at_rest(page: Page): Promise<void> {
  await expect(page.locator('#feed_forward [aria-busy="false"]')).toBeVisible();
}

/** Opens the page at one of the panels that come when the reader does, and waits until it is there. */
export async function open_panel(page: Page, address: string, panel: string): Promise<void> {
  await page.goto(address.includes('#') ? `${address}&panel=${panel}` : `${address}#v=1&panel=${panel}`);
  await expect(page.locator(`#${panel}`)).toBeAttached();
  await expect(page.locator(`#${panel} :is(.section_placeholder, .lazy_placeholder)`)).toHaveCount(0);
  await expect(page.locator(`#${panel}`)).toBeInViewport();
}

/** How much wider than its window the page is, when the window is as wide as it was told to be. */
export const overflow_at = (page: Page, width: number): Promise<number> =>
  page.evaluate(
    (wanted) => (innerWidth === wanted ? document.documentElement.scrollWidth - document.documentElement.clientWidth : NaN),
    width,
  );
