/**
 * Checks by axe-core. Its results depend on the page, not on the browser: in browsers other than
 * Chromium these functions do nothing.
 */
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect } from './page_test.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const in_chromium = (page: Page) => page.context().browser()?.browserType().name() === 'chromium';

/** Adds axe to the pages that `page` opens from now on. */
export async function add_axe(page: Page): Promise<void> {
  if (in_chromium(page)) await page.addInitScript({ path: axe });
}

/**
 * Expects that axe finds no violation in the elements that match `selector`, as the next frame shows
 * them: before it, elements whose attributes depend on their size may have the size already.
 */
export async function expect_accessible(page: Page, selector = 'html'): Promise<void> {
  if (!in_chromium(page)) return;
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  const { violations } = await page.evaluate(
    (part) =>
      (globalThis as unknown as { axe: { run(part: string): Promise<AxeResults> } }).axe.run(part),
    selector,
  );
  expect(
    violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    })),
  ).toEqual([]);
}
