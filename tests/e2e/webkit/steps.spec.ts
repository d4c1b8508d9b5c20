/** Each step opens in WebKit, draws its figures and reacts to an action without an error. */
import { expect_action, smoke_address, type SmokeName } from '../smoke.ts';
import { actions } from '../smoke_actions.ts';
import { expect, open_in_webkit, test } from './webkit_test.ts';

for (const name of Object.keys(actions) as SmokeName[])
  test(`the step ${name} opens and reacts to an action in WebKit`, async ({ web_page, site }) => {
    await open_in_webkit(web_page, site, smoke_address, name);
    await expect_action(web_page, name);
  });

test('errors of WebKit have the mark by which ffn-lab knows JavaScriptCore', async ({
  web_page,
  site,
}) => {
  await web_page.goto(site.address);
  expect(await web_page.run(() => Object.hasOwn(new Error(), 'line'))).toBe(true);
});
