import type { Page } from '@playwright/test';
import { course_steps } from '../../web/page/src/steps/index.ts';
import {
  browsers_of_case,
  expect,
  go_to_step,
  in_both_browsers,
  open_page,
  open_panel,
  open_step,
  test,
} from './page_test.ts';

const links = (page: Page) => page.locator('.contents a');
const in_view = (page: Page) => page.locator('.contents a[aria-current="step"]');
const step_end = (page: Page, panel: string) => page.locator(`#${panel} .step_end`);

test(
  'the guide leads to the next step, shows finished steps and resumes at the last one',
  in_both_browsers,
  async ({ page }) => {
    await open_page(page, '/en/');
    await expect(in_view(page)).toHaveCount(0);
    await page.locator('.hero').getByRole('radio', { name: 'off' }).check();
    await page.getByRole('button', { name: 'Start here' }).click();
    await expect(in_view(page)).toContainText('What is it for?');
    // The step asks to switch it off.
    await expect(
      page.locator('#facts').getByRole('switch', { name: 'Feed-forward network' }),
    ).toBeChecked();
    await step_end(page, 'facts')
      .getByRole('button', { name: /^Next step: Where does it sit/ })
      .click();
    await expect(in_view(page)).toContainText('Where does it sit?');
    await step_end(page, 'block')
      .getByRole('button', { name: /^Next step: What does it compute/ })
      .click();
    await expect(in_view(page)).toContainText('What does it compute?');
    await expect(page.locator('#feed_forward h2')).toBeFocused();
    await expect(links(page).first()).toContainText('(done)');
    await expect(page.locator('.guide_tally')).toContainText(/^2 of \d+ steps done/);
    await go_to_step(page, 'dropout');
    await step_end(page, 'dropout')
      .getByRole('checkbox', { name: 'I have been through this' })
      .check();
    await expect(page.locator('.guide_tally')).toContainText(/^3 of \d+ steps done/);
    await expect(in_view(page)).toContainText('What does dropout change?');

    await page.goto('about:blank');
    await open_page(page, '/fr/');
    await page
      .getByRole('button', { name: 'Reprendre où vous en étiez : Que change le dropout ?' })
      .click();
    await expect(in_view(page)).toContainText('Que change le dropout');
    await expect(page.locator('#dropout')).toBeInViewport();
    await expect(step_end(page, 'dropout').getByRole('checkbox')).toBeChecked();
    await step_end(page, 'dropout').getByRole('button', { name: 'Étape précédente' }).click();
    await expect(in_view(page)).toContainText('GELU ou ReLU');

    await page.getByRole('button', { name: 'Tout recommencer' }).click();
    await expect(page.locator('.guide_tally')).toContainText('Étapes finies : 0 sur');
    await page.reload();
    await expect(in_view(page)).toContainText('GELU ou ReLU');
    await expect(page.getByRole('button', { name: 'Tout recommencer' })).toHaveCount(0);
  },
);

test('a look at a tool changes neither the start nor the step to resume', async ({ page }) => {
  await open_step(page, '/en/', 'glossary');
  await open_page(page, '/fr/');
  await expect(page.getByRole('button', { name: 'Commencer ici' })).toBeVisible();
  await go_to_step(page, 'hidden');
  await go_to_step(page, 'speed');
  await open_page(page, '/en/');
  await expect(page.getByRole('button', { name: /^Continue where you were: What/ })).toBeVisible();
});

test('the contents show the step in view when the page opens', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 600 });
  for (const step of ['glossary', 'facts']) {
    await open_panel(page, '/en/', step);
    await expect(in_view(page)).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 390, height: 500 });
  await open_panel(page, '/en/', 'glossary');
  await page.locator('.guide_place').click();
  await expect(in_view(page)).toBeInViewport({ ratio: 1 });
});

test('the last page lists the unfinished steps', async ({ page }) => {
  await open_panel(page, '/en/', course_steps.at(-1) ?? '');
  await page.getByRole('button', { name: 'Finish' }).click();
  const farewell = page.locator('.guide_farewell');
  await expect(farewell).toContainText('Still open: What is it for? · Where does it sit?');
  for (const id of course_steps) {
    await go_to_step(page, id);
    await page.getByRole('checkbox', { name: 'I have been through this' }).check();
  }
  await go_to_step(page, 'summary');
  await expect(farewell).toContainText('You have been through every step');
});

test(
  'the copied link contains the state; without a clipboard a field shows the link',
  in_both_browsers,
  async ({ page }) => {
    await page.addInitScript(() => {
      const copied: string[] = [];
      Object.assign(globalThis, { copied });
      const writeText = (text: string) =>
        Object.hasOwn(globalThis, 'clipboard_shut')
          ? Promise.reject(new Error('no'))
          : (copied.push(text), Promise.resolve());
      Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    });
    await open_panel(page, '/en/#v=2&example=chapter&token=1&x=1.25', 'hidden');
    await expect(in_view(page)).toContainText('What does the activation change?');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.locator('.share_tools')).toContainText('Copied');
    const copied = await page.evaluate(
      () => (globalThis as unknown as { copied: string[] }).copied,
    );
    expect(copied).toEqual([
      expect.stringMatching(/\/en\/#v=2&example=chapter&token=1&x=1.25&panel=hidden$/),
    ]);
    // Says what the link leaves out.
    await expect(page.locator('.share_tools')).not.toContainText('Your own');
    await page.locator('.example_bar').getByRole('combobox').selectOption('My own matrix');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.locator('.share_tools')).toContainText('Your own matrix is in the link');
    await page.goBack();
    await page.evaluate(() => Object.assign(globalThis, { clipboard_shut: true }));
    await page.getByRole('button', { name: 'Copy link' }).click();
    const field = page.getByRole('textbox', { name: 'Address of this page with its settings' });
    await expect(field).toHaveValue(copied[0] ?? '');
    await expect(field).toBeFocused();
  },
);

test('a link is sent by the browser’s own sheet where it has one', async ({ page }) => {
  await open_panel(page, '/en/#v=2&x=1.25', 'hidden');
  const share = page.locator('.share_tools').getByRole('button', { name: 'Share …' });
  await expect(share).toHaveCount(0);
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(globalThis, { shared });
    const send = (data: ShareData) => (shared.push(data), Promise.reject(new Error('closed')));
    Object.defineProperty(navigator, 'share', { value: send, configurable: true });
  });
  await page.reload();
  await share.click();
  expect(await page.evaluate(() => (globalThis as unknown as { shared: object[] }).shared)).toEqual(
    [
      {
        title: 'What does the activation change? · FFN Lab',
        url: expect.stringMatching(/\/en\/#v=2&x=1.25&panel=hidden$/),
      },
    ],
  );
});

test('reset restores the default settings and the example’s numbers; Back undoes it', async ({
  page,
}) => {
  await open_step(
    page,
    '/en/#v=2&example=chapter&edits=x.0:2&token=1&x=1.25&dropout=0.5&d_model=8',
    'feed_forward',
  );
  const first = page.locator('[data-tensor-view="x"] [role="option"]').first();
  await page.getByRole('button', { name: 'Reset settings' }).click();
  await expect(page).toHaveURL(/#v=2&example=chapter&panel=feed_forward$/);
  await expect(page.getByRole('radio', { name: 'Worked example, 4 → 8' })).toBeChecked();
  await expect(first).toHaveText('1.000');
  await expect(page.locator('.share_tools')).toContainText('The default settings are restored');
  await page.goBack();
  await expect(page).toHaveURL(/edits=x.0:2&token=1/);
  await go_to_step(page, 'dropout');
  await expect(
    page.locator('#dropout').getByRole('radio', { name: '0.5', exact: true }),
  ).toBeChecked();
});

for (const [index, [language, place, next]] of [
  ['en', '1 of', 'Next step'] as const,
  ['fr', '1 sur', 'Étape suivante'] as const,
  ['vi', '1/', 'Bước sau'] as const,
].entries()) {
  test(
    `on a phone the guide is a strip that opens the list of steps (${language})`,
    browsers_of_case(index),
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await open_panel(page, `/${language}/`, 'facts');
      const strip = page.locator('.guide_strip');
      await expect(links(page).first()).toBeHidden();
      const toggle = strip.locator('.guide_place');
      await expect(toggle).toContainText(place);
      // The strip does not cover the panel.
      const gap = () =>
        page.evaluate(() => {
          const below = document.querySelector('.guide_strip')?.getBoundingClientRect().bottom ?? 0;
          return (document.querySelector('.panel')?.getBoundingClientRect().top ?? 0) - below;
        });
      await expect.poll(gap).toBeGreaterThan(0);
      await toggle.click();
      await expect(toggle).toHaveAttribute('aria-expanded', 'true');
      await page.locator('.contents button').last().focus();
      await page.keyboard.press('Escape');
      await expect(toggle).toBeFocused();
      await expect(links(page).first()).toBeHidden();
      await toggle.click();
      await links(page).nth(3).click();
      await expect(links(page).first()).toBeHidden();
      await expect(toggle).toContainText(place.replace('1', '4'));
      await strip.getByRole('button', { name: next }).click();
      await expect(toggle).toContainText(place.replace('1', '5'));
    },
  );
}
