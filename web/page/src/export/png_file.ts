/**
 * Renders an SVG file as PNG, with its font faces embedded: an image cannot use the page's fonts,
 * and system fonts have other widths.
 */
import type { SvgFile } from './svg_file.ts';

function faces_of(sheet: CSSStyleSheet) {
  return Array.from(sheet.cssRules).flatMap((rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return [];
    const read = (name: string) => rule.style.getPropertyValue(name);
    const [, path] = /url\(["']?([^"')]+)["']?\)/.exec(read('src')) ?? [];
    const family = read('font-family').replace(/["']/g, '');
    const url = path === undefined ? '' : new URL(path, sheet.href ?? document.baseURI).href;
    return url === ''
      ? []
      : [{ family, weight: read('font-weight'), range: read('unicode-range'), url }];
  });
}

/** Whether a unicode-range such as `U+0000-00FF, U+0131` contains a character of `text`. */
function covers(range: string, text: string): boolean {
  const ranges = Array.from(
    range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi),
    ([, from = '', to = from]) => [from, to],
  );
  return Array.from(text).some((character) => {
    const code = character.codePointAt(0) ?? 0;
    return ranges.some(
      ([from = '', to = '']) => code >= parseInt(from, 16) && code <= parseInt(to, 16),
    );
  });
}

async function data_url(url: string): Promise<string> {
  if (url.startsWith('data:')) return url;
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `data:font/woff2;base64,${btoa(text)}`;
}

/**
 * Returns a style sheet with the faces that the text of `svg` uses: faces of the first family in
 * each `font-family`.
 */
async function embedded_faces(svg: string): Promise<string> {
  const text = svg.replace(/<[^>]*>/g, '');
  const named = new Set(
    Array.from(svg.matchAll(/font-family="(?:&quot;|')?([^",&']+)/g), ([, family]) => family),
  );
  const faces = Array.from(document.styleSheets).flatMap(faces_of);
  const used_faces = faces.filter(({ family, range }) => named.has(family) && covers(range, text));
  const rules = used_faces.map(
    async ({ family, weight, url }) =>
      `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url(${await data_url(url)}) format('woff2'); }`,
  );
  return (await Promise.all(rules)).join('\n');
}

/** Pixels of the picture for each unit of the SVG file, in each direction. */
const png_scale = 2;

export async function png_file({ text, width, height }: SvgFile): Promise<Blob> {
  const image = new Image();
  // If the faces cannot be fetched, system fonts are used.
  const faces = await embedded_faces(text).catch(() => '');
  const with_faces = text.replace('</title>', `</title><style>${faces}</style>`);
  // A data: URL: the page's content security policy allows them for images, but not blob: URLs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(with_faces)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * png_scale);
  canvas.height = Math.round(height * png_scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no picture'))),
      'image/png',
    ),
  );
}
