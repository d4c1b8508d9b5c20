/** Complaints of users of other explanations that concern the whole page. */
import type { Page } from '@playwright/test';
import {
  browsers_of_case,
  expect,
  numbers_computed,
  open_all,
  show_answers,
  test,
} from './page_test.ts';

/** Opens all steps on one page and returns their ids. */
async function open_all_panels(page: Page): Promise<readonly string[]> {
  await open_all(page, '/en/');
  // The self-check starts when it is in view and adds rows until its end, which moves what is
  // below.
  await page.locator('#proof .check_result').scrollIntoViewIfNeeded();
  await expect(page.locator('#proof .check_result')).toHaveText(/^All \d+ tensors/);
  // A figure that appears later moves the text below it.
  await numbers_computed(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  return page.locator('.course > section').evaluateAll((sections) => sections.map(({ id }) => id));
}

test('on a phone every control of every panel can be tapped', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL!,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  // Controls under covered answers could not be tapped.
  await show_answers(page);
  const names = await open_all_panels(page);
  const { reached, hidden } = await page.evaluate(() => {
    const reached: Record<string, number> = {};
    const hidden: string[] = [];
    document.documentElement.style.scrollBehavior = 'auto';
    for (const control of document.querySelectorAll(
      '.course :is(button, select, input, summary, a[href], [role="slider"])',
    )) {
      const target = control.closest('label') ?? control;
      if (
        !target.checkVisibility({ visibilityProperty: true }) ||
        control.matches(':disabled, [tabindex="-1"]')
      )
        continue;
      target.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = target.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      // The centre of a link on two lines may be between them.
      const lines = target.getClientRects().length > 1;
      if (found !== null && (target.contains(found) || found.contains(target) || lines)) {
        const panel = target.closest('section.panel')?.id ?? '';
        reached[panel] = (reached[panel] ?? 0) + 1;
      } else hidden.push(target.outerHTML.slice(0, 120));
    }
    return { reached, hidden };
  });
  expect(hidden).toEqual([]);
  for (const name of names) expect([name, (reached[name] ?? 0) > 0]).toEqual([name, true]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

// Each theme runs in one browser: the themes differ in the colour of the focus ring only.
for (const [index, theme] of (['dark', 'light'] as const).entries()) {
  test(
    `on a phone with a keyboard Tab reaches every panel, and the focus is visible (${theme})`,
    browsers_of_case(index),
    async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 390, height: 844 });
      const names = await open_all_panels(page);
      const visited = new Set<string>();
      for (let stop = 0; ; stop++) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(async () => {
          const focused = document.activeElement ?? document.body;
          if (focused === document.body) return undefined;
          const shown = focused.closest('.choice_option') ?? focused;
          const { outlineStyle, outlineWidth } = getComputedStyle(shown);
          const seen = () =>
            shown.getBoundingClientRect().bottom > 0 &&
            shown.getBoundingClientRect().top < innerHeight;
          // The page scrolls smoothly where the driver cannot emulate reduced motion.
          for (let wait = 0; wait < 60 && !seen(); wait++)
            await new Promise((resolve) => setTimeout(resolve, 50));
          const ring = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
          return {
            panel: focused.closest('section.panel')?.id,
            ring,
            in_viewport: seen(),
            what: focused.outerHTML.slice(0, 120),
          };
        });
        // After the last control Tab reaches the browser's own controls.
        if (at === undefined || (stop > 100 && at.what.includes('skip_link'))) break;
        expect({ ...at, panel: undefined }).toEqual({
          ring: true,
          in_viewport: true,
          what: at.what,
          panel: undefined,
        });
        if (at.panel !== undefined) visited.add(at.panel);
      }
      expect([...visited]).toEqual(names);
    },
  );
}
