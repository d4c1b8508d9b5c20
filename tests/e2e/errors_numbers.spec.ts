/** Invalid numbers in every field, and a thousand changes in a row. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { checkpoint_computed, open_parts, open_small } from './checkpoint_page.ts';
import {
  browsers_of_case,
  expect,
  numbers_computed,
  open_panel,
  open_step,
  test,
  unfold,
} from './page_test.ts';

type NumberErrorCode =
  'empty' | 'no_number' | 'not_finite' | 'not_decimal' | 'non_ascii_digits' | 'out_of_range';

const refused: readonly (readonly [text: string, error: NumberErrorCode])[] = [
  ['', 'empty'],
  ['1e400', 'out_of_range'],
  ['NaN', 'not_finite'],
  ['0x10', 'not_decimal'],
  ['１２', 'non_ascii_digits'],
  ['1,000.5', 'no_number'],
  ['<img src=x onerror=window.__xss=1>', 'no_number'],
];

interface Answer {
  readonly invalid: string | null;
  readonly message: string;
}

/**
 * Enters each text into the field as one change. Returns the field's validity and message after
 * each.
 */
function type_all(page: Page, selector: string, texts: readonly string[]): Promise<Answer[]> {
  return page.locator(selector).evaluate(async (element, given) => {
    const field = element as HTMLInputElement;
    const answers: Answer[] = [];
    for (const text of given) {
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const message =
        document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
      answers.push({ invalid: field.getAttribute('aria-invalid'), message });
    }
    return answers;
  }, texts);
}

/**
 * Returns a pattern of the translated message, with up to 40 characters in place of each
 * placeholder.
 */
function message_pattern(language: string, error: NumberErrorCode): RegExp {
  const catalogue = JSON.parse(
    readFileSync(
      new URL(`../../web/page/src/words/messages/${language}.json`, import.meta.url),
      'utf8',
    ),
  ) as Record<string, string>;
  const escaped = (catalogue[`number.${error}`] ?? 'missing').replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, '.{1,40}')}$`, 'su');
}

async function expect_refused(page: Page, language: string, selector: string): Promise<void> {
  const answers = await type_all(
    page,
    selector,
    refused.map(([text]) => text),
  );
  for (const [index, [text, error]] of refused.entries()) {
    expect([selector, text.slice(0, 20), answers[index]?.invalid]).toEqual([
      selector,
      text.slice(0, 20),
      'true',
    ]);
    expect(answers[index]?.message).toMatch(message_pattern(language, error));
  }
}

const steps_with_fields = ['dropout', 'cost', 'activation'] as const;

for (const [index, language] of (['en', 'fr', 'vi'] as const).entries()) {
  test(
    `invalid numbers are refused with a message beside each field, and the last valid one stays in use (${language})`,
    browsers_of_case(index),
    async ({ page }) => {
      for (const step of steps_with_fields) {
        await open_step(page, `/${language}/#v=2&x=0.5&d_model=512`, step);
        for (const selector of await selectors_of(page, `#${step} .field_input`))
          await expect_refused(page, language, selector);
        await expect(page).toHaveURL(new RegExp(`#v=2&x=0.5&d_model=512&panel=${step}$`));
      }
      const valid = ['1,5', '1.5', '-0', '1e2', '+2', '−3', '.5'];
      for (const text of valid) {
        const [answer] = await type_all(page, '#activation .field_input', [text]);
        expect([text, answer]).toEqual([text, { invalid: 'false', message: '' }]);
        const value = Number(text.replace(',', '.').replace('−', '-'));
        await expect(page).toHaveURL(
          value === 0 ? /[#&]x=0(&|$)/ : new RegExp(`[#&]x=${value}(&|$)`),
        );
      }
      expect(await page.evaluate(() => '__xss' in window)).toBe(false);
    },
  );
}

/** Returns a selector for each element that matches `selector`. */
async function selectors_of(page: Page, selector: string): Promise<string[]> {
  const count = await page.locator(selector).count();
  return Array.from({ length: count }, (_, index) => `${selector} >> nth=${index}`);
}

test('the fields of the other steps refuse invalid numbers', async ({ page }) => {
  await open_panel(page, '/fr/', 'training');
  await unfold(page, 'Autres réglages');
  await expect_refused(page, 'fr', '#training .field_input >> nth=0');
  await page.goto('about:blank');
  await open_small(page, 'vi');
  await open_parts(page);
  const of_checkpoint = await selectors_of(
    page,
    '#checkpoint input.field_input[inputmode="decimal"]',
  );
  expect(of_checkpoint.length).toBeGreaterThanOrEqual(4);
  for (const selector of of_checkpoint) await expect_refused(page, 'vi', selector);
  await checkpoint_computed(page);
});

const memory_of = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const channel = new BroadcastChannel('memory');
        channel.onmessage = ({ data }) => {
          if (typeof data !== 'number') return;
          channel.close();
          resolve(data);
        };
        channel.postMessage('how much?');
      }),
  );

test('after a thousand changes of a slider the last value is shown, and memory has not grown', async ({
  page,
}) => {
  await open_step(
    page,
    '/failure/measured_memory/1/en/#v=2&example=notebook_batch',
    'feed_forward',
  );
  const slide = (times: number) =>
    page.locator('.chain_slider input').evaluate(async (element, changes) => {
      const slider = element as HTMLInputElement;
      const [low, high] = [Number(slider.min), Number(slider.max)];
      for (let change = 1; change <= changes; ++change) {
        slider.value = String(low + ((high - low) * (1 + ((change * 37) % 64))) / 66);
        slider.dispatchEvent(new InputEvent('input', { bubbles: true }));
        if (change % 10 === 0) await new Promise((resolve) => setTimeout(resolve));
      }
      return Number(slider.value);
    }, times);
  await slide(100);
  await numbers_computed(page);
  const before = await memory_of(page);
  const last = await slide(1000);
  await numbers_computed(page);
  expect((await memory_of(page)) - before).toBeLessThanOrEqual(65_536);
  const output = page.locator('.chain text[data-path^="tensors.output_gelu."]');
  await expect(page).toHaveURL(new RegExp(`edits=x\\.\\d+:${String(last).slice(0, 5)}`));
  const shown = await output.allTextContents();
  expect(shown).toHaveLength(8);
  await page.reload();
  await expect(output).toHaveText(shown);
});
