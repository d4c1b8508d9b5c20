/** Launches the browsers of playwright.config.ts in Vitest tests and opens a consumer's page. */
import { chromium, firefox } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import config from '../playwright.config.js';
import type { Outcome } from './outcome.js';

const options_of = (name: string) => {
  const use = config.projects?.find((project) => project.name === name)?.use;
  if (use?.launchOptions === undefined)
    throw new Error(`playwright.config.ts has no launch options for ${name}`);
  return { ...use.launchOptions, ...(use.channel !== undefined && { channel: use.channel }) };
};

export const browsers: Readonly<Record<string, () => Promise<Browser>>> = {
  Chromium: () => chromium.launch(options_of('chromium')),
  Firefox: () => firefox.launch(options_of('firefox')),
};

export interface Visit {
  readonly outcome: Outcome;
  /** Addresses of all requests of the page and its workers. */
  readonly requests: readonly string[];
  readonly errors: readonly string[];
}

/** Opens the page, waits for its outcome, then calls `after` with the page. */
export async function visit(
  browser: Browser,
  address: string,
  after?: (page: Page) => Promise<unknown>,
): Promise<Visit> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const requests: string[] = [];
    const errors: string[] = [];
    context.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(address);
    await page.waitForFunction('globalThis.outcome', null, { timeout: 60_000 }).catch(() => null);
    const outcome = await page.evaluate<Outcome>('globalThis.outcome');
    if (outcome === undefined) throw new Error(`the page set no outcome: ${errors.join('; ')}`);
    const seen = { outcome, requests: [...requests], errors: [...errors] };
    await after?.(page);
    return seen;
  } finally {
    await context.close();
  }
}
