/**
 * Intercepts the files that the page gives to the browser to save: not every browser driver reports
 * downloads.
 */
import type { Locator, Page } from '@playwright/test';
import { expect } from './page_test.ts';

interface Download {
  readonly name: string;
  readonly blob: Blob;
}

type Intercepting = typeof globalThis & { downloads: Download[]; blobs: Map<string, Blob> };

/** Records downloads instead of saving them. Call it before the page is opened. */
export async function intercept_downloads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const here = globalThis as Intercepting;
    here.downloads = [];
    here.blobs = new Map();
    const make_url = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      const url = make_url(blob);
      here.blobs.set(url, blob);
      return url;
    };
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      here.downloads.push({ name: this.download, blob: here.blobs.get(this.href) ?? new Blob() });
    };
  });
}

export const download_count = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as Intercepting).downloads.length);

export const figure = (page: Page, name: string): Locator =>
  page.locator(`[data-figure="${name}"]`);

export async function open_tools(host: Locator): Promise<void> {
  const button = host.locator('.figure_tools_button');
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

/** Returns the file that a figure's export button creates. */
export async function file_of(
  page: Page,
  name: string,
  format: 'csv' | 'json' | 'svg' | 'png',
): Promise<Buffer> {
  await expect(figure(page, name).locator('.skeleton')).toHaveCount(0); // before its numbers are computed, there is no file
  await open_tools(figure(page, name));
  const before = await download_count(page);
  // Without numbers yet, the button says so and makes no file.
  await expect(async () => {
    await figure(page, name)
      .getByRole('button', { name: format.toUpperCase(), exact: true })
      .click();
    await expect.poll(() => download_count(page), { timeout: 5000 }).toBe(before + 1);
  }).toPass();
  const { file, base64 } = await page.evaluate(async () => {
    const { name: given, blob } = (globalThis as Intercepting).downloads.at(-1)!;
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return {
      file: given,
      base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
    };
  });
  expect(file).toBe(`ffn-lab_${name}.${format}`);
  return Buffer.from(base64, 'base64');
}

export interface JsonFile {
  readonly figure: string;
  readonly version: string;
  readonly variant: string;
  readonly build: string;
  readonly address: string;
  readonly call: string;
  readonly arguments: Record<string, unknown>;
  readonly tensors: readonly {
    readonly tensor: string;
    readonly shape: readonly number[];
    readonly data: readonly number[];
  }[];
}

export async function json_of(page: Page, name: string): Promise<JsonFile> {
  return JSON.parse((await file_of(page, name, 'json')).toString()) as JsonFile;
}

export interface Csv {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export async function csv_of(page: Page, name: string): Promise<Csv> {
  const [names = [], ...rows] = (await file_of(page, name, 'csv'))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return { names, rows };
}

/** Returns the bits of numbers rounded to float32, to compare them with the core's bit by bit. */
export const bits = (numbers: Iterable<number>): number[] =>
  Array.from(new Uint32Array(Float32Array.from(numbers).buffer));
