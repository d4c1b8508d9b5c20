/** The lines that the page gives for embedding what it shows. */
import { body_height, figure_alone, framed, start_host, type EmbedHost } from './embed_host.ts';
import { expect, in_both_browsers, open_page, open_step, test, unfold_all } from './page_test.ts';

let host: EmbedHost;
test.beforeAll(async () => {
  host = await start_host();
});
test.afterAll(() => host.stop());
test.beforeEach(({ guard }) => guard.allow(/^request to http:\/\/(localhost|127\.0\.0\.1):/));

test(
  'the page gives the lines that embed a figure, a step and the sentence with the state of now',
  in_both_browsers,
  async ({ page }) => {
    await open_step(page, `${host.site}/en/#v=2&dropout=0.3`, 'dropout');
    await unfold_all(page, 'dropout');
    const figure = page.locator('[data-figure="dropout_samples"]');
    await figure.locator('.figure_tools_button').click();
    await figure.getByRole('button', { name: 'Embed' }).click();
    const [frame_line = '', script_line = '', notebook = ''] = await figure
      .locator('.copy_code')
      .allTextContents();
    expect(frame_line).toMatch(
      /^<iframe src="[^"]*" title="[^"]+" width="100%" height="\d+" style="border: 0" loading="lazy"><\/iframe>$/,
    );
    const address = `${host.site}/en/embed.html#v=2&dropout=0.3&panel=dropout&figure=dropout_samples`;
    expect(frame_line).toContain(address.replaceAll('&', '&amp;'));
    expect(notebook).toMatch(
      /^from IPython\.display import IFrame\nIFrame\("[^"]*", width="100%", height=\d+\)$/,
    );
    expect(notebook).toContain(`IFrame("${address}", `);
    const height_of = (line: string) => Number(/ height="(\d+)"/.exec(line)?.[1]);
    // It follows the settings.
    await page.locator('#dropout input[value="0.5"]').check();
    await expect(figure.locator('.copy_code').first()).toContainText('dropout=0.5');
    await page.locator('.step_end').getByRole('button', { name: 'Embed' }).click();
    await expect(page.locator('.step_end .copy_code').first()).toContainText(
      `${host.site}/en/embed.html#v=2&amp;dropout=0.5&amp;panel=dropout"`,
    );
    const step_line = (await page.locator('.step_end .copy_code').first().textContent()) ?? '';
    expect(height_of(step_line)).toBeGreaterThan(height_of(frame_line));
    await open_page(page, `${host.site}/en/`);
    await page.locator('.hero .figure_tools_button:visible').first().click();
    await page.locator('.hero').getByRole('button', { name: 'Embed' }).click();
    await expect(page.locator('.hero .copy_code').first()).toContainText(
      `src="${host.site}/en/embed.html"`,
    );
    // The lines do what they say: the frame gets the height of its content.
    await page.goto(host.with_body(frame_line + script_line));
    const frame = await framed(page);
    await figure_alone(frame, 'dropout_samples');
    expect(Math.abs(height_of(frame_line) - (await body_height(frame)))).toBeLessThan(150);
    await expect(frame.locator('input[value="0.3"]')).toBeChecked();
    await expect
      .poll(async () => (await page.locator('iframe').boundingBox())?.height)
      .toBe(await body_height(frame));
  },
);
