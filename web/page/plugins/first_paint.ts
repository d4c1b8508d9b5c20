import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

/** Text that may stand in a script element: the two sequences that end or disturb one occur in strings only. */
export const in_script = (code: string) => code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--').trim();

export const in_style = (code: string) => code.replaceAll('</style', '<\\/style').trim();

export function text_of(found: Rolldown.OutputAsset | Rolldown.OutputChunk): string {
  if (found.type === 'chunk') return found.code;
  return typeof found.source === 'string' ? found.source : Buffer.from(found.source).toString('utf8');
}

/** src/theme.js inside the page: it has to run before anything is painted, and is shorter than a request for it. */
export function theme_script(): Plugin {
  const script = in_script(readFileSync(new URL('../src/theme.js', import.meta.url), 'utf8'));
  return {
    name: 'theme-script',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('<script theme></script>', () => `<script>${script}</script>`) },
  };
}

/** The styles inside the page, in place of a link to them: the first paint waits for one answer of the host, not for two. */
export function inline_style(): Plugin {
  const link = /<link rel="stylesheet"[^>]*href="\.\.\/(assets\/[^"]+\.css)">/;
  const inside = new Set<string>();
  return {
    name: 'inline-style',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const [whole, file = ''] = link.exec(html) ?? [];
        const asset = bundle?.[file];
        if (whole === undefined || asset === undefined) return html;
        inside.add(file);
        // Addresses of fonts are relative to the file of the style sheet.
        const style = in_style(text_of(asset)).replace(/url\((?:\.\/)?([\w.-]+\.woff2)\)/g, 'url(../assets/$1)');
        return html.replace(whole, () => `<style>${style}</style>`);
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const name of inside) delete bundle[name];
      },
    },
  };
}
