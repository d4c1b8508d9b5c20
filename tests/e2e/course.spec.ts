/**
 * One step in view: addresses, history, contents, loading, and what a step that is not in view does
 * not do.
 */
import type { Page } from '@playwright/test';
import type { StepEntry } from '../../web/page/src/numbers/step_entry.ts';
import {
  expect,
  go_to_step,
  in_both_browsers,
  numbers_computed,
  open_all,
  open_page,
  open_panel,
  open_step,
  step_shown,
  steps,
  test,
} from './page_test.ts';

const mounted = (page: Page) =>
  page.locator('.course > section').evaluateAll((sections) => sections.map(({ id }) => id));

test('every step has an address, and is alone in view', async ({ page }) => {
  for (const [index, name] of steps.entries()) {
    await page.goto('about:blank');
    // The two forms of an address take turns.
    await page.goto(`/en/${index % 2 === 0 ? `#v=2&panel=${name}` : `#${name}`}`);
    await step_shown(page, name);
    expect(await mounted(page)).toEqual([name]);
    await expect(page.locator(`#${name} h2`).first()).toBeFocused();
    await expect(page.locator('.hero')).toHaveCount(0);
    await expect(page).toHaveTitle(
      `${await page.locator(`#${name} h2`).first().textContent()} · FFN Lab`,
    );
    const { entry } = (await import(`../../web/page/src/steps/${name}/entry.ts`)) as {
      readonly entry: StepEntry;
    };
    const has_choice = entry.network && name !== 'feed_forward';
    await expect(page.locator('.example_bar')).toHaveCount(has_choice ? 1 : 0);
  }
});

test(
  'the start page shows every step with its title and lead; an unknown name shows it too',
  in_both_browsers,
  async ({ page }) => {
    for (const hash of ['', '#v=2&panel=nowhere', '#nowhere']) {
      await page.goto('about:blank');
      await open_page(page, `/en/${hash}`);
      const links = page.locator('.start_contents li > a');
      expect(
        await links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
      ).toEqual(steps.map((name) => `#${name}`));
      for (const lead of await page.locator('.guide_lead').allTextContents())
        expect(lead.length).toBeGreaterThan(20);
      await expect(page.locator('.guide_lead')).toHaveCount(steps.length);
      await expect(page.locator('.course')).toHaveCount(0);
    }
  },
);

/** The elements of the start page with their texts and classes. */
const outline = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('#app *'), (element) => {
      const own = Array.from(element.childNodes, (node) =>
        node.nodeType === Node.TEXT_NODE ? node.textContent : '',
      ).join('');
      return `${element.localName}.${element.className} ${own}`;
    }),
  );

for (const language of ['en', 'fr', 'vi']) {
  test(`the static page equals the first render (${language})`, async ({ page }) => {
    // Without a worker nothing but the notice about it changes after the first render.
    await page.addInitScript(() =>
      Object.assign(globalThis, { Worker: class extends EventTarget {} }),
    );
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/main-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`/${language}/`, { waitUntil: 'domcontentloaded' });
    const before = await outline(page);
    expect(before.length).toBeGreaterThan(100);
    release();
    await expect(page.locator('html')).toHaveAttribute('data-emphasis', 'both');
    await expect(page.locator('#app .header')).toBeVisible();
    await page.waitForTimeout(500);
    expect(await outline(page)).toEqual(before);
  });
}

test(
  'the start page does not flash when the address names a step',
  in_both_browsers,
  async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/main-*.js', async (route) => {
      await released;
      await route.continue();
    });
    for (const hash of ['#v=2&panel=dropout', '#dropout']) {
      await page.goto('about:blank');
      await page.goto(`/en/${hash}`, { waitUntil: 'domcontentloaded' });
      await expect(page.locator('.header')).toBeVisible();
      await expect(page.locator('.hero')).toBeHidden();
      release();
      await expect(page.locator('#dropout h2')).toBeVisible();
      await expect(page.locator('html')).not.toHaveAttribute('data-opens');
    }
  },
);

test(
  'Back and Forward go from step to step and restore the scroll position',
  in_both_browsers,
  async ({ page }) => {
    await open_page(page, '/en/#v=2&example=chapter');
    await page.locator('.start_contents a[href="#activation"]').click();
    await expect(page.locator('#activation h2')).toBeFocused();
    await expect(page).toHaveURL(/#v=2&example=chapter&panel=activation$/);
    await numbers_computed(page);
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
    await go_to_step(page, 'dropout');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(
      page.getByRole('status').filter({ hasText: 'What does dropout change?' }),
    ).toBeAttached();
    await page.goBack();
    await step_shown(page, 'activation');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
    await page.goBack();
    await expect(page.locator('.hero')).toBeVisible();
    await expect(page).toHaveURL(/#v=2&example=chapter$/);
    await page.goForward();
    await page.goForward();
    await step_shown(page, 'dropout');
    await page.reload();
    await step_shown(page, 'dropout');
  },
);

test('a scroll without an event of input ends the wait for the position of a history entry', async ({
  page,
}) => {
  await open_step(page, '/en/#v=2&example=notebook_token', 'feed_forward');
  await page.evaluate(() => scrollTo({ top: 1200, behavior: 'instant' }));
  await go_to_step(page, 'dropout');
  // The page is too short for the position at first.
  const limit = (height: string) =>
    page.evaluate(
      (value) =>
        Object.assign(document.querySelector<HTMLElement>('main')!.style, {
          maxHeight: value,
          overflow: 'clip',
        }),
      height,
    );
  await limit('1600px');
  await page.goBack();
  await step_shown(page, 'feed_forward');
  const scrolled = () => page.evaluate(() => scrollY);
  await expect.poll(scrolled).toBeGreaterThan(100);
  expect(await scrolled()).toBeLessThan(1200);
  await page.evaluate(() => scrollTo({ top: 40, behavior: 'instant' }));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await limit('none');
  await page.waitForTimeout(300);
  expect(await scrolled()).toBe(40);
});

test('links of earlier versions lead to their place, with their state', async ({ page }) => {
  await open_page(page, '/en/#v=1&example=chapter&token=1&panel=feed_forward');
  await expect(page.locator('.token_choice select')).toHaveValue('1');
  await page.goto('about:blank');
  await open_page(page, '/en/#v=1&panel=feed_forward');
  await expect(page.getByRole('radio', { name: '1 token, seed 42' })).toBeChecked();
  await page.goto('about:blank');
  await page.goto('/en/#term_mask');
  await expect(page.locator('#term_mask')).toBeFocused();
  await expect(page.locator('#term_mask')).toBeInViewport();
  await page.goto('about:blank');
  await page.goto('/en/#glossary_sources');
  await expect(page.locator('#glossary_sources')).toBeFocused();
});

test('all steps on one page: in order, without loading anything more for print', async ({
  page,
}) => {
  await open_all(page, '/fr/#v=2&example=notebook_batch');
  expect(await mounted(page)).toEqual(steps);
  await expect(page.locator('.step_end, .example_bar')).toHaveCount(0);
  await page.locator('main a[href="#dropout"]').first().click();
  await expect(page.locator('#dropout h2')).toBeFocused();
  await expect(page.locator('#dropout h2')).toBeInViewport();
  await page.getByRole('link', { name: 'FFN Lab' }).click();
  await expect(page.locator('.hero')).toBeVisible();
  await page.locator('main').getByRole('link', { name: 'Toutes les étapes sur une page' }).click();
  await expect(page.locator('.course > section')).toHaveCount(steps.length);
});

test('the next step is loaded when the page is idle, and no other', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) =>
    loaded.push(...(/\/step\.(\w+?)-[^/]*\.js/.exec(request.url())?.slice(1) ?? [])),
  );
  await open_page(page, '/en/');
  await expect.poll(() => loaded).toEqual(['facts']);
  await page.locator('main a[href="#dropout"]').first().click();
  await expect.poll(() => loaded).toEqual(['facts', 'dropout', 'cost']);
  await page.waitForTimeout(500);
  expect(loaded).toEqual(['facts', 'dropout', 'cost']);
});

test('a step that is not in view asks the core for nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const calls: string[] = [];
    Object.assign(globalThis, { calls });
    const sent = Reflect.get(Worker.prototype, 'postMessage') as (
      this: Worker,
      message: unknown,
    ) => void;
    interface Message {
      readonly call?: string;
      readonly request: { readonly recipe?: string; readonly recipes?: readonly string[] };
    }
    Worker.prototype.postMessage = function (this: Worker, message: Message) {
      const { recipe, recipes } = message.request ?? {};
      if (message.call !== undefined) calls.push(...(recipes ?? [recipe ?? message.call]));
      sent.call(this, message);
    };
  });
  const calls = () =>
    page.evaluate(() => (globalThis as unknown as { calls: string[] }).calls.splice(0));
  // The figures below the first screen are not near the window.
  await page.setViewportSize({ width: 390, height: 600 });
  await open_page(page, '/en/#v=2&example=notebook_batch');
  expect((await calls()).sort()).toEqual(['facts.corpus', 'facts.next', 'facts.right']);
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const step of ['feed_forward', 'hidden', 'dropout', 'cost']) await go_to_step(page, step);
  const seen = await calls();
  expect(seen).toEqual(
    expect.arrayContaining(['hidden.histograms', 'dropout.experiment', 'cost.ratios']),
  );
  await page.locator('.cost_figure').getByRole('radio', { name: '512', exact: true }).check();
  await numbers_computed(page);
  expect([...new Set(await calls())].sort()).toEqual(['cost.attention', 'cost.ratios']);
  // The answer of the step still holds.
  await go_to_step(page, 'dropout');
  expect(await calls()).not.toContain('dropout.experiment');
  await page.getByRole('radio', { name: '0.5', exact: true }).check();
  await numbers_computed(page);
  expect([...new Set(await calls())]).toEqual(['dropout.experiment']);
});

test('a race survives leaving its step, and its playback pauses', async ({ page }) => {
  await page.addInitScript(() => {
    const Started = Worker;
    Object.assign(globalThis, { started: 0 });
    globalThis.Worker = class extends Started {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        (globalThis as unknown as { started: number }).started++;
      }
    };
  });
  const started = () => page.evaluate(() => (globalThis as unknown as { started: number }).started);
  await open_panel(page, '/en/', 'training');
  const step = page.locator('#training .race_step data');
  await expect(step).toBeVisible();
  await page.locator('#training').getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => Number(await step.getAttribute('value'))).toBeGreaterThan(5);
  const workers = await started();
  await go_to_step(page, 'speed');
  const [, left] =
    /train_step=(\d+)/.exec(
      await page.evaluate(() => document.querySelector('.languages a')?.getAttribute('href') ?? ''),
    ) ?? [];
  await go_to_step(page, 'training');
  await expect(page.locator('#training').getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(step).toHaveAttribute('value', left!);
  await page.waitForTimeout(300);
  await expect(step).toHaveAttribute('value', left!);
  expect(await started()).toBe(workers);
});
