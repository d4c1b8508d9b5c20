import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

/**
 * Escapes code for a script element. The sequences that would end or disrupt the element occur in
 * string literals only.
 */
export const in_script = (code: string) =>
  code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--').trim();

/** Escapes CSS for a style element. */
export const in_style = (code: string) => code.replaceAll('</style', '<\\/style').trim();

export function text_of(output: Rolldown.OutputAsset | Rolldown.OutputChunk): string {
  if (output.type === 'chunk') return output.code;
  return typeof output.source === 'string'
    ? output.source
    : Buffer.from(output.source).toString('utf8');
}

/** Whether a path is that of a page that other sites may frame. */
export const is_embed = (path: string): boolean => path.endsWith('/embed.html');

/**
 * Inlines src/entries/theme.js or embed_theme.js, which has to run before the first paint and is
 * shorter than a request for it.
 */
export function theme_script(): Plugin {
  const script = (name: string) =>
    in_script(readFileSync(new URL(`../src/entries/${name}.js`, import.meta.url), 'utf8'));
  return {
    name: 'theme-script',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) =>
        html.replace(
          '<script theme></script>',
          () => `<script>${script(is_embed(path) ? 'embed_theme' : 'theme')}</script>`,
        ),
    },
  };
}

/** Inlines the style sheet, so that the first paint waits for one response, not two. */
export function inline_style(): Plugin {
  const link = /<link rel="stylesheet"[^>]*href="\.\.\/(assets\/[^"]+\.css)">/;
  const inlined = new Set<string>();
  return {
    name: 'inline-style',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const [whole, file = ''] = link.exec(html) ?? [];
        const asset = bundle?.[file];
        if (whole === undefined || asset === undefined) return html;
        inlined.add(file);
        // Font URLs are relative to the style sheet's file; here they must be relative to the page.
        const style = in_style(text_of(asset)).replace(
          /url\((?:\.\/)?([\w.-]+\.woff2)\)/g,
          'url(../assets/$1)',
        );
        return html.replace(whole, () => `<style>${style}</style>`);
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const name of inlined) delete bundle[name];
      },
    },
  };
}
