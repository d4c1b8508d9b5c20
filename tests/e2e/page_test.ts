/**
 * The test function of all specs: an error, a policy violation or a request to another origin on
 * the page fails the test.
 */
import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { watch_requests, type PageRequests } from './page_requests.ts';
import { prediction_names } from '../../web/page/src/quiz/predictions.ts';

export interface Guard {
  /** Errors, failed requests and policy violations so far. */
  readonly problems: string[];
  /** Accepts problems that match: those that the test causes on purpose. */
  allow(pattern: RegExp): void;
  readonly quiet: PageRequests['quiet'];
}

/** Runs in the page, before its scripts; `answers` is `all_answers`. */
export function store_answers(answers: string): void {
  // A new tab's about:blank and a sandboxed frame have no storage. A value that the page itself
  // has stored stays.
  if (globalThis.origin === 'null') return;
  if (location.protocol === 'http:' && localStorage.getItem('ffn-lab.answers') === null)
    localStorage.setItem('ffn-lab.answers', answers);
}

export const all_answers = prediction_names.join(' ');

/**
 * Stores that the user has asked for all answers, so that no figure is covered until its question
 * has been answered.
 */
export async function show_answers(page: Page): Promise<void> {
  await page.addInitScript(store_answers, all_answers);
}

/**
 * What browsers report as an error of a page for its requests that end because it is left; Firefox
 * the first if a service worker answers, the last (NS_BINDING_ABORTED) for a font. A request that
 * fails for another reason also causes 'requestfailed'.
 */
const of_a_left_page =
  /A ServiceWorker intercepted the request and encountered|Unable to preload CSS|download failed \(font-family.*status=2152398850/;

export const test = base.extend<{ guard: Guard; answers_covered: boolean }>({
  /** Whether the page covers each answer until the user has guessed, as on a first visit. */
  answers_covered: [false, { option: true }],
  guard: [
    async ({ page, baseURL, answers_covered }, use) => {
      const problems: string[] = [];
      const allowed: RegExp[] = [];
      const own_origin = new URL(baseURL ?? '').origin;
      page.on('console', (message) => {
        if (message.text() === 'Service Worker registration blocked by Playwright') return; // playwright.config.ts
        if (message.type() === 'error' || message.type() === 'warning')
          problems.push(`console ${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', ({ message }) => {
        if (!of_a_left_page.test(message)) problems.push(`uncaught: ${message}`);
      });
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (/^https?:$/.test(url.protocol) && url.origin !== own_origin)
          problems.push(`request to ${url.href}`);
      });
      const requests = watch_requests(page);
      page.on('requestfailed', (request) => {
        // The browser aborts the requests of a page that it navigates away from; Firefox closes the
        // stream if a service worker answers.
        const why = request.failure()?.errorText ?? '';
        if (!/abort|NS_BASE_STREAM_CLOSED/i.test(why) && !requests.is_left(request))
          problems.push(`failed: ${request.url()} ${why}`);
      });
      page.on('response', (response) => {
        if (response.status() >= 400)
          problems.push(`status ${response.status()}: ${response.url()}`);
      });
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) =>
          console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
        );
      });
      if (!answers_covered) await show_answers(page);
      await use({ problems, allow: (pattern) => allowed.push(pattern), quiet: requests.quiet });
      expect(
        problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
      ).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Details of a test whose result depends on the browser, not on the project's code alone: it runs
 * in Firefox, too. All others run in Chromium only.
 */
export const in_both_browsers = { tag: '@both' };

/**
 * Details of the case `index` of a test whose cases differ in their data only: they run alternately
 * in Chromium and Firefox.
 */
export const browsers_of_case = (index: number) => ({
  tag: index % 2 === 0 ? [] : '@firefox',
});

/** Waits until the place in view is loaded and every number in it is computed. */
export async function numbers_computed(page: Page): Promise<void> {
  await expect(page.locator(':is(.hero, .course) h1, .course h2').first()).toBeAttached();
  // The largest example takes seconds on a busy machine.
  const unfinished = page.locator(
    'main :is(.step_waiting, .chain_waiting, .waiting_cells:not(.skeleton), [aria-busy="true"])',
  );
  await expect(unfinished).toHaveCount(0);
}

/** Opens an address, by default the start page, and waits until its numbers are computed. */
export async function open_page(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await numbers_computed(page);
}

/** Returns an address with another step. */
export const step_address = (address: string, step: string) =>
  `${address}${address.includes('#') ? '&' : '#v=2&'}panel=${step}`;

/** Opens an address at a step and waits until the step is loaded. */
export async function open_panel(page: Page, address: string, step: string): Promise<void> {
  await page.goto(step_address(address, step));
  await step_shown(page, step);
}

/** Opens an address at a step and waits until its numbers are computed. */
export async function open_step(page: Page, address: string, step: string): Promise<void> {
  await open_panel(page, address, step);
  await numbers_computed(page);
}

/** Waits until a step is loaded. */
export async function step_shown(page: Page, step: string): Promise<void> {
  await expect(page.locator(`#${step}`)).toBeVisible();
  await expect(page.locator(`#${step} .step_waiting`)).toHaveCount(0);
}

/** Opens the folded part of a step that has the title; on the page of all steps it is open. */
export async function unfold(page: Page, title: string): Promise<void> {
  const part = page.locator('.folded').filter({ has: page.locator('summary', { hasText: title }) });
  // A step whose numbers arrive meanwhile may draw the part again, closed.
  await expect(async () => {
    if ((await part.getAttribute('open')) === null) await part.locator('summary').click();
    await expect(part).toHaveAttribute('open', { timeout: 1000 });
  }).toPass();
}

/** Opens the part of the forward pass that has ReLU's tensors, in any language. */
export async function show_relu(page: Page): Promise<void> {
  await expect(page.locator('#feed_forward_relu')).toBeVisible();
  const closed = page.locator('details:not([open]) > #feed_forward_relu');
  if ((await closed.count()) > 0) await closed.click();
  await expect(page.locator('.branch_relu')).toBeVisible();
}

/** Opens all folded parts of a step. */
export async function unfold_all(page: Page, step: string): Promise<void> {
  const closed = page.locator(`#${step} .folded:not([open]) > summary`);
  while ((await closed.count()) > 0) await closed.first().click();
}

/** Goes to another step by a link of the page, and waits until its numbers are computed. */
export async function go_to_step(page: Page, step: string): Promise<void> {
  // In a narrow window the list of steps is closed.
  await page.locator(`main a[href="#${step}"]`).first().dispatchEvent('click');
  await step_shown(page, step);
  await numbers_computed(page);
}

/**
 * Opens an address with all steps on one page, and waits until they are loaded and the forward pass
 * is computed.
 */
export async function open_all(page: Page, address: string): Promise<void> {
  await page.goto(address.includes('#') ? step_address(address, 'all') : `${address}#all`);
  await expect(page.locator('#glossary')).toBeAttached();
  await expect(page.locator('.step_waiting')).toHaveCount(0);
  await expect(page.locator('#feed_forward .forward')).toBeVisible();
}

/** Names of all steps, in order. */
export { steps } from '../../web/page/src/steps/index.ts';

/**
 * Returns by how many pixels the page is wider than the window; NaN while the window does not have
 * the requested width.
 */
export const overflow_at = (page: Page, width: number): Promise<number> =>
  page.evaluate(
    (requested) =>
      innerWidth === requested
        ? document.documentElement.scrollWidth - document.documentElement.clientWidth
        : NaN,
    width,
  );
