/** Renders an SVG file as PNG at twice its size in each direction. */
import { embedded_faces } from './font_faces.ts';
import type { SvgFile } from './svg_file.ts';

export const png_scale = 2;

/** Embeds the page's font faces; if they cannot be fetched, system fonts are used. */
async function with_faces(text: string): Promise<string> {
  const faces = await embedded_faces(text).catch(() => '');
  return text.replace('</title>', `</title><style>${faces}</style>`);
}

export async function png_file({ text, width, height }: SvgFile): Promise<Blob> {
  const image = new Image();
  // A data: URL: the page's content security policy allows them for images, but not blob: URLs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await with_faces(text))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * png_scale);
  canvas.height = Math.round(height * png_scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no picture'))), 'image/png'),
  );
}
