/** Untrusted texts of the address and of the storage inject nothing. */
import { hostile } from './hostile_texts.ts';
import { expect, numbers_computed, open_page, test } from './page_test.ts';
import { watch, injected_effects, none } from './injection.ts';

test.beforeEach(({ page }) => page.addInitScript(watch));

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
    'model_stack',
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
      [texts, first % 2 === 0 ? JSON.stringify(guesses) : ''] as const,
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
