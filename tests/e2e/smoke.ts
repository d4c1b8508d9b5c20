/**
 * The smoke test of a step: it opens, draws its figures and reacts to one action without an error
 * (page_test.ts watches the console). `tests/run smoke` runs these tests in Chromium, webkit/ in
 * WebKit.
 */
import { expect, open_page, open_step, test } from './page_test.ts';
import type { Finder, Place } from './place.ts';
import { actions } from './smoke_actions.ts';

export type SmokeName = keyof typeof actions;

export const smoke_address =
  '/en/#v=2&example=notebook_batch&dropout=0.3&speed_tokens=1&speed_d_model=128';

export const place_of = (name: SmokeName) => (name === 'hero' ? '.hero' : `#${name}`);

/** The selector of what a step shows until it is loaded and its numbers are computed. */
export const unfinished_in = (name: SmokeName) =>
  // The glossary shows a skeleton as one of its symbols.
  name === 'glossary'
    ? '.step_waiting, [aria-busy="true"]'
    : '.step_waiting, [aria-busy="true"], .skeleton';

/** Takes the action of the step that is open, and waits for its effect. */
export async function expect_action<Self extends Place<Self>>(
  page: Finder<Self>,
  name: SmokeName,
): Promise<void> {
  const { control, act, effect } = actions[name];
  const step = page.locator(place_of(name));
  const numbers = () => step.locator('data').allTextContents();
  await expect.poll(() => step.getByRole('heading').first().isVisible()).toBe(true);
  await expect.poll(() => step.locator(unfinished_in(name)).count()).toBe(0);
  const before = await numbers();
  if (effect === undefined) expect(before.length).toBeGreaterThan(0);
  await act(control(step));
  if (effect === undefined) await expect.poll(numbers).not.toEqual(before);
  else {
    const shown = step.locator(effect[0]).first();
    await expect.poll(() => shown.isVisible()).toBe(true);
    await expect.poll(async () => (await shown.allTextContents()).join()).toMatch(effect[1]);
  }
  expect(await page.getByRole('alert').allTextContents()).toEqual([]);
}

/** Declares the smoke test of a step, or of the start page's `hero`, in the step's own spec. */
export function smoke_test(name: SmokeName): void {
  const details = { tag: '@smoke' };
  test(`the step ${name} opens and reacts to an action`, details, async ({ page }) => {
    if (name === 'hero') await open_page(page, smoke_address);
    else await open_step(page, smoke_address, name);
    await expect_action(page, name);
  });
}
