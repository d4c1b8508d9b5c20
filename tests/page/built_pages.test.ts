/** The built pages as text: their policies, languages, and what sites show of a shared link. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const dist = new URL('../../web/page/dist/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, dist), 'utf8');
const policy_of = (html: string) =>
  /http-equiv="Content-Security-Policy" content="([^"]*)"/
    .exec(html)?.[1]
    ?.replaceAll('&#39;', "'") ?? '';

describe.each(['en', 'fr', 'vi'])('%s', (language) => {
  const html = read(`${language}/index.html`);

  it('has its language, its policy and the addresses of the other languages', () => {
    expect(html).toContain(`<html lang="${language}">`);
    // The only inline texts are the script that sets the theme before the first paint, and the
    // styles.
    expect(policy_of(html)).toMatch(
      /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-\S+'; style-src 'self' 'sha256-\S+';/,
    );
    expect(html.match(/<script(?![^>]*src=)/g)).toHaveLength(1);
    expect(html.match(/<link[^>]*hreflang=/g)).toHaveLength(4);
    expect(html).not.toMatch(/\sstyle=|\son\w+=/);
    expect(html).not.toContain('{{');
  });

  it('as a single file allows its inline scripts and styles only', () => {
    const single_file = read(`ffn-lab.${language}.html`);
    expect(policy_of(single_file)).toMatch(
      /^default-src 'none'; script-src 'sha256-\S+' 'sha256-\S+' 'wasm-unsafe-eval'; style-src 'sha256-\S+';/,
    );
    expect(single_file.length).toBeLessThan(2_600_000);
  });

  it('has no policy that allows more', () => {
    for (const page of [html, read(`ffn-lab.${language}.html`)])
      expect(policy_of(page)).not.toMatch(/unsafe-inline|unsafe-hashes|'unsafe-eval'|\*|https?:/);
  });

  it('gives a shared link a title, a description and a picture', () => {
    const content = (name: string) =>
      new RegExp(`<meta[^>]*"${name}"[^>]*\\scontent="([^"]*)"`).exec(html)?.[1];
    expect(content('og:title')).toBe(/<title>([^<]*)</.exec(html)?.[1]);
    expect(content('og:description')).toBe(content('description'));
    expect(content('og:image')).toBe(`../preview.${language}.png`);
    const picture = readFileSync(new URL(`preview.${language}.png`, dist));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    const size = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
    expect(size).toEqual([1200, 630]);
    expect(size.map(String)).toEqual([content('og:image:width'), content('og:image:height')]);
    expect(picture.length).toBeLessThan(100_000);
  });

  it('can be put on a home screen, with the colours of the page', () => {
    const linked = (rel: string) =>
      new RegExp(`<link rel="${rel}" href="../([^"]*)"`).exec(html)?.[1];
    const manifest = JSON.parse(read(linked('manifest') ?? '')) as {
      readonly start_url: string;
      readonly theme_color: string;
      readonly icons: readonly { readonly src: string; readonly sizes: string }[];
    };
    expect(manifest.start_url).toBe('./');
    for (const { src } of manifest.icons) expect(read(src).length).toBeGreaterThan(100);
    const icon = readFileSync(new URL(linked('apple-touch-icon') ?? '', dist));
    expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([180, 180]);
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['any', '180x180']);
    const tokens = readFileSync(new URL('../src/styles/tokens.css', dist), 'utf8');
    const colours = /--bg: light-dark\((#\w+), (#\w+)\)/.exec(tokens)?.slice(1);
    const named = [...html.matchAll(/<meta name="theme-color"[^>]*content="([^"]*)"/g)];
    expect(named.map(([, colour]) => colour)).toEqual(colours);
    expect(manifest.theme_color).toBe(colours?.[0]);
  });
});
