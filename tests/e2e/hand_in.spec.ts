/** A learner saves the answers as a file; a teacher opens it on the same page. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, open_page, test } from './page_test.ts';

test.use({ answers_covered: true });

async function guess(page: Page, address: string, option: string): Promise<void> {
  await open_page(page, address);
  const question = page.locator('.prediction').first();
  await question.getByRole('radio', { name: option, exact: true }).check();
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question.locator('.prediction_verdict')).toBeVisible();
}

async function solve(page: Page, question: string, answer: string): Promise<void> {
  const exercise = page.locator('.exercises > li').filter({ hasText: question });
  await exercise.getByRole('textbox').fill(answer);
  await exercise.getByRole('button', { name: 'Check' }).click();
  await expect(exercise.locator('strong')).toBeVisible();
}

/** Puts a file into the chooser of the hand-in. */
const open_file = (page: Page, name: string, content: string) =>
  page
    .locator('.hand_in input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

test('answers are saved as one file, readable and opened again with what is right', async ({
  page,
  browser,
}) => {
  await guess(page, '/en/#dropout', 'it shrinks');
  await guess(page, '/en/#v=2&example=notebook_batch&panel=independence', 'none');
  await page.locator('main a[href="#summary"]').first().dispatchEvent('click');
  await expect(page.locator('.hand_in')).toBeVisible();
  await solve(page, 'GELU(1)', '0.841');
  await solve(page, 'slope of GELU at 0', '1');
  const part = page.locator('.hand_in');
  await expect(part).toContainText('Answers so far: 4.');
  await part.getByRole('textbox', { name: 'Your name' }).fill('Zoë <b>Nguyễn</b>');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    part.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('ffn-lab-answers.txt');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toMatch(/^FFN Lab · Zoë <b>Nguyễn<\/b> · 2/);
  expect(text).toContain('with a larger p, what happens to the mean of an output');
  expect(text).toContain('  it shrinks – Not right.');
  expect(text).toContain('What is GELU(1), to three decimals?\n  0.841 – Right.');
  expect(text).toContain('panel=independence');

  // The teacher's browser knows nothing of the learner's.
  const other = await browser.newContext();
  const teacher = await other.newPage();
  await teacher.goto(new URL('/fr/#summary', page.url()).href);
  await expect(teacher.locator('.hand_in')).toBeVisible();
  await open_file(teacher, 'zoe.txt', text);
  const opened = teacher.locator('.hand_in');
  await expect(opened).toContainText('Zoë <b>Nguyễn</b>');
  await expect(opened).toContainText('2 justes sur 4');
  const rows = opened.locator('tbody tr');
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: 'GELU(1)' })).toContainText('0.841');
  const link = rows.last().getByRole('link');
  expect(await link.getAttribute('href')).toMatch(/\/fr\/#v=2&.*panel=activation$|#activation$/);
  const [tab] = await Promise.all([
    other.waitForEvent('page'),
    rows.nth(0).getByRole('link').click(),
  ]);
  await expect(tab.locator('.panel')).toBeVisible();
  await other.close();
});

test('an exercise is judged here, whatever the file says', async ({ page }) => {
  await open_page(page, '/en/#summary');
  const file = {
    version: 1,
    learner: 'A',
    language: 'en',
    made: '2026-11-28T20:00:00.000Z',
    answers: [{ name: 'gelu', answer: '0.5', right: true, state: '#activation' }],
  };
  await open_file(
    page,
    'a.txt',
    `---- ffn-lab hand-in, for the page ----\n${JSON.stringify(file)}`,
  );
  await expect(page.locator('.hand_in')).toContainText('0 of 1 right');
  await expect(page.locator('.hand_in tbody tr')).toContainText('Not right.');
});

test('a file that is none is refused with a reason', async ({ page }) => {
  await open_page(page, '/en/#summary');
  const said = page.locator('.hand_in .notice_error');
  await open_file(page, 'notes.txt', 'hello');
  await expect(said).toContainText('notes.txt was not saved by this page');
  await open_file(page, 'cut.txt', '---- ffn-lab hand-in, for the page ----\n{"version": 1,');
  await expect(said).toContainText('cut.txt is damaged');
  await open_file(page, 'new.txt', '---- ffn-lab hand-in, for the page ----\n{"version": 7}');
  await expect(said).toContainText('new.txt has version 7; this page reads version 1');
  await open_file(page, 'odd.txt', '---- ffn-lab hand-in, for the page ----\n{"version": 1}');
  await expect(said).toContainText('answers is undefined; expected: at most 100 answers');
  await open_file(page, 'big.txt', 'x'.repeat(100_001));
  await expect(said).toContainText('big.txt is too large');
  await expect(page.locator('.hand_in table')).toHaveCount(0);
});
