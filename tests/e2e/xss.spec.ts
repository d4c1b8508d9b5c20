/**
 * Untrusted texts from every source (file names, tensors, tokenizers, CSV, addresses, storage) are
 * shown as text and inject nothing.
 */
import type { Page } from '@playwright/test';
import { checkpoint_computed, open_small, panel } from './checkpoint_page.ts';
import { hostile } from './hostile_texts.ts';
import { drop, safetensors, small_data } from './test_files.ts';
import {
  expect,
  in_both_browsers,
  numbers_computed,
  open_page,
  open_panel,
  test,
} from './page_test.ts';

const zone = '#checkpoint .checkpoint';

type Watched = typeof globalThis & { seen: { elements: string[]; bidi: string[] } };

/**
 * Records injected elements and bidirectional control characters that appear in the page, even for
 * a moment.
 */
function watch(): void {
  const injected =
    'iframe, base, object, embed, form, math, [onerror], [onload], [onmouseover], a[href^="javascript"], a[href^="data:text"], main :is(script, img, style, link, meta)';
  // The page shows such characters as codes, except in the field where the user typed them.
  const bidi_controls = /[\u202A-\u202E\u2066\u2067\u061C\u200B]/;
  const seen: Watched['seen'] = { elements: [], bidi: [] };
  (globalThis as Watched).seen = seen;
  const look_at = (node: Node): void => {
    if (node instanceof Element) {
      for (const element of [node, ...node.querySelectorAll('*')])
        if (element.matches(injected)) seen.elements.push(element.outerHTML.slice(0, 80));
    }
    const parent = node instanceof Element ? node : node.parentElement;
    if (!parent?.closest('textarea') && bidi_controls.test(node.textContent ?? ''))
      seen.bidi.push((node.textContent ?? '').slice(0, 80));
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') look_at(target);
      for (const node of addedNodes) look_at(node);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

test.beforeEach(({ page }) => page.addInitScript(watch));

/**
 * Returns the effects of injected texts: scripts, elements, bidirectional controls, overflow,
 * changed prototypes.
 */
async function injected_effects(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return {
      ran: '__xss' in globalThis,
      ...(globalThis as Watched).seen,
      wide,
      polluted: Object.keys(Object.prototype),
    };
  });
}
const none = { ran: false, elements: [], bidi: [], wide: 0, polluted: [] };

/** Returns the length of the longest text in the elements that match `selector`. */
const longest = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => Math.max(0, ...all.map((element) => element.textContent?.length ?? 0)));

const json = JSON.stringify;
const tensor = (begin: number, shape: number[]) => ({
  dtype: 'F32',
  shape,
  data_offsets: [begin, begin + 4 * shape.reduce((a, b) => a * b, 1)],
});

test(
  'names of files, tensors and metadata are shown as text, shortened and isolated',
  in_both_browsers,
  async ({ page }) => {
    await open_small(page);
    const status = panel(page).locator('.checkpoint_status');
    for (const text of hostile) {
      // A malformed file: its name and the core's message are shown.
      await drop(page, zone, [
        { files: [{ name: `${text}.safetensors`, parts: safetensors(`{${json(text)}:1}`) }] },
      ]);
      await expect(status.locator('[data-error]')).toHaveAttribute(
        'data-error',
        /damaged|no_network/,
      );
      await expect(status.locator('bdi')).not.toHaveCount(0);
      // A valid file without a network: the names of its tensors are shown.
      const header = {
        __metadata__: { [text]: text },
        [text === '__proto__' ? 'x__proto__' : text]: tensor(0, [4, 4]),
      };
      await drop(page, zone, [
        { files: [{ name: 'names.safetensors', parts: safetensors(json(header), small_data) }] },
      ]);
      await expect(
        status
          .locator('[data-error="no_network"], [data-error="damaged"]')
          .getByText('names.safetensors'),
      ).toBeVisible();
      expect([text.slice(0, 40), await injected_effects(page)]).toEqual([text.slice(0, 40), none]);
    }
    expect(await longest(page, '#checkpoint .checkpoint_status bdi')).toBeLessThan(2000);
    await expect(panel(page).locator('.checkpoint_file h3')).toHaveText('small.safetensors');
    await checkpoint_computed(page);
  },
);

test('a checkpoint with hostile names is opened, computed and shown in programs', async ({
  page,
}) => {
  await open_panel(page, '/en/', 'checkpoint');
  for (const text of hostile.filter(
    (one) => one.length > 20 || /[\u200B-\u2067\uD800-\uDFFF]/.test(one),
  )) {
    const header = {
      __metadata__: { x: text },
      [`${text}.fc1.weight`]: tensor(0, [4, 2]),
      [`${text}.fc2.weight`]: tensor(32, [2, 4]),
    };
    await drop(page, zone, [
      { files: [{ name: `${text}.safetensors`, parts: safetensors(json(header), small_data) }] },
    ]);
    await expect(
      panel(page).locator('.checkpoint_file h3 bdi, [data-error]').first(),
    ).toBeVisible();
    expect([text.slice(0, 40), await injected_effects(page)]).toEqual([text.slice(0, 40), none]);
  }
  expect(await longest(page, '#checkpoint h3 bdi')).toBeLessThan(1000);
  await checkpoint_computed(page);
  const number = panel(page).locator('.checkpoint_facts data').first();
  await number.click();
  await expect(page.locator('#provenance_code')).toBeVisible();
  expect(await injected_effects(page)).toEqual(none);
});

test('tokenizer files and typed texts inject nothing', async ({ page }) => {
  await open_small(page);
  await panel(page).getByRole('radio', { name: 'a text' }).check();
  for (const text of hostile) {
    await drop(page, zone, [
      {
        files: [
          { name: `${text}.json`, parts: [json({ [`${text}\u0100x`]: 1.5, a: 1 })] },
          { name: `${text}.txt`, parts: [`#version: 0.2\n${text}`] },
        ],
      },
    ]);
    await expect(
      panel(page).locator('.tokens_files [data-error], .tokens_files .hint').first(),
    ).toBeVisible();
    await panel(page).locator('.tokens_typed .field_input').fill(text.slice(0, 10_000));
    expect([text.slice(0, 40), await injected_effects(page)]).toEqual([text.slice(0, 40), none]);
  }
  await checkpoint_computed(page);
});

test('CSV, a pasted matrix and number fields inject nothing', async ({ page }) => {
  await open_panel(page, '/fr/#v=2&train_data=own', 'training');
  await page.locator('.own_data').getByRole('radio', { name: 'CSV' }).check();
  const csv = page.locator('.own_csv textarea');
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  for (const text of hostile) {
    for (const rows of [
      `a,${quoted(text)}\n1,${quoted(text)}\n2,b\n3,c\n`,
      `${quoted(text)},b\n${quoted(text)},1\n`,
    ]) {
      await csv.fill(rows);
      expect([text.slice(0, 40), await injected_effects(page)]).toEqual([text.slice(0, 40), none]);
    }
  }
  await csv.fill(
    `x1,x2,c\n${hostile
      .slice(0, 12)
      .map((text, row) => `${row},1,${quoted(text)}`)
      .join('\n')}\n`,
  );
  await expect(page.locator('.own_classes li').first()).toBeVisible();
  await expect(page.locator('#training .race_step data')).toBeVisible();
  expect(await injected_effects(page)).toEqual(none);
  await page.goto('about:blank');
  for (const [step, field] of Object.entries({
    activation: '.field_input',
    cost: '.field_input',
    feed_forward: '.pasted textarea',
  })) {
    await open_panel(page, '/vi/#v=2&example=pasted', step);
    for (const text of hostile) {
      await page.locator(`#${step} ${field}`).first().fill(text);
      expect([text.slice(0, 40), await injected_effects(page)]).toEqual([text.slice(0, 40), none]);
    }
  }
  await page.locator('.pasted textarea').fill('1 2');
  await numbers_computed(page);
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(1, 2)');
});

test('the address, its parameters and the language inject nothing', async ({ page, guard }) => {
  guard.allow(/status 40[04]|40[04] \(/);
  await open_page(page, '/en/');
  const names = [
    'v',
    'example',
    'edits',
    'token',
    'gelu',
    'stage',
    'x',
    'zoom',
    'curves',
    'brush',
    'threshold',
    'dropout',
    'feature',
    'd_model',
    'block_box',
    'train_data',
    'train_seed',
    'train_changes',
    'depth',
    'model',
    'model_layer',
    'model_neuron',
    'scale_by',
    'teach',
    'panel',
    '__proto__',
    'constructor',
  ];
  for (const [index, text] of hostile.entries()) {
    const short = text.slice(0, 3000);
    const encoded = encodeURIComponent(short.replace(/\p{Cs}/gu, '\uFFFD'));
    const name = names[index % names.length] ?? 'x';
    for (const hash of [
      `#v=2&${name}=${encoded}`,
      `#v=2&${encoded}=${name}`,
      `#${short}`,
      `#v=2&${names.map((one) => `${one}=${encoded.slice(0, 100)}`).join('&')}`,
    ]) {
      await page.evaluate((next) => location.assign(next), hash);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)));
    }
    expect([text.slice(0, 40), await injected_effects(page)]).toEqual([text.slice(0, 40), none]);
  }
  await page.evaluate(() => location.assign('#v=2&example=chapter&panel=feed_forward'));
  await expect(page.getByRole('radio', { name: 'Worked example, 4 → 8' })).toBeChecked();
  await numbers_computed(page);
  for (const text of [
    '__proto__',
    '<img src=x onerror=window.__xss=1>',
    '//127.0.0.2/',
    'javascript:window.__xss=1',
    '../..',
  ]) {
    await page.goto(`/?lang=${encodeURIComponent(text)}#${text}`);
    await expect(page).toHaveURL(/\/(en|fr|vi)\/#/);
    await expect(page.locator('h1')).toBeVisible();
    expect(await injected_effects(page)).toMatchObject({ ran: false, elements: [] });
  }
});

test('stored values inject nothing', async ({ page }) => {
  await open_page(page, '/en/');
  const short = hostile.filter(({ length }) => length < 1000);
  // All keys at once, each with one of the texts; guesses also in the format that the page stores.
  for (let first = 0; first < short.length; first += 5) {
    const texts = short.slice(first, first + 5);
    const at = (index: number) => texts[index % texts.length] ?? '';
    const guesses = {
      relu_zeros: { option: at(0), right: true },
      [at(1)]: { option: 'half', right: false },
      dropout_mean: { option: '__proto__', right: false },
      doubled_ratio: { option: 'constructor', right: true },
    };
    await page.evaluate(
      ([values, stored]) => {
        const names = Object.keys(localStorage).filter((key) => key.startsWith('ffn-lab.'));
        const known = ['language', 'theme', 'answers', 'guide', 'character_keys', 'guesses'].map(
          (name) => `ffn-lab.${name}`,
        );
        [...new Set([...known, ...names])].forEach((key, index) =>
          localStorage.setItem(key, values[index % values.length] ?? ''),
        );
        if (stored !== '') localStorage.setItem('ffn-lab.guesses', stored);
      },
      [texts, first % 2 === 0 ? json(guesses) : ''] as const,
    );
    await page.goto('/?x');
    await expect(page).toHaveURL(/\/(en|fr|vi)\/$/);
    await expect(page.locator('.hero data[data-recipe]').first()).toBeVisible();
    await page.evaluate(() => location.assign('#all'));
    await expect(page.locator('#glossary')).toBeAttached();
    await expect(page.locator('.step_waiting')).toHaveCount(0);
    expect([texts, await injected_effects(page)]).toEqual([texts, none]);
  }
});
