/** The test function of all specs: an error, a policy violation or a request to another origin on the page fails the test. */
import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { prediction_names } from '../../web/page/src/numbers/prediction_names.ts';

export interface Guard {
  /** Errors, failed requests and policy violations so far. */
  readonly problems: string[];
  /** Accepts problems that match: those that the test causes on purpose. */
  allow(pattern: RegExp): void;
}

/** Dispatches a pointer event as soon as the page is rendered. The page renders its off-screen panels after the first input event. */
export function move_pointer(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const timer = setInterval(() => {
      if (document.querySelector('.panels') === null) return;
      clearInterval(timer);
      dispatchEvent(new PointerEvent('pointermove'));
    }, 20);
  });
}

/** Stores that the user has asked for all answers, so that no figure is covered until its question has been answered. */
export async function show_answers(page: Page): Promise<void> {
  await page.addInitScript((answers) => {
    // A new tab's about:blank has no storage. A value that the page itself has stored stays.
    if (location.protocol === 'http:' && localStorage.getItem('ffn-lab.answers') === null) localStorage.setItem('ffn-lab.answers', answers);
  }, prediction_names.join(' '));
}

export const test = base.extend<{ guard: Guard; answers_covered: boolean; pointer_moves: boolean }>({
  /** Whether the pointer moves once, so that the page renders its off-screen panels. */
  pointer_moves: [true, { option: true }],
  /** Whether the page covers each answer until the user has guessed, as on a first visit. */
  answers_covered: [false, { option: true }],
  guard: [
    async ({ page, baseURL, answers_covered, pointer_moves }, use) => {
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
        // The browser aborts the requests of a page that it navigates away from.
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
      if (pointer_moves) await move_pointer(page);
      if (!answers_covered) await show_answers(page);
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

/** Opens the page and waits until the forward pass is computed and every panel is rendered. */
export async function open_page(page: Page, address: string): Promise<void> {
  await page.goto(address);
  // The largest example takes seconds on a busy machine.
  await expect(page.locator('[data-tensor-view="output.relu"]')).toBeVisible({ timeout: 15_000 });
  await expect(page.locator('.section_placeholder')).toHaveCount(0);
  await numbers_computed(page);
}

/** Waits until the forward pass is computed. */
export async function numbers_computed(page: Page): Promise<void> {
  await expect(page.locator('#feed_forward [aria-busy="false"]')).toBeVisible();
}

/** Opens the page at a lazy panel and waits until the panel is loaded. */
export async function open_panel(page: Page, address: string, panel: string): Promise<void> {
  await page.goto(address.includes('#') ? `${address}&panel=${panel}` : `${address}#v=1&panel=${panel}`);
  await expect(page.locator(`#${panel}`)).toBeAttached();
  await expect(page.locator(`#${panel} :is(.section_placeholder, .lazy_placeholder)`)).toHaveCount(0);
  await expect(page.locator(`#${panel}`)).toBeInViewport();
}

/** Returns by how many pixels the page is wider than the window; NaN while the window does not have the requested width. */
export const overflow_at = (page: Page, width: number): Promise<number> =>
  page.evaluate(
    (requested) => (innerWidth === requested ? document.documentElement.scrollWidth - document.documentElement.clientWidth : NaN),
    width,
  );
