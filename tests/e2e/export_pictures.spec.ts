/** Figures as SVG and PNG files, and in print. */
import type { Page } from '@playwright/test';
import { intercept_downloads, figure, file_of } from './downloads.ts';
import { expect, in_both_browsers, open_all, open_panel, open_step, test } from './page_test.ts';

test.beforeEach(({ page }) => intercept_downloads(page));

/** Parses an SVG file on an empty page and returns its contents. */
async function read_svg(page: Page, text: string) {
  // The page's policy forbids parsing a text as a document.
  await page.goto('about:blank');
  return page.evaluate((source) => {
    const file = new DOMParser().parseFromString(source, 'image/svg+xml');
    const all = Array.from(file.querySelectorAll('*'));
    return {
      errors: file.querySelectorAll('parsererror').length,
      root: file.documentElement.localName,
      title: file.querySelector('title')?.textContent,
      description: file.querySelector('desc')?.textContent ?? '',
      width: Number(file.documentElement.getAttribute('width')),
      height: Number(file.documentElement.getAttribute('height')),
      paths: Array.from(file.querySelectorAll('path'), (path) => path.getAttribute('d')),
      strokes: Array.from(file.querySelectorAll('path'), (path) => path.getAttribute('stroke')),
      fonts: Array.from(
        new Set(
          Array.from(file.querySelectorAll('text'), (element) =>
            element.getAttribute('font-family'),
          ),
        ),
      ),
      words: Array.from(file.querySelectorAll('text'), (element) => element.textContent),
      images: file.querySelectorAll('image[href^="data:image/png"]').length,
      // Attributes that would need the page's style sheets, scripts or server.
      external: all.flatMap((element) =>
        Array.from(element.attributes).filter(
          ({ name, value }) =>
            /^(class|style|on)/.test(name) ||
            /var\(|color\(|light-dark|https?:(?!\/\/www\.w3\.org)/.test(value),
        ),
      ).length,
    };
  }, text);
}

/** Returns the size of a PNG file, from its header. */
function png_size(file: Buffer) {
  expect(file.subarray(0, 8)).toEqual(
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  );
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** Returns the number of colours of a PNG: a failed drawing has a single one. */
function colours_of(page: Page, file: Buffer): Promise<number> {
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    return new Set(
      new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer),
    ).size;
  }, file.toString('base64'));
}

test(
  'the curves are exported as a self-contained SVG and a PNG with everything that is drawn',
  in_both_browsers,
  async ({ page }) => {
    await open_panel(page, '/en/', 'activation');
    await expect(page.locator('#activation .skeleton')).toHaveCount(0);
    const drawn = await figure(page, 'activation_curves')
      .locator('svg.plot path')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    const svg = (await file_of(page, 'activation_curves', 'svg')).toString();
    const png = await file_of(page, 'activation_curves', 'png');
    const {
      errors,
      root,
      title,
      description,
      width,
      height,
      paths,
      strokes,
      fonts,
      words,
      external,
    } = await read_svg(page, svg);
    expect({ errors, root, title, external }).toEqual({
      errors: 0,
      root: 'svg',
      title: 'GELU and ReLU',
      external: 0,
    });
    expect(description).toContain('Plots, one above the other');
    expect(paths).toEqual(drawn);
    for (const colour of ['rgb(11, 95, 165)', 'rgb(196, 80, 10)'])
      expect(strokes).toContain(colour);
    expect(fonts.every((font) => /Source Sans 3.*sans-serif/.test(font ?? ''))).toBe(true);
    expect(words).toEqual(expect.arrayContaining(['Function f(x)', 'Derivative f′(x)', 'ReLU']));
    expect(png_size(png)).toEqual({ width: 2 * width, height: 2 * height });
    expect(await colours_of(page, png)).toBeGreaterThan(20);
  },
);

test(
  'a heat map is exported as SVG and PNG in the current theme',
  in_both_browsers,
  async ({ page }) => {
    await open_step(page, '/fr/#v=2&example=gpt2', 'feed_forward');
    await page.getByRole('radio', { name: 'Sombre' }).check();
    const svg = (await file_of(page, 'hidden_gelu', 'svg')).toString();
    const png = await file_of(page, 'hidden_gelu', 'png');
    const { errors, width, height, images, words, external } = await read_svg(page, svg);
    expect({ errors, images, external }).toEqual({ errors: 0, images: 1, external: 0 });
    expect(svg).toContain('fill="rgb(20, 23, 27)"');
    expect(words[0]).toBe('hidden (1, 10, 3072)');
    expect(words.at(-1)).toMatch(/^Couleurs de −\d/);
    expect(png_size(png)).toEqual({ width: 2 * width, height: 2 * height });
    expect(await colours_of(page, png)).toBeGreaterThan(20);
  },
);

test('the legend of a figure is part of its SVG', async ({ page }) => {
  await open_step(page, '/en/#v=2&train_width=8&train_step=20', 'training');
  await expect(page.locator('[data-figure="race_history"] svg.plot').first()).toBeVisible();
  const svg = (await file_of(page, 'race_history', 'svg')).toString();
  const { errors, external, words, strokes, paths } = await read_svg(page, svg);
  expect({ errors, external }).toEqual({ errors: 0, external: 0 });
  expect(words).toEqual(expect.arrayContaining(['GELU', 'ReLU']));
  // The samples of both lines, in their colours.
  const samples = paths.flatMap((path, place) => (path === 'M1 4H27' ? [strokes[place]] : []));
  expect(samples).toEqual(['rgb(11, 95, 165)', 'rgb(196, 80, 10)']);
});

test('in print the figures are light and have no tools', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('ffn-lab.theme', 'dark'));
  await open_all(page, '/en/#v=2&example=notebook_batch&dropout=0.3');
  const map = page.locator('[data-tensor-view="pre_activation"] canvas');
  const pixels = () => map.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const dark = await pixels();
  await page.emulateMedia({ media: 'print' });
  await expect.poll(pixels).not.toBe(dark);
  await expect(
    page.locator(
      ':is(button:not(.parts_box, :is(th, td) *), input[type="range"], .figure_tools):visible',
    ),
  ).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(
    'light',
  );
  for (const name of ['activation_curves', 'hidden_histograms', 'dropout_mask']) {
    await expect(figure(page, name).locator('svg.plot').first()).toBeVisible();
  }
});
