import type { Page } from '@playwright/test';
import { lab_of, pass_of, tensors_of, written } from './core.ts';
import {
  browsers_of_case,
  expect,
  go_to_step,
  in_both_browsers,
  numbers_computed,
  open_page,
  open_step,
  test,
} from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('hidden');

const open = (page: Page, address: string) => open_step(page, address, 'hidden');

const panel = (page: Page) => page.locator('#hidden');

for (const [index, [language, example, gelu, threshold]] of [
  ['en', 'notebook_batch', 'gelu', 0.01] as const,
  ['fr', 'gpt2', 'gelu_tanh', 0.1] as const,
  ['vi', 'chapter', 'gelu_tanh', 0.05] as const,
].entries()) {
  test(
    `${example} (${language}): the shares are the core’s`,
    browsers_of_case(index),
    async ({ page }) => {
      await open(page, `/${language}/#v=2&example=${example}&threshold=${threshold}`);
      const lab = await lab_of(page);
      const tensors = tensors_of(pass_of(lab, example), gelu);
      for (const activation of ['gelu', 'relu'] as const) {
        const shares = lab.sparsity(tensors[`hidden.${activation}`]!, { threshold });
        for (const name of ['zero_share', 'not_positive_share', 'small_share'] as const) {
          const cell = panel(page).locator(
            `[data-recipe="hidden.sparsity"][data-path="${activation}.${name}"]`,
          );
          await expect(cell).toHaveText(written(shares[name], language, 1, 'percent'));
        }
      }
    },
  );
}

test(
  'a range chosen in the pre-activations is highlighted in the hidden activations',
  in_both_browsers,
  async ({ page }) => {
    await open(page, '/en/#v=2&example=notebook_batch');
    const lab = await lab_of(page);
    const z = tensors_of(pass_of(lab, 'notebook_batch'), 'gelu').pre_activation!;
    const count_between = (low: number, high: number) =>
      z.data.filter((value) => value >= low && value <= high).length;
    const counted = panel(page).locator(
      '[data-recipe="hidden.histograms"][data-path="followed.count"]',
    );
    await expect(counted).toHaveCount(0);
    const plot = panel(page).locator('.brushable');
    // The panels above must be rendered, or their growth would move the plot.
    await numbers_computed(page);
    await plot.scrollIntoViewIfNeeded();
    const box = (await plot.boundingBox())!;
    await page.mouse.move(box.x + 0.2 * box.width, box.y + 0.6 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.4 * box.width, box.y + 0.6 * box.height, { steps: 4 });
    await page.mouse.up();
    const ends = () =>
      panel(page)
        .locator('.brush input')
        .evaluateAll((inputs) => inputs.map((input) => Number((input as HTMLInputElement).value)));
    const [low, high] = (await ends()) as [number, number];
    expect(high).toBeGreaterThan(low);
    await expect(counted).toHaveAttribute('value', String(count_between(low, high)));
    expect(count_between(low, high)).toBeGreaterThan(0);
    await expect(panel(page).locator('.histogram_brushed')).toHaveCount(3);
    // An arrow key moves the upper end by one step.
    await panel(page).getByRole('slider', { name: 'to' }).press('ArrowRight');
    const [, further] = (await ends()) as [number, number];
    expect(further).toBeGreaterThan(high);
    await expect(counted).toHaveAttribute('value', String(count_between(low, further)));
    await panel(page).getByRole('button', { name: 'Clear the selection' }).click();
    await expect(panel(page).locator('.histogram_brushed')).toHaveCount(0);
  },
);

test('another threshold changes the share; the address contains the threshold', async ({
  page,
}) => {
  await open(page, '/en/#v=2&example=notebook_batch');
  const small = panel(page).locator(
    '[data-recipe="hidden.sparsity"][data-path="gelu.small_share"]',
  );
  const before = await small.textContent();
  await panel(page).getByRole('radio', { name: '0.1', exact: true }).check();
  await expect(small).not.toHaveText(before ?? '');
  await expect.poll(() => new URL(page.url()).hash).toBe('#v=2&threshold=0.1&panel=hidden');
});

test('a trained network is one choice away: few of its hidden units fire', async ({ page }) => {
  await open(page, '/en/#v=2&example=notebook_batch');
  const share = panel(page).locator('[data-recipe="hidden.sparsity"][data-path="relu.zero_share"]');
  const zeros = async () => Number(await share.getAttribute('value'));
  expect(await zeros()).toBeLessThan(0.6);
  await page.getByRole('combobox', { name: 'Example' }).selectOption('facts');
  await expect.poll(zeros).toBeGreaterThan(0.8);
  await expect(panel(page)).toContainText('has moved the values to the left');
  await expect.poll(() => new URL(page.url()).hash).toContain('example=facts');
});

test('the step opens with the trained network, unless the reader or a link has chosen an example', async ({
  page,
}) => {
  const example = () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('example');
  await open_page(page, '/en/#hidden');
  await expect(panel(page)).toContainText('has moved the values to the left');
  await go_to_step(page, 'independence');
  await expect.poll(example).toBe('facts');
  await go_to_step(page, 'feed_forward');
  await expect.poll(example).toBeNull();
  await go_to_step(page, 'hidden');
  await expect.poll(example).toBe('facts');
  await page.getByRole('combobox', { name: 'Example' }).selectOption('notebook_batch');
  await expect(panel(page)).not.toContainText('has moved the values to the left');
  for (const step of ['dropout', 'hidden']) {
    await go_to_step(page, step);
    await expect.poll(example).toBeNull();
  }
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(panel(page)).toContainText('has moved the values to the left');
});
