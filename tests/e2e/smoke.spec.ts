/**
 * Every step of the page once: it opens, draws its figures and reacts to one action without an
 * error (page_test.ts watches the console).
 */
import type { Locator, Page } from '@playwright/test';
import { expect, go_to_step, open_page, open_step, test } from './page_test.ts';

/**
 * A user's first action in a step, and a check of its effect; by default, that a number of the step
 * has changed.
 */
interface Action {
  readonly act: (step: Locator) => Promise<void>;
  readonly check_effect?: (step: Locator) => Promise<void>;
}

const choose = (name: string): Action => ({
  act: (step) => step.getByRole('radio', { name, exact: true }).check(),
});
const press = (name: string, check_effect?: Action['check_effect']): Action => ({
  act: (step) => step.getByRole('button', { name }).first().click(),
  ...(check_effect && { check_effect }),
});

const actions: Readonly<Record<string, Action>> = {
  // First, because it takes longest.
  speed: press('Measure now', (step) =>
    expect(step.locator('.speed_chart')).toBeVisible({ timeout: 90_000 }),
  ),
  hero: choose('off'),
  facts: choose('ReLU'),
  block: choose('nowhere'),
  activation: { act: (step) => step.getByRole('slider').press('End') },
  feed_forward: press('Next token'),
  hidden: choose('0.1'),
  independence: press('Next token'),
  memory: { act: (step) => step.locator('.numbers button').nth(1).click() },
  rewriting: { act: (step) => step.getByRole('slider').press('End') },
  dropout: choose('0.5'),
  cost: choose('1600'),
  backward: choose('sum of all outputs'),
  learning: press('Train here'),
  training: press('Next ›'),
  bridge: choose('0.1'),
  checkpoint: press('Make a random one', (step) =>
    expect(step.locator('.checkpoint_facts')).toBeVisible({ timeout: 30_000 }),
  ),
  corrections: { act: (step) => step.locator('summary').first().click() },
  proof: press('Check again', (step) =>
    expect(step.locator('.check_result')).toHaveText(/^All \d+ tensors/, { timeout: 30_000 }),
  ),
  // A link from a term in another step leads to its entry.
  glossary: {
    act: async (step) => {
      await go_to_step(step.page(), 'dropout');
      await step.page().locator('#dropout .term_link').first().click();
    },
    check_effect: (step) => expect(step.locator('tr:focus')).toBeInViewport(),
  },
};

const address = '/en/#v=2&example=notebook_batch&dropout=0.3&speed_tokens=1&speed_d_model=128';
const numbers = (step: Locator) => step.locator('data').allTextContents();

/** `tests/run smoke` runs these tests in Chromium. */
const smoke = { tag: ['@chromium', '@smoke'] };

async function opened(page: Page, name: string): Promise<Locator> {
  if (name === 'hero') await open_page(page, address);
  else await open_step(page, address, name);
  const step = page.locator(name === 'hero' ? '.hero' : `#${name}`);
  // The glossary shows a skeleton as one of its symbols.
  const unfinished = name === 'glossary' ? '[aria-busy="true"]' : '[aria-busy="true"], .skeleton';
  await expect(step.locator(unfinished)).toHaveCount(0, { timeout: 30_000 });
  return step;
}

for (const [name, { act, check_effect }] of Object.entries(actions)) {
  test(`the step ${name} opens and reacts to an action`, smoke, async ({ page }) => {
    test.setTimeout(180_000);
    const step = await opened(page, name);
    await expect(step.getByRole('heading').first()).toBeVisible();
    const before = await numbers(step);
    if (check_effect === undefined) expect(before.length).toBeGreaterThan(0);
    await act(step);
    await (check_effect?.(step) ??
      expect.poll(() => numbers(step), { timeout: 30_000 }).not.toEqual(before));
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('every step of the page has an action here', smoke, async ({ page }) => {
  await open_page(page, '/en/');
  const steps = await page
    .locator('.start_contents li > a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(1)));
  expect(['hero', ...steps].sort()).toEqual(Object.keys(actions).sort());
});
