/** The explanation of a term beside its link. */
import { expect, in_both_browsers, open_step, test } from './page_test.ts';

for (const width of [1440, 390])
  test(
    `a term is explained in place at ${width} px, beside its link and inside the window`,
    in_both_browsers,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await open_step(page, '/fr/', 'hidden');
      const address = page.url();
      const links = page.locator('#hidden .term_link:visible');
      for (const link of await links.all()) {
        await link.scrollIntoViewIfNeeded();
        await link.click();
        const note = page.getByRole('dialog');
        await expect(note).toBeFocused();
        await expect(note).toBeInViewport({ ratio: 1 });
        const [at, around] = [(await note.boundingBox())!, (await link.boundingBox())!];
        expect(at.y >= around.y + around.height || at.y + at.height <= around.y).toBe(true);
        expect((await note.locator('p').nth(1).textContent())?.length).toBeGreaterThan(20);
        await page.keyboard.press('Escape');
        await expect(note).toBeHidden();
        await expect(link).toBeFocused();
        expect(page.url()).toBe(address);
      }
      expect(await links.count()).toBeGreaterThan(1);
      // Scrolling or a tap beside it closes it.
      await links.first().click();
      await page.locator('#hidden h2').click();
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  );

const changes: Readonly<Record<string, (link: HTMLElement | SVGElement) => void>> = {
  'drawn again': (link) => link.replaceWith(link.cloneNode(true)),
  'moved out of the window': ({ style }) =>
    Object.assign(style, { position: 'relative', top: '3000px' }),
};
for (const [what, change] of Object.entries(changes))
  test(`a term is explained where it was clicked, if its link is ${what} meanwhile`, async ({
    page,
  }) => {
    await open_step(page, '/en/', 'hidden');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/messages\.glossary/, async (route) => {
      await answered;
      await route.continue();
    });
    const link = page.locator('#hidden .term_link:visible').first();
    const at = (await link.boundingBox())!;
    const asked = page.waitForRequest(/messages\.glossary/);
    await link.click();
    await asked;
    await link.evaluate(change);
    answer();
    const note = page.getByRole('dialog');
    await expect(note).toBeInViewport({ ratio: 1 });
    expect((await note.boundingBox())!.y - (at.y + at.height)).toBeCloseTo(6, 0);
  });
