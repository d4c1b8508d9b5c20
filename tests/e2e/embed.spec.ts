/** A figure in a page of another origin: embed.html, and the lines that embed it. */
import type { Page } from '@playwright/test';
import { add_axe, expect_accessible } from './accessibility.ts';
import { serve_copy } from './copy_server.ts';
import { lab_of, pass_of, tensors_of, written } from './core.ts';
import { body_height, figure_alone, framed, framings, heights, start_host } from './embed_host.ts';
import type { EmbedHost, Framing } from './embed_host.ts';
import { expect, in_both_browsers, open_page, test } from './page_test.ts';

let host: EmbedHost;
test.beforeAll(async () => {
  host = await start_host();
});
test.afterAll(() => host.stop());
test.beforeEach(({ guard }) => guard.allow(/^request to http:\/\/(localhost|127\.0\.0\.1):/));

const hidden = '#v=2&panel=feed_forward&figure=hidden_gelu';

/** Opens a page of another origin that frames `embed.html` with a hash. */
async function open_framed(
  page: Page,
  hash: string,
  {
    language = 'en',
    framing = 'plain',
  }: { readonly language?: string; readonly framing?: Framing } = {},
) {
  await page.goto(host.with_body(framings[framing](`${host.site}/${language}/embed.html${hash}`)));
  return framed(page);
}

for (const framing of Object.keys(framings) as Framing[]) {
  test(
    `${framing}: one figure with the core's numbers, and its height`,
    in_both_browsers,
    async ({ page }) => {
      const frame = await open_framed(page, hidden, { framing });
      await figure_alone(frame, 'hidden_gelu');
      const { data } = tensors_of(pass_of(await lab_of(frame), 'notebook_batch'), 'gelu')[
        'hidden.gelu'
      ]!;
      await expect(frame.locator('[data-tensor-view="hidden.gelu"] [role="option"]')).toHaveText(
        Array.from(data.subarray(0, 32), (value) => written(value, 'en', 3)),
      );
      const origin = await frame.evaluate(() => globalThis.origin);
      expect(origin).toBe(framing === 'sandboxed' ? 'null' : host.site);
      await expect.poll(async () => (await heights(page)).at(-1)).toBe(await body_height(frame));
      // With this height nothing is left to scroll.
      const [last = 0] = (await heights(page)).slice(-1);
      await page
        .locator('iframe')
        .evaluate((one, height) => one.setAttribute('height', String(height)), last);
      await expect
        .poll(() =>
          frame.evaluate(() => {
            const { scrollHeight, clientHeight, scrollWidth, clientWidth } =
              document.documentElement;
            return [scrollHeight - clientHeight, scrollWidth - clientWidth];
          }),
        )
        .toEqual([0, 0]);
    },
  );
}

test(
  'a sandboxed frame measures speed, for which its worker starts another',
  in_both_browsers,
  async ({ page }) => {
    const frame = await open_framed(page, '#v=2&panel=speed&figure=speed', {
      framing: 'sandboxed',
    });
    // The figure appears when something has been measured; until then the whole step is shown.
    // The driver of the stock Firefox misses what it clicks in a frame of another origin.
    await frame
      .locator('#speed .speed_measure .button')
      .first()
      .evaluate((button: HTMLButtonElement) => button.click());
    await expect(frame.locator('#speed progress').first()).toBeVisible();
    await expect
      .poll(() =>
        frame
          .locator('#speed progress')
          .first()
          .evaluate((bar: HTMLProgressElement) => bar.value),
      )
      .toBeGreaterThan(0);
    await expect(frame.locator('#speed .notice_error')).toHaveCount(0);
  },
);

test('a host that listens late asks for the height', in_both_browsers, async ({ page }) => {
  const frame = await open_framed(page, hidden);
  await figure_alone(frame, 'hidden_gelu');
  await expect.poll(async () => (await heights(page)).length).toBeGreaterThan(0);
  await page.evaluate(() => {
    (globalThis as unknown as { messages: unknown[] }).messages = [];
    document.querySelector('iframe')?.contentWindow?.postMessage({ type: 'ffn-lab:height' }, '*');
  });
  await expect.poll(() => heights(page)).toEqual([await body_height(frame)]);
});

test('each figure of the page can be embedded', async ({ page }) => {
  await open_page(page, `${host.site}/en/#all`);
  const figures = await page.locator('section.panel [data-figure]').evaluateAll((all) =>
    all.map((one) => ({
      panel: one.closest('section.panel')!.id,
      name: one.getAttribute('data-figure')!,
      title: one.getAttribute('aria-label')!,
    })),
  );
  expect(figures.length).toBeGreaterThan(40);
  await page.setViewportSize({ width: 700, height: 900 });
  const frame = await open_framed(page, hidden);
  for (const { panel, name, title } of figures) {
    await test.step(`${panel}: ${name}`, async () => {
      const hash = `#v=2&panel=${panel}&figure=${name}`;
      await frame.evaluate((next) => void (location.hash = next), hash);
      await figure_alone(frame, name);
      await expect(frame.locator('.embed_title')).toHaveText(title);
      await expect(frame.locator('.embed_footer a')).toHaveAttribute('href', /^\.\/#v=2&.*panel=/);
      await expect(frame.locator('.cover:visible, .notice:visible')).toHaveCount(0);
      expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        700,
      );
    });
  }
});

test('a step, the sentence of the start page, and a figure by its name alone', async ({ page }) => {
  const step = await open_framed(page, '#v=2&panel=dropout&dropout=0.5');
  await expect(step.locator('.embed_title')).toHaveText('What does dropout change?');
  await expect(step.locator('#dropout .conclusion')).toBeVisible();
  await expect(step.locator('.header, .footer, .contents, .step_end')).toHaveCount(0);
  await expect(step.locator('input[value="0.5"]:checked')).toHaveCount(1);
  const hero = await open_framed(page, '#v=2&fact_network=0', { language: 'fr' });
  await expect(hero.locator('.hero h1')).toBeVisible();
  await expect(hero.locator('.hero [data-figure]').first()).toBeVisible();
  await expect(hero.locator('.start_contents:visible')).toHaveCount(0);
  await expect(hero.locator('.hero .choice input:checked')).toHaveValue('false');
  const named = await open_framed(page, '#figure=hidden_sparsity');
  await figure_alone(named, 'hidden_sparsity');
});

test('links lead to the same state of the whole page, in a new tab', async ({ page, context }) => {
  const frame = await open_framed(page, '#v=2&panel=dropout&figure=dropout_samples&theme=dark');
  await figure_alone(frame, 'dropout_samples');
  await frame.locator('input[value="0.3"]').check();
  const link = frame.locator('.embed_footer a');
  await expect(link).toHaveAttribute('href', './#v=2&dropout=0.3&panel=dropout');
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await opened.waitForURL(`${host.site}/en/#v=2&dropout=0.3&panel=dropout`);
  await expect(opened.locator('#dropout input[value="0.3"]')).toBeChecked();
  // The frame keeps its place in the history of the page around it.
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
});

test('a wrong address gives the notice and the step', async ({ page }) => {
  for (const hash of [
    '#v=2&panel=hidden&theme=blue',
    '#figure=nothing',
    '#v=2&panel=hidden&x=wrong',
  ]) {
    await page.goto('about:blank');
    const frame = await open_framed(page, hash);
    await expect(frame.locator('main > .notice[role="status"]')).toBeVisible();
    await expect(frame.locator('.embed_title, .hero h1').first()).toBeVisible();
  }
});

test(
  'only this page lets other sites frame it',
  in_both_browsers,
  async ({ page, request, guard }) => {
    guard.allow(
      /frame-ancestors|X-Frame|Refused to (frame|display)|BLOCKED_BY_RESPONSE|FRAME_ANCESTOR_VIOLATION|Framing/i,
    );
    for (const path of ['/', '/en/', '/fr/', '/vi/', '/ffn-lab.en.html']) {
      const { 'content-security-policy': policy } = (await request.get(host.site + path)).headers();
      expect(policy).toMatch(/; frame-ancestors 'self'$/);
    }
    for (const language of ['en', 'fr', 'vi']) {
      const headers = (await request.get(`${host.site}/${language}/embed.html`)).headers();
      expect(headers['content-security-policy']).toMatch(/; frame-ancestors \*$/);
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    await page.goto(host.with_body(framings.plain(`${host.site}/en/`)));
    const frame = await framed(page);
    await expect.poll(() => frame.locator('body').innerText()).not.toContain('feed-forward');
    await expect(frame.locator('#app')).toHaveCount(0);
  },
);

const background = (frame: Awaited<ReturnType<typeof framed>>) =>
  frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const [paper, night] = ['rgb(251, 250, 247)', 'rgb(20, 23, 27)'];

test('the theme is that of the address, else of the system', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('ffn-lab.theme', 'light'));
  for (const system of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: system });
    const followed = await open_framed(page, hidden);
    expect(await background(followed)).toBe(system === 'dark' ? night : paper);
    for (const theme of ['light', 'dark']) {
      const chosen = await open_framed(page, `${hidden}&theme=${theme}`);
      expect(await background(chosen)).toBe(theme === 'dark' ? night : paper);
    }
  }
});

const opens = { en: 'Open in FFN Lab', fr: 'Ouvrir dans FFN Lab', vi: 'Mở trong FFN Lab' } as const;

for (const language of ['en', 'fr', 'vi'] as const) {
  test(`${language}: axe finds nothing in an embedded figure, step and sentence`, async ({
    page,
  }) => {
    await add_axe(page);
    for (const theme of ['light', 'dark']) {
      for (const [hash, ready] of [
        [
          '#v=2&panel=activation&figure=activation_curves',
          '.embed_alone [data-figure="activation_curves"] svg',
        ],
        ['#v=2&panel=dropout', '#dropout .conclusion'],
        ['#', '.hero .probability'],
      ] as const) {
        await page.goto('about:blank');
        await page.goto(`${host.site}/${language}/embed.html${hash}&theme=${theme}`);
        await expect(page.locator(ready).first()).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.locator('.embed_footer a')).toContainText(opens[language]);
        await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
        await expect_accessible(page);
      }
    }
  });
}

test('a host that sends its scripts to its own origin only gets a message, not a blank frame', async ({
  page,
  guard,
}) => {
  guard.allow(/CORS|ERR_FAILED|failed: /);
  const copy = await serve_copy('/');
  await page.goto(host.with_body(framings.sandboxed(`${copy.address}fr/embed.html${hidden}`)));
  const frame = await framed(page);
  await expect(frame.locator('#blocked')).toBeVisible();
  await expect(frame.locator('#blocked')).toContainText('n’envoie pas ses scripts');
  await expect(frame.locator('#loading')).toHaveCount(0);
  await copy.remove();
});
