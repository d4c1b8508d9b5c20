/** Steps on paper: worksheets with lines, or answers with their questions; sheets and their feet. */
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { course_steps } from '../../web/page/src/steps/index.ts';
import { expect, numbers_computed, open_all, open_page, open_step, test } from './page_test.ts';

test.use({ answers_covered: true });

/** Prepares a page for paper by a button of it. */
async function prepare_by(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.removeAttribute('data-printed');
    globalThis.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name }).first().click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
}

/** Prints by a button of the page; paper is emulated, as the browser under test prints nothing. */
async function print_by(page: Page, name: string): Promise<void> {
  await prepare_by(page, name);
  await page.emulateMedia({ media: 'print' });
}

async function back_to_screen(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
}

/** The answer to “Try it”, folded at first. */
const tried = '.folded:has-text("What “Try it” shows") > .folded_inside p';

/** Steps with guesses, and a part of each that answers one. */
const guessed = [
  ['hidden', '.hidden_figure table'],
  ['independence', '.independence_figure table'],
  ['dropout', '.dropout_figure table'],
  ['cost', '.cost_figure table'],
] as const;

test('an unguessed step prints its question with lines, and no answer', async ({ page }) => {
  for (const [id, answer] of guessed) {
    await open_page(page, `/en/#${id}`);
    await page.emulateMedia({ media: 'print' });
    const step = page.locator(`#${id}`);
    await expect(step.locator('.prediction legend').first()).toBeVisible();
    await expect(step.locator('.prediction .choice_option').first()).toBeVisible();
    await expect(step.locator('.prediction .print_lines').first()).toBeVisible();
    await expect(step.locator(answer).first()).toBeHidden();
    await expect(step.locator('.conclusion .coverable_answer')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  }
});

test('a worksheet prints no answer that the reader knows; with the answers all are printed', async ({
  page,
}) => {
  for (const [id, answer] of guessed) {
    await open_page(page, `/en/#${id}`);
    const step = page.locator(`#${id}`);
    for (const button of await step.getByRole('button', { name: 'Show me' }).all())
      if (await button.isVisible()) await button.click();
    await expect(step.locator(answer).first()).toBeVisible();
    await step.getByText('What “Try it” shows').click();
    await expect(step.locator(tried)).toBeVisible();

    await print_by(page, 'Print as a worksheet');
    await expect(step.locator(tried)).toHaveCount(0);
    await expect(step.locator('.print_name')).toBeVisible();
    await expect(step.locator('.prediction legend').first()).toBeVisible();
    await expect(step.locator('.prediction .print_lines').first()).toBeVisible();
    await expect(step.locator('.conclusion .print_lines')).toBeVisible();
    await expect(step.locator(answer).first()).toBeHidden();
    await expect(step.locator('.conclusion p:not(.print_lines *, .cover *)')).toBeHidden();
    await back_to_screen(page);
    await expect(step.locator(answer).first()).toBeVisible();
  }
});

test('with the answers, questions and right options are printed, and covered again after it', async ({
  page,
}) => {
  for (const [id, answer] of guessed) {
    await open_page(page, `/en/#${id}`);
    const step = page.locator(`#${id}`);
    await expect(step.locator(answer).first()).toBeHidden();
    await print_by(page, 'Print with the answers');
    await numbers_computed(page);
    await expect(step.locator('.prediction legend').first()).toBeVisible();
    await expect(step.locator('.print_answer').first()).toBeVisible();
    await expect(step.locator(tried)).toBeVisible();
    const questions = await step.locator('.prediction').count();
    await expect(step.locator('.prediction :checked')).toHaveCount(questions);
    await expect(step.locator('.prediction .print_lines').first()).toBeHidden();
    await expect(step.locator(answer).first()).toBeVisible();
    await expect(step.locator('.conclusion p:not(.print_lines *)')).toBeVisible();
    await back_to_screen(page);
    await expect(step.locator(answer).first()).toBeHidden();
    await expect(step.locator('.prediction :checked')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('ffn-lab.answers'))).toBeNull();
  }
});

const as_sheets = { preferCSSPageSize: true, printBackground: true };

/** Returns the drawing operations of each sheet: its decompressed content stream. */
function sheets_of(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const objects = new Map(
    Array.from(text.matchAll(/^(\d+) 0 obj\b([^]*?)^endobj/gm), ([, id = '', body = '']) => [
      id,
      body,
    ]),
  );
  return Array.from(objects.values())
    .filter((body) => /\/Type\s*\/Page\b(?!s)/.test(body))
    .map((body) => {
      const contents = objects.get(/\/Contents (\d+) 0 R/.exec(body)?.[1] ?? '') ?? '';
      const stream = /stream\r?\n([^]*?)\nendstream/.exec(contents)?.[1] ?? '';
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
    });
}

test('all steps on paper: numbered, no sheet is blank, no heading ends one', async ({ page }) => {
  await open_all(page, '/en/');
  await numbers_computed(page);
  const pdf = await page.pdf(as_sheets);
  const sheets = sheets_of(pdf);
  expect(sheets.length).toBeGreaterThan(20);
  // The foot has two texts: the address, and the number of the sheet.
  const texts = sheets.map((operations) => operations.match(/T[jJ]\b/g)?.length ?? 0);
  expect(Math.min(...texts)).toBeGreaterThan(4);

  await page.emulateMedia({ media: 'print' });
  const numbers = await page
    .locator('h2[data-number]')
    .evaluateAll((headings) => headings.map((h2) => getComputedStyle(h2, '::before').content));
  expect(numbers.slice(0, 2)).toEqual(['"1. "', '"2. "']);
  const headings = page.locator('.course :is(h2, h3, caption, summary):visible');
  const breaks = await headings.evaluateAll((found) =>
    found.map((heading) => getComputedStyle(heading).breakAfter),
  );
  expect(new Set(breaks)).toEqual(new Set(['avoid']));
  expect(
    await page.evaluate(() => document.documentElement.style.getPropertyValue('--address')),
  ).toBe(JSON.stringify(await page.evaluate(() => location.href.replace(/#.*$/, '#all'))));
});

/** How dark a colour is on white paper, from 0 to 1; in shades of grey, too. */
const darkness = (colour: string) => {
  const parts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const [red = 0, green = 0, blue = 0] = colour.startsWith('rgb')
    ? parts.map((c) => c / 255)
    : parts;
  return 1 - (0.2126 * red + 0.7152 * green + 0.0722 * blue);
};

test('on paper the lit squares of the map are dark on white, the others clearly lighter', async ({
  page,
}) => {
  await open_page(page, '/en/#v=2&panel=memory');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const map = page.locator('#memory .fact_map_panel').first();
  const colour = (selector: string, property: string) =>
    map
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  expect(
    darkness(await map.evaluate((panel) => getComputedStyle(panel).backgroundColor)),
  ).toBeLessThan(0.01);
  const dark = darkness(await colour('.fact_map_dark', 'stroke'));
  const lit = await map
    .locator('.fact_map_lit')
    .evaluateAll((all) => all.map((path) => getComputedStyle(path).stroke));
  expect(Math.max(...lit.map(darkness))).toBeGreaterThan(0.8);
  expect(dark).toBeLessThan(0.4);
  expect(darkness(await colour('text', 'fill'))).toBeGreaterThan(0.6);
});

test('a worksheet asks to draw where the page asks to drag, and its lines stand below the text', async ({
  page,
}) => {
  await open_page(page, '/en/#v=2&panel=activation');
  const question = page.locator('#guess_question');
  await expect(question.getByText('Drag the five points')).toBeVisible();
  await expect(question.getByText('Draw it')).toBeHidden();
  await print_by(page, 'Print as a worksheet');
  await expect(question.getByText('Drag the five points')).toBeHidden();
  await expect(question.getByText('Draw it')).toBeVisible();
  await expect(page.locator('#activation .prediction svg.plot text').first()).toBeVisible();
  const lines = await page
    .locator('#activation .try')
    .first()
    .evaluate((text) => {
      const { height, marginTop, backgroundSize } = getComputedStyle(text, '::after');
      return [height, marginTop, backgroundSize].map((size) =>
        Number.parseFloat(size.split(' ').at(-1) ?? ''),
      );
    });
  const [height = NaN, above, apart = NaN] = lines;
  expect(above).toBeGreaterThan(0);
  expect(Math.abs(height / apart - Math.round(height / apart))).toBeLessThan(0.01);
});

/** Whether a step has words for a table that its worksheet asks to fill in. */
const has_table = (id: string): boolean =>
  readFileSync(
    new URL(`../../web/page/src/steps/${id}/messages/en.json`, import.meta.url),
    'utf8',
  ).includes('.sheet_rows"');

test('a worksheet is one sheet, with a table to fill in for what the task shows', async ({
  page,
}) => {
  for (const id of course_steps) {
    await open_step(page, '/fr/#v=2', id);
    await prepare_by(page, 'Imprimer en feuille d’exercices');
    await expect.soft(page.locator(`#${id} .sheet_table`), id).toHaveCount(has_table(id) ? 1 : 0);
    // The trainings that are drawn in the meantime take another sheet.
    const sheets = sheets_of(await page.pdf(as_sheets)).length;
    expect.soft(sheets, id).toBeLessThanOrEqual(id === 'learning' ? 2 : 1);
  }
});

test('with the answers, the table of a worksheet is filled in', async ({ page }) => {
  for (const [id, numbers] of [
    ['facts', /Paris.*%1850.*%0attention/],
    ['cost', /2.?099.?712.*8.?393.?728/],
    ['rewriting', /one50two101three132four189/],
    ['block', /0\.95748.*0\.994678.*0\.95748.*0\.05740.*0\.95748.*0\.0138/],
    ['dropout', /0\.041566.*0\.022837.*0\.048801.*0\.00228/],
  ] as const) {
    await open_step(page, '/en/#v=2', id);
    await print_by(page, 'Print with the answers');
    await expect(page.locator(`#${id} .sheet_table`)).toHaveText(numbers);
    await expect(page.locator(`#${id} .sheet_table`)).toBeVisible();
    await back_to_screen(page);
  }
});

test('a phone folds what its paper has: a part of a step, and the same part in print', async ({
  page,
}) => {
  for (const [id, part] of [
    ['feed_forward', '[data-tensor-view="pre_activation"]'],
    ['memory', '.memory_strips'],
    ['rewriting', '.rewriting_controls'],
    ['learning', '.learning_sentence'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open_step(page, '/en/#v=2', id);
    const inside = page.locator(`#${id} ${part}`).first();
    await expect(inside).toBeAttached();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(inside, 'on a phone').not.toBeAttached();
    await prepare_by(page, 'Print with the answers');
    await expect(inside, 'on paper').toBeAttached();
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(inside, 'on the phone again').not.toBeAttached();
  }
});
