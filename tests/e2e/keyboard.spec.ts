import type { Page } from '@playwright/test';
import {
  expect,
  go_to_step,
  in_both_browsers,
  numbers_computed,
  open_page,
  open_step,
  test,
  unfold_all,
} from './page_test.ts';

async function open(page: Page, address: string): Promise<void> {
  await open_step(page, address, 'feed_forward');
  await unfold_all(page, 'feed_forward');
  await numbers_computed(page);
}

/**
 * Presses Tab until an element that matches `selector` has the focus; every element on the way must
 * show a focus ring.
 */
async function tab_to(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < 40; stop++) {
    await page.keyboard.press('Tab');
    // The page renders the effect of one stop before the next.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    );
    const { reached, ring } = await page.evaluate((wanted) => {
      const focused = document.activeElement ?? document.body;
      const shown = focused.closest('.choice_option') ?? focused;
      return {
        reached: focused.matches(wanted),
        ring: getComputedStyle(shown).outlineStyle !== 'none',
      };
    }, selector);
    expect(ring).toBe(true);
    if (reached) return;
  }
  throw new Error(`${selector} is not reached by Tab`);
}

test('the main controls work by keyboard alone', in_both_browsers, async ({ page }) => {
  await open_page(page, '/en/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await tab_to(page, '.hero input[type="radio"]');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.hero').getByRole('radio', { name: 'off' })).toBeChecked();
  await tab_to(page, 'a[href="#activation"]');
  await page.keyboard.press('Enter');
  await expect(page.locator('#activation h2')).toBeFocused();
  await numbers_computed(page);

  await tab_to(page, '.activation_figure input[type="text"]');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('0.5');
  await expect(
    page.locator('[data-recipe="activation.at_cursor"][data-path="relu.value.0"]'),
  ).toHaveText('0.5000000');
  await tab_to(page, '.activation_figure input[type="radio"]');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Zoom: −3 to 0' })).toBeChecked();
  await tab_to(page, '[role="slider"]');
  await page.keyboard.press('Home');
  await expect(page.locator('#activation .linked_plots')).toHaveAttribute('aria-valuenow', '-3');
  await page.keyboard.press('k');
  await expect(page.locator('#feed_forward h2')).toBeFocused();
  await numbers_computed(page);

  await tab_to(page, '#feed_forward input[type="radio"]');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: '1 token, seed 42' })).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '2 × 5 tokens, seed 42' })).toBeChecked();
  await expect(page.locator('.token_choice select')).toBeVisible();
  await tab_to(page, '.token_choice select');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-tensor-view="x"] [role="option"]').first()).toHaveAttribute(
    'data-path',
    'tensors.x.8',
  );

  await tab_to(page, '[data-tensor-view="hidden.gelu"] [role="option"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const focused = page.locator('[data-tensor-view="hidden.gelu"] [role="option"]:focus');
  const columns = await page
    .locator('[data-tensor-view="hidden.gelu"] .cells')
    .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
  await expect(focused).toHaveAttribute('data-cell', String(columns + 1));
  await page.keyboard.press('Enter');
  await expect(focused).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.inspector')).toContainText(`hidden[0, 1, ${columns + 1}]`);
  await page.keyboard.press('End');
  await expect(focused).toHaveAttribute('data-cell', '31');
  await tab_to(page, '.inspector .button');
  await page.keyboard.press('Enter');
  // The link leads to the plot.
  await expect(page.locator('#activation_value')).toBeFocused();
  await expect(page.locator('.activation_figure input[type="text"]')).not.toHaveValue('−3');
});

const in_view = (page: Page) => page.locator('.contents a[aria-current="step"]');

test(
  'digits, j and k lead to steps, / opens the jump dialog, ? the help',
  in_both_browsers,
  async ({ page }) => {
    await open(page, '/en/');
    await page.keyboard.press('5');
    await expect(in_view(page)).toContainText('What does the activation change?');
    await expect(page.locator('#hidden h2')).toBeFocused();
    await page.keyboard.press('j');
    await expect(page.locator('#independence h2')).toBeFocused();
    await page.keyboard.press('k');
    await expect(page.locator('#hidden h2')).toBeFocused();

    await page.keyboard.press('/');
    const query = page.getByRole('combobox', { name: 'A few letters' });
    await expect(query).toBeFocused();
    await query.pressSequentially('WIDER');
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
      'Why four times wider',
    );
    await page.keyboard.press('Enter');
    await expect(in_view(page)).toContainText('Why four times wider');
    await expect(page.locator('#cost h2')).toBeFocused();

    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.press('?');
    await expect(help).toBeVisible();
    await expect(help).toContainText('Next step');
    await expect(help).not.toContainText('Previous or next token');
    // Keys pressed in a dialog do not reach the page.
    await page.keyboard.press('1');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(page.locator('#cost h2')).toBeFocused();
    await expect(in_view(page)).toContainText('Why four times wider');
  },
);

test('arrow keys choose the token, or the neuron when one is pinned; Escape unpins it', async ({
  page,
}) => {
  await open(page, '/en/#v=2&example=notebook_batch&token=3');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#feed_forward .token_choice select')).toHaveValue('4');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'Previous or next token',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status').filter({ hasText: 'Token [0, 4]' })).toBeAttached();
  await page.locator('[data-tensor-view="hidden.gelu"] [role="option"]').nth(31).click();
  await page.locator('#feed_forward h2').click();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('.inspector')).toContainText('hidden[0, 3, 30]');
  await page.keyboard.press('Escape');
  await expect(page.locator('.inspector')).toContainText('Choose a cell');
});

test('g and r emphasize one activation or both; the address and the buttons show the choice', async ({
  page,
}) => {
  await open(page, '/en/');
  const root = page.locator('html');
  await page.keyboard.press('r');
  await expect(root).toHaveAttribute('data-emphasis', 'relu');
  await expect(page.locator('.branch_gelu')).toHaveCSS('opacity', '0.25');
  await expect(page.locator('.branch_relu')).toHaveCSS('opacity', '1');
  await expect(page).toHaveURL(/emphasis=relu&panel=feed_forward$/);
  await page.keyboard.press('g');
  await expect(page.locator('.branch_relu')).toHaveCSS('opacity', '0.25');
  await page.keyboard.press('g');
  await expect(root).toHaveAttribute('data-emphasis', 'both');
  await expect(page.locator('#feed_forward').getByRole('radio', { name: 'Both' })).toBeChecked();
});

test(
  'text fields and widgets receive their keys, and shortcuts ignore them',
  in_both_browsers,
  async ({ page }) => {
    await open(page, '/en/#v=2&example=pasted');
    const text = page.locator('.pasted textarea');
    await text.fill('');
    await text.pressSequentially('1 2 3/4?g');
    await expect(text).toHaveValue('1 2 3/4?g');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('data-emphasis', 'both');
    await text.fill('1 2\n3 4');
    await numbers_computed(page);
    await go_to_step(page, 'activation');
    await page.locator('#activation .linked_plots').focus();
    await page.keyboard.press('ArrowRight');
    await expect(page).not.toHaveURL(/token=/);
    await page.keyboard.press('Control+g');
    await page.keyboard.press('Alt+3');
    await expect(page.locator('html')).toHaveAttribute('data-emphasis', 'both');
  },
);

test('single-character shortcuts can be switched off, also after a reload', async ({ page }) => {
  await open(page, '/fr/');
  await page.getByRole('button', { name: 'Raccourcis' }).click();
  await page
    .getByRole('checkbox', { name: 'Utiliser les raccourcis d’un seul caractère' })
    .uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Raccourcis' })).toBeFocused();
  for (const again of [false, true]) {
    if (again) await page.reload();
    if (again) await expect(page.locator('[data-tensor-view="output.gelu"]')).toBeVisible();
    for (const key of ['3', '/', '?', 'r']) await page.keyboard.press(key);
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('data-emphasis', 'both');
  }
});
