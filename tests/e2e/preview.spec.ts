/** Open Graph: what sites show of a shared link. */
import { browser_independent, expect, test } from './page_test.ts';

const largest = 100_000;

for (const language of ['en', 'fr', 'vi']) {
  test(
    `a shared link has a title, a description and a picture (${language})`,
    browser_independent,
    async ({ page, request }) => {
      await page.goto(`/${language}/`);
      const property = (name: string) =>
        page.locator(`meta[property="og:${name}"]`).getAttribute('content');
      expect(await property('title')).toBe(await page.title());
      expect(await property('description')).toBe(
        await page.locator('meta[name="description"]').getAttribute('content'),
      );
      const picture = (await property('image')) ?? '';
      expect(picture).toBe(`../preview.${language}.png`);
      const file = await (await request.get(new URL(picture, page.url()).href)).body();
      expect(file.subarray(1, 4).toString()).toBe('PNG');
      const size = [file.readUInt32BE(16), file.readUInt32BE(20)];
      expect(size).toEqual([1200, 630]);
      expect(size.map(String)).toEqual([
        await property('image:width'),
        await property('image:height'),
      ]);
      expect(file.length).toBeLessThan(largest);
    },
  );
}
