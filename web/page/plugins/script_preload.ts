import type { HtmlTagDescriptor, Plugin } from 'vite';
import { is_embed } from './first_paint.ts';

/** The page's script, and the worker's two, which it asks for when it runs. */
const is_needed = (file: string): boolean =>
  /^assets\/(?:main|worker|worker_core)-[^/]*\.js$/.test(file);

/**
 * Loads the scripts side by side, as soon as the page is painted: src/entries/first_paint.ts turns
 * `data-rel` into `rel`. Before that they would compete with the fonts of the text. The worker takes
 * its own from the browser's cache: it has modules apart from the page's.
 */
export function script_preload(): Plugin {
  return {
    name: 'script-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        if (!/^\/(en|fr|vi)\//.test(context.path) || is_embed(context.path)) return [];
        return Object.keys(context.bundle ?? {})
          .filter(is_needed)
          .map((file): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { 'data-rel': 'modulepreload', href: `../${file}`, fetchpriority: 'low' },
            injectTo: 'body',
          }));
      },
    },
  };
}
