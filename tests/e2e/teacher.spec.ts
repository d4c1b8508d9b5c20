/**
 * For a lecture: a link to the state at the end of each step, steps on paper, and figures that grow
 * with the window.
 */
import { expect, numbers_computed, open_panel, open_step, test, unfold_all } from './page_test.ts';
import { course_steps } from '../../web/page/src/steps/index.ts';

/** The step that is longer than a sheet of paper, with many tables and two questions. */
const longer = 'cost';

test('a step of the course is printed on one sheet, or is the long one', async ({ page }) => {
  for (const id of course_steps) {
    await open_step(page, '/en/#v=2', id);
    await numbers_computed(page);
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
    expect.soft(sheets, id).toBe(id === longer ? 2 : 1);
  }
});

test('rows of tables and parts of the model keep their names on paper', async ({ page }) => {
  for (const [id, names] of [
    ['facts', '.parts_one:has(.parts_box)'],
    ['block', '.block_table tbody th'],
    ['memory', 'tbody th'],
  ] as const) {
    await open_step(page, '/en/#v=2', id);
    if (id === 'block') await unfold_all(page, id);
    await expect(page.locator(`#${id}`).locator(names).first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const shown = await page.locator(`#${id}`).locator(names).allInnerTexts();
    expect.soft(shown.length, id).toBeGreaterThan(1);
    expect.soft(shown, id).not.toContain('');
    await page.emulateMedia({ media: 'screen' });
  }
});

test('no figure is wider than the sheet', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ media: 'print' });
  for (const id of ['activation', 'training', 'hidden']) {
    await open_step(page, '/en/#v=2', id);
    await page.setViewportSize({ width: 703, height: 1000 }); // a sheet of A4 without its margins
    const wide = await page
      .locator(`#${id} svg.plot`)
      .evaluateAll(
        (plots) => plots.filter((plot) => plot.getBoundingClientRect().right > innerWidth).length,
      );
    expect(wide, id).toBe(0);
  }
});

test('figures grow with a projector’s window', async ({ page }) => {
  await open_panel(page, '/en/#v=2&train_data=spiral', 'training');
  const width_at = async (width: number) => {
    await page.setViewportSize({ width, height: 1080 });
    await page.waitForTimeout(300);
    return (await page.locator('.race_surface').first().boundingBox())?.width ?? 0;
  };
  const usual = await width_at(1440);
  await expect.poll(() => width_at(1920)).toBeGreaterThan(usual * 1.25);
});

test('each step ends with a link to its state, with the drawn curve', async ({ page }) => {
  await page.addInitScript(() => {
    const copied: string[] = [];
    Object.assign(globalThis, { copied });
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => (copied.push(text), Promise.resolve()) },
      configurable: true,
    });
  });
  const last_copied = () =>
    page.evaluate(() => (globalThis as unknown as { copied: string[] }).copied.at(-1));
  const points = Array.from({ length: 33 }, (_, index) => index * 5).join('.');
  await open_panel(page, `/en/#v=2&fit_points=${points}`, 'activation');
  await page
    .locator('.step_end')
    .getByRole('button', { name: 'Copy a link to this state' })
    .click();
  expect(await last_copied()).toContain(`fit_points=${points}&panel=activation`);
  await open_panel(page, '/en/#v=2&train_data=own', 'training');
  await page
    .locator('.step_end')
    .getByRole('button', { name: 'Copy a link to this state' })
    .click();
  await expect(page.locator('.step_end').getByRole('status').first()).toContainText('Copied');
  await open_panel(page, '/en/#v=2', 'glossary');
  await expect(
    page.locator('.step_end').getByRole('button', { name: 'Copy a link to this state' }),
  ).toBeVisible();
});
