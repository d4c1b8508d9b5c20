/** Each step in each language, as wide as a phone: without an error, and nothing to scroll sideways. */
import { languages } from '../../../web/page/src/words/languages.ts';
import type { SmokeName } from '../smoke.ts';
import { actions } from '../smoke_actions.ts';
import { expect, open_in_webkit, test } from './webkit_test.ts';

for (const language of languages)
  test(`each step fits a phone in WebKit (${language})`, async ({ web_page, site }) => {
    await web_page.resize(390, 844);
    for (const name of Object.keys(actions) as SmokeName[]) {
      await open_in_webkit(web_page, site, `/${language}/`, name);
      const overflow = await web_page.run(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(overflow, name).toBe(0);
      expect.soft(site.problems.splice(0), name).toEqual([]);
    }
  });
