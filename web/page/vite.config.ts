import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { content_security_policy } from './plugins/content_security_policy.ts';
import { inline_style, theme_script } from './plugins/first_paint.ts';
import { golden_archive } from './plugins/golden_archive.ts';
import { font_preload } from './plugins/font_preload.ts';
import { licenses } from './plugins/licenses.ts';
import { localized_html } from './plugins/localized_html.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** sizes.mjs and people find the parts of a late panel by these names. */
function chunk_name({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string {
  const [, panel, language] = /\/late\/(\w+)\/(?:panel\.tsx|messages\/(\w+)\.json)$/.exec(facadeModuleId ?? '') ?? [];
  if (panel === undefined) return 'assets/[name]-[hash].js';
  return language === undefined ? `assets/late.${panel}-[hash].js` : `assets/words.${panel}.${language}-[hash].js`;
}

export default defineConfig({
  root: here('.'),
  // Relative addresses: the built folder works from any static host and any sub-path.
  base: './',
  plugins: [localized_html(), theme_script(), inline_style(), font_preload(), content_security_policy(), licenses({ file: true })],
  worker: { format: 'es', plugins: () => [golden_archive()] },
  build: {
    modulePreload: { polyfill: false },
    // A data: address for the .wasm or a font would be refused by the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [here('index.html'), here('en/index.html'), here('fr/index.html'), here('vi/index.html')],
      output: { chunkFileNames: chunk_name },
    },
  },
});
