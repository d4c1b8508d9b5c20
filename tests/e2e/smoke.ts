/**
 * The smoke test of a step: it opens, draws its figures and reacts to one action without an error
 * (page_test.ts watches the console). `tests/run smoke` runs these tests in Chromium.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, open_page, open_step, test } from './page_test.ts';
import { actions } from './smoke_actions.ts';

const address = '/en/#v=2&example=notebook_batch&dropout=0.3&speed_tokens=1&speed_d_model=128';
const numbers = (step: Locator) => step.locator('data').allTextContents();

async function opened(page: Page, name: string): Promise<Locator> {
  if (name === 'hero') await open_page(page, address);
  else await open_step(page, address, name);
  const step = page.locator(name === 'hero' ? '.hero' : `#${name}`);
  // The glossary shows a skeleton as one of its symbols.
  const unfinished = name === 'glossary' ? '[aria-busy="true"]' : '[aria-busy="true"], .skeleton';
  await expect(step.locator(unfinished)).toHaveCount(0);
  return step;
}

/** Declares the smoke test of a step, or of the start page's `hero`, in the step's own spec. */
export function smoke_test(name: keyof typeof actions): void {
  const { control, act, check_effect } = actions[name];
  const details = { tag: '@smoke' };
  test(`the step ${name} opens and reacts to an action`, details, async ({ page }) => {
    const step = await opened(page, name);
    await expect(step.getByRole('heading').first()).toBeVisible();
    const before = await numbers(step);
    if (check_effect === undefined) expect(before.length).toBeGreaterThan(0);
    await act(control(step));
    await (check_effect?.(step) ?? expect.poll(() => numbers(step)).not.toEqual(before));
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}
