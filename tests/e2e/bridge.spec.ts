/** The panel that compares a small network with one of GPT-2's size. */
import { keep_together } from '../../web/page/src/words/line_breaks.ts';
import { lab_of, pass_of } from './core.ts';
import { expect, open_panel, test } from './page_test.ts';
import { smoke_test } from './smoke.ts';

smoke_test('bridge');

test('the large network is shown beside any example and uses the chosen threshold', async ({
  page,
}) => {
  await open_panel(page, '/fr/#v=2&example=chapter', 'bridge');
  const lab = await lab_of(page);
  const { ffn, x } = pass_of(lab, 'gpt2');
  ffn.activation = 'gelu_tanh';
  const hidden = ffn.trace(x).hidden;
  const small = (place: number) =>
    page.locator(
      `#bridge [data-recipe="bridge.large"][data-path="sparsity.${place}.gelu.small_share"]`,
    );
  await expect(small(1)).toHaveAttribute(
    'value',
    String(lab.sparsity(hidden, { threshold: 0.01 }).small_share),
  );
  await page.locator('#bridge').getByRole('radio', { name: '0,1', exact: true }).check();
  await expect(small(3)).toHaveAttribute(
    'value',
    String(lab.sparsity(hidden, { threshold: 0.1 }).small_share),
  );
  await page
    .locator('#bridge')
    .getByRole('radio', { name: keep_together('tirés comme ceux de GPT-2') })
    .check();
  await expect(page.locator('#bridge [data-figure="bridge_strips_toy_gpt2"]')).toBeVisible();
  await expect(
    page
      .locator(
        '#bridge [data-recipe="bridge.toy"][data-path="summaries.pre_activation.standard_deviation"]',
      )
      .first(),
  ).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toContain('bridge_toy=gpt2');
});

test('one button shows the trained network of the facts model, most of whose pre-activations are negative', async ({
  page,
}) => {
  await open_panel(page, '/en/', 'bridge');
  const panel = page.locator('#bridge');
  // The weights drawn as GPT-2's are random, those of the facts model's network, too.
  await panel.getByRole('radio', { name: keep_together('drawn as GPT-2’s') }).check();
  await page.getByRole('button', { name: 'Show a trained network' }).click();
  await expect(panel.getByRole('radio', { name: 'its own' })).toBeChecked();
  await expect(panel).toContainText('The small network is the trained one');
  await panel.getByRole('radio', { name: keep_together('drawn as GPT-2’s') }).check();
  await expect(panel).not.toContainText('The small network is the trained one');
  await panel.getByRole('button', { name: 'Show a trained network' }).click();
  await expect(panel.getByRole('button', { name: 'Show a trained network' })).toHaveCount(0);
});

test('with the example of the facts model the small network is the trained one, most of whose pre-activations are negative', async ({
  page,
}) => {
  await open_panel(page, '/en/#v=2&example=facts', 'bridge');
  const panel = page.locator('#bridge');
  const share = panel
    .locator('[data-recipe="bridge.trained"][data-path$=".relu.zero_share"]')
    .first();
  const zeros = async () => Number(await share.getAttribute('value'));
  await expect(share).toBeVisible();
  expect(await zeros()).toBeGreaterThan(0.8);
  await expect(panel).toContainText('64 → 256');
  await expect(panel.locator('[data-figure="bridge_strips_facts"]')).toBeVisible();
  await panel.getByRole('radio', { name: keep_together('drawn as GPT-2’s') }).check();
  await expect.poll(zeros).toBeLessThan(0.6);
  await expect(panel.locator('[data-recipe="bridge.toy"]')).toHaveCount(0);
});

test('a click on a row of a heat map chooses its token in all panels', async ({ page }) => {
  await open_panel(page, '/en/#v=2&example=notebook_batch', 'bridge');
  const frame = page.locator('#bridge .heat_map_frame').first();
  await frame.scrollIntoViewIfNeeded();
  const { height } = (await frame.boundingBox())!;
  await frame.click({ position: { x: 5, y: (7.5 / 10) * height } });
  await expect.poll(() => new URL(page.url()).hash).toContain('token=7');
});
