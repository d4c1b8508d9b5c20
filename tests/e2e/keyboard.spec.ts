import type { Page } from '@playwright/test';
import { expect, open_page, test } from './page_test.ts';

/** Presses Tab until the element that `selector` names has the focus; each stop on the way must show that it has it. */
async function tab_to(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < 40; stop++) {
    await page.keyboard.press('Tab');
    // At a person's pace: what this stop changes on the page has arrived before the next one.
    await page.waitForTimeout(100);
    const { there, ring } = await page.evaluate((wanted) => {
      const focused = document.activeElement ?? document.body;
      const shown = focused.closest('.choice_option') ?? focused;
      return { there: focused.matches(wanted), ring: getComputedStyle(shown).outlineStyle !== 'none' };
    }, selector);
    expect(ring).toBe(true);
    if (there) return;
  }
  throw new Error(`${selector} is not reached by Tab`);
}

test('everything by keyboard', async ({ page }) => {
  await open_page(page, '/en/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await tab_to(page, '.badge summary');
  await page.keyboard.press('Enter');
  await expect(page.locator('.badge')).toHaveAttribute('open', '');

  await tab_to(page, '.activation_figure input[type="text"]');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('0.5');
  await expect(page.locator('[data-tensor="relu.value"]')).toHaveText('0.5000000');
  await tab_to(page, '.activation_figure input[type="radio"]');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Zoom: −3 to 0' })).toBeChecked();
  await tab_to(page, '[role="slider"]');
  await page.keyboard.press('Home');
  await expect(page.locator('#activation').getByRole('slider')).toHaveAttribute('aria-valuenow', '-3');

  await tab_to(page, '#feed_forward input[type="radio"]');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Notebook, 2 × 5 tokens' })).toBeChecked();
  await expect(page.locator('.token_choice select')).toBeVisible();
  await tab_to(page, '.token_choice select');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-tensor-view="x"] [role="option"]').first()).toHaveAttribute('data-index', '8');

  await tab_to(page, '[data-tensor-view="hidden.gelu"] [role="option"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const focused = page.locator('[data-tensor-view="hidden.gelu"] [role="option"]:focus');
  const columns = await page
    .locator('[data-tensor-view="hidden.gelu"] .cells')
    .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
  await expect(focused).toHaveAttribute('data-feature', String(columns + 1));
  await page.keyboard.press('Enter');
  await expect(focused).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.inspector')).toContainText(`hidden[0, 1, ${columns + 1}]`);
  await page.keyboard.press('End');
  await expect(focused).toHaveAttribute('data-feature', '31');
  await tab_to(page, '.inspector .button');
  await page.keyboard.press('Enter');
  await expect(page.locator('.activation_figure input[type="text"]')).not.toHaveValue('−3');
});
