import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { content_security_policy } from './plugins/content_security_policy.ts';
import { inline_style, theme_script } from './plugins/first_paint.ts';
import { golden_archive } from './plugins/golden_archive.ts';
import { font_preload } from './plugins/font_preload.ts';
import { licenses } from './plugins/licenses.ts';
import { localized_html } from './plugins/localized_html.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** sizes.mjs and people find the parts of a lazy panel by these names. */
function chunk_name({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string {
  const [, panel, language] = /\/lazy\/(\w+)\/(?:panel\.tsx|messages\/(\w+)\.json)$/.exec(facadeModuleId ?? '') ?? [];
  if (panel === undefined) return 'assets/[name]-[hash].js';
  return language === undefined ? `assets/lazy.${panel}-[hash].js` : `assets/messages.${panel}.${language}-[hash].js`;
}

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

function imports_of(graph: Graph, roots: readonly string[]): ReadonlySet<string> {
  const found = new Set(roots);
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

const entries = ['index.html', 'en/index.html', 'fr/index.html', 'vi/index.html'].map(here);
const drawing = here('src/main.tsx');

/** One file for all that draws the page: each file more takes the browser longer to ask for than to read. */
function drawing_chunk(): (id: string, graph: Graph) => string | null {
  let known: { readonly drawn: ReadonlySet<string>; readonly first: ReadonlySet<string> } | undefined;
  return (id, graph) => {
    known ??= { drawn: imports_of(graph, [drawing]), first: imports_of(graph, entries) };
    return known.drawn.has(id) && !known.first.has(id) ? 'main' : null;
  };
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
      input: entries,
      output: {
        chunkFileNames: chunk_name,
        codeSplitting: { groups: [{ name: drawing_chunk(), test: (id) => !id.startsWith('\0') }], includeDependenciesRecursively: false },
      },
    },
  },
});
