import { course_steps } from '../../web/page/src/steps/index.ts';
import {
  browsers_of_case,
  expect,
  in_both_browsers,
  open_all,
  open_panel,
  open_step,
  step_shown,
  steps,
  test,
} from './page_test.ts';

for (const [index, [language, enter, leave, choose, group]] of [
  ['en', 'Teacher mode', 'Exit', 'Show, hide…', 'The text beside the figures'] as const,
  ['fr', 'Mode enseignant', 'Quitter', 'Affichage…', 'Le texte à côté des figures'] as const,
  ['vi', 'Chế độ trình chiếu', 'Thoát', 'Hiện, ẩn…', 'Phần chữ bên cạnh các hình'] as const,
].entries()) {
  test(
    `teacher mode hides the chosen parts, and the address contains the choice (${language})`,
    browsers_of_case(index),
    async ({ page }) => {
      await open_step(page, `/${language}/#v=2&example=notebook_batch`, 'feed_forward');
      const figure = page.locator('[data-tensor-view="hidden.gelu"] .cells');
      const size = () =>
        figure
          .locator('[role="option"]')
          .first()
          .evaluate((cell) => Number.parseFloat(getComputedStyle(cell).fontSize));
      const before = await size();
      await page.getByRole('button', { name: enter }).click();
      await expect(page).toHaveURL(/#v=2&teach=notes,guide,prose&panel=feed_forward$/);
      await expect(figure).toBeVisible();
      expect(await size()).toBeGreaterThan(before);
      await expect(page.locator('.controls').first()).toBeVisible();
      for (const hidden of ['.note', '.contents', '.step_end', '.prose > p:not(.try)']) {
        await expect(page.locator(hidden).first()).toBeAttached();
        await expect(page.locator(hidden).first()).toBeHidden();
      }
      // The class needs to see its task.
      await expect(page.locator('#feed_forward .try').first()).toBeVisible();
      for (const key of ['9', 'j', 'j', 'j']) await page.keyboard.press(key);
      await expect(page.locator('#dropout .prediction .choice_option').first()).toBeVisible();
      await expect(page.locator('.prose > p:not(.try)').first()).toBeHidden();

      await page.getByRole('button', { name: choose }).click();
      await page.getByRole('checkbox', { name: group }).uncheck();
      await page.keyboard.press('Escape');
      await expect(page.locator('.prose > p:not(.try)').first()).toBeVisible();
      await expect(page).toHaveURL(/teach=notes,guide&panel=dropout$/);
      await page.reload();
      await expect(page.locator('#dropout .mask')).toBeVisible();
      await expect(page.locator('.contents').first()).toBeHidden();

      await page.getByRole('button', { name: leave }).click();
      await expect(page.locator('.contents').first()).toBeVisible();
      await expect(page).toHaveURL(/#v=2&example=facts&panel=dropout$/);
    },
  );
}

test('with the text hidden no paragraph is left in pieces', async ({ page }) => {
  await open_panel(page, '/en/#v=2&teach=prose', 'training');
  await expect(page.locator('#training .race_player')).toBeVisible();
  for (const paragraph of await page.locator('#training p.prose:not(.try)').all())
    await expect(paragraph).toBeHidden();
  expect(await page.locator('#training p.prose').count()).toBeGreaterThan(1);
});

test('no slider shrinks with its hidden label', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const [step, scale] of [
    ['hidden', 0.4],
    ['feed_forward', 0.2],
  ] as const) {
    await open_step(page, '/en/#v=2&example=notebook_batch&teach=controls,notes', step);
    const sliders = page.locator(`#${step}`).getByRole('slider');
    for (const slider of await sliders.filter({ visible: true }).all())
      expect((await slider.boundingBox())!.width).toBeGreaterThan(scale * 1000);
  }
});

test('the step in view stays in view when teacher mode ends', async ({ page }) => {
  await open_panel(page, '/en/#v=2&example=notebook_batch&teach=notes', 'dropout');
  await page.getByRole('button', { name: 'Exit' }).click();
  await expect(page.locator('#dropout h2')).toBeFocused();
  await expect(page.locator('#dropout h2')).toBeInViewport();
  await expect(page.locator('.contents a[aria-current="step"]')).toContainText(
    'What does dropout change?',
  );
});

test('nothing is wider than the window', async ({ page }) => {
  await open_all(page, '/vi/#v=2&example=gpt2&teach=notes,guide');
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const { room, needed, clipped } = await page.evaluate(() => ({
      room: document.documentElement.clientWidth,
      needed: document.documentElement.scrollWidth,
      clipped: Array.from(document.querySelectorAll('.cell, td, th'))
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.textContent),
    }));
    expect({ width, needed, clipped }).toEqual({ width, needed: room, clipped: [] });
  }
});

/** Visible texts of a step that are smaller than some pixels on the screen, with their sizes. */
const small_texts = (step: Element, least: number) => {
  const walker = document.createTreeWalker(step, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const { textContent, parentElement: element } = walker.currentNode;
    const text = textContent?.trim() ?? '';
    if (text === '' || element === null) continue;
    const seen =
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.visually_hidden, [inert], option') &&
      element.getBoundingClientRect().width > 0;
    if (!seen) continue;
    const size = Number.parseFloat(getComputedStyle(element).fontSize) * element.currentCSSZoom;
    if (size < least - 0.01) found.push(`${text}: ${size}`);
  }
  return found;
};

test('on a projector a step fills the window, and its smallest label has 20 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const id of steps) {
    await open_step(page, '/en/#v=2&teach=notes,guide', id);
    const step = page.locator(`#${id}`);
    expect.soft(await step.evaluate(small_texts, 20), id).toEqual([]);
    expect.soft((await step.boundingBox())!.width, id).toBeGreaterThan(1800);
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), id)
      .toBeLessThanOrEqual(1920);
  }
});

test('on a projector the figure is larger, and with the text hidden it fills the width', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const width_of = async (teach: string) => {
    await open_step(page, `/en/#v=2${teach}`, 'hidden');
    return (await page.locator('#hidden figure.hidden_figure').boundingBox())!.width;
  };
  const usual = await width_of('');
  expect(await width_of('&teach=notes,guide')).toBeGreaterThan(1.3 * usual);
  expect(await width_of('&teach=notes,guide,prose')).toBeGreaterThan(1800);
  for (const slider of await page.locator('#hidden').getByRole('slider').all())
    expect((await slider.boundingBox())!.width).toBeGreaterThan(1000);
});

test(
  'in an enlarged figure the pointer means the place under it',
  in_both_browsers,
  async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await open_step(page, '/en/#v=2&example=notebook_batch&teach=notes,guide,prose', 'hidden');
    const plot = page.locator('#hidden .brushable');
    await plot.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await plot.boundingBox())!;
    await page.mouse.move(x + 0.25 * width, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 0.75 * width, y + height / 2);
    await page.mouse.up();
    const band = (await page.locator('#hidden .histogram_band').first().boundingBox())!;
    expect(Math.abs(band.x - (x + 0.25 * width))).toBeLessThan(0.02 * width);
    expect(Math.abs(band.width - 0.5 * width)).toBeLessThan(0.02 * width);
  },
);

test('a presenter’s keys go from step to step in teacher mode, but not in a control', async ({
  page,
}) => {
  await open_step(page, '/en/#v=2&teach=notes', 'memory');
  const place = page.getByRole('complementary', { name: 'Teacher mode' });
  await expect(place).toContainText(`7 of ${course_steps.length}`);
  for (const [key, step, shown] of [
    ['PageDown', 'rewriting', `8 of ${course_steps.length}`],
    ['ArrowRight', 'backward', `9 of ${course_steps.length}`],
    ['PageUp', 'rewriting', `8 of ${course_steps.length}`],
    ['ArrowLeft', 'memory', `7 of ${course_steps.length}`],
  ] as const) {
    await page.keyboard.press(key);
    await step_shown(page, step);
    await expect(place).toContainText(shown);
  }
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('also from a presenter: the next step');
  await page.keyboard.press('Escape');
  await open_step(page, '/en/#v=2&teach=notes', 'hidden');
  await page.locator('#hidden').getByRole('slider').last().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('#hidden')).toBeVisible();
  await page.getByRole('button', { name: 'Exit' }).click();
  await page.keyboard.press('PageDown');
  await expect(page.locator('#hidden')).toBeVisible();
});

/** Controls that a class sees used, and all that answers them. */
const experiments = {
  facts: ['.parts', '.fact_map', '.fact_map_count', '.probability_bars'],
  block: ['.block_diagram'],
  feed_forward: ['.stepper', 'svg.chain'],
  activation: ['.fit_pad'],
  rewriting: ['.bench_control input[type="range"]', '.fact_map', '.fact_map_count'],
  learning: ['input[type="range"]', '.fact_map_count'],
  training: ['input[type="range"]', '.race_picture'],
} as const;

test('on a projector, with the text hidden, the control and its answers are in one view, beside the bar', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const bar = page.getByRole('complementary', { name: 'Teacher mode' });
  for (const [id, parts] of Object.entries(experiments)) {
    await open_step(page, '/en/#v=2&teach=notes,guide,prose', id);
    const below = (await bar.boundingBox())!;
    for (const part of parts) {
      const shown = page.locator(`#${id} ${part}`).filter({ visible: true }).first();
      await expect.soft(shown, `${id} ${part}`).toBeInViewport({ ratio: 1, timeout: 20_000 });
      const { y } = (await shown.boundingBox())!;
      expect.soft(y, `${id} ${part}`).toBeGreaterThan(below.y + below.height);
    }
    expect.soft(await page.locator(`#${id}`).evaluate(small_texts, 20), id).toEqual([]);
  }
});

for (const [language, name] of [
  ['en', 'Teacher mode'],
  ['fr', 'Mode enseignant'],
  ['vi', 'Chế độ trình chiếu'],
] as const)
  test(`on a phone the whole bar is in the window (${language})`, async ({ page }) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await open_step(page, `/${language}/#v=2&teach=notes,guide`, 'facts');
      const bar = page.getByRole('complementary', { name });
      for (const button of await bar.getByRole('button').or(bar.getByRole('link')).all())
        await expect(button).toBeInViewport({ ratio: 1 });
    }
  });
